import Glibc

/// A value that a view has set in the environment, followed by those that were set before it.
///
/// # Why a list
///
/// Each view has an environment, and most views have that of their parent. Views that change it,
/// such as a text with a line limit, set one value of thirty. A copy of a dictionary would take more
/// memory than everything else that a view needs. So an environment is the last entry of a list,
/// whose earlier entries belong to the views above: a change adds one entry, and an environment
/// without changes is the same reference.
///
/// An entry hides earlier ones of the same key. After ``mostEntries`` entries, the list is copied
/// without hidden ones, so that a search remains short in a deep tree.
///
/// Entries never change. Two environments that end in the same entry are equal.
class EnvironmentEntry {
    /// The number of entries at which a list is copied without hidden ones.
    static let mostEntries = 64

    let key: ObjectIdentifier
    let previous: EnvironmentEntry?
    /// The number of entries, this one included.
    let count: Int
    /// A bit for each key in the list. A key whose bit is not set is not in the list.
    private let keys: UInt64

    fileprivate init(_ key: ObjectIdentifier, after previous: EnvironmentEntry?) {
        self.key = key
        self.previous = previous
        count = (previous?.count ?? 0) + 1
        keys = (previous?.keys ?? 0) | Self.bit(of: key)
    }

    private static func bit(of key: ObjectIdentifier) -> UInt64 {
        // The upper bits of the product depend on all bits of the address.
        1 << ((UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    /// Returns the last entry with a key; nil if there is none.
    final func last(_ key: ObjectIdentifier) -> EnvironmentEntry? {
        guard keys & Self.bit(of: key) != 0 else { return nil }
        var entry = Unmanaged.passUnretained(self)
        while true {
            let found: Unmanaged<EnvironmentEntry>? = entry._withUnsafeGuaranteedRef { entry in
                entry.key == key ? nil : entry.previous.map { Unmanaged.passUnretained($0) }
            }
            guard let found else {
                return entry._withUnsafeGuaranteedRef { $0.key == key ? $0 : nil }
            }
            entry = found
        }
    }

    /// Returns an entry with the same key and value after another one.
    fileprivate func copy(after previous: EnvironmentEntry?) -> EnvironmentEntry { self }

    /// Returns whether the value is known to be equal to that of an entry with the same key. A value
    /// that is not Equatable counts as different unless it has the same bytes.
    fileprivate func hasValue(of other: EnvironmentEntry) -> Bool { self === other }

    /// The visible entries by their keys.
    private final var visible: [ObjectIdentifier: EnvironmentEntry] {
        var visible: [ObjectIdentifier: EnvironmentEntry] = [:]
        var next: EnvironmentEntry? = self
        while let entry = next {
            if visible[entry.key] == nil { visible[entry.key] = entry }
            next = entry.previous
        }
        return visible
    }

    /// The same values without hidden entries.
    final var compacted: EnvironmentEntry {
        var seen: Set<ObjectIdentifier> = []
        var entries: [EnvironmentEntry] = []
        var next: EnvironmentEntry? = self
        while let entry = next {
            if seen.insert(entry.key).inserted { entries.append(entry) }
            next = entry.previous
        }
        return entries.reversed().reduce(nil as EnvironmentEntry?) { $1.copy(after: $0) } ?? self
    }

    /// Returns whether two lists are known to have equal values for the same keys.
    static func areEqual(_ a: EnvironmentEntry?, _ b: EnvironmentEntry?) -> Bool {
        var (x, y) = (a, b)
        // Most lists that are compared were made by the same views, so they have the same keys in
        // the same order.
        while x !== y {
            guard let first = x, let second = y, first.key == second.key, first.hasValue(of: second) else {
                guard let a, let b else { return false }
                let (values, others) = (a.visible, b.visible)
                return values.count == others.count
                    && values.allSatisfy { key, entry in others[key].map { entry === $0 || entry.hasValue(of: $0) } ?? false }
            }
            (x, y) = (first.previous, second.previous)
        }
        return true
    }
}

/// An entry with its value.
final class TypedEnvironmentEntry<Value>: EnvironmentEntry {
    let value: Value

    init(_ key: ObjectIdentifier, _ value: Value, after previous: EnvironmentEntry?) {
        self.value = value
        super.init(key, after: previous)
    }

    fileprivate override func copy(after previous: EnvironmentEntry?) -> EnvironmentEntry {
        TypedEnvironmentEntry(key, value, after: previous)
    }

    fileprivate override func hasValue(of other: EnvironmentEntry) -> Bool {
        let other = unsafeDowncast(other, to: TypedEnvironmentEntry.self).value
        if haveSameBytes(value, other) { return true }
        guard let value = value as? any Equatable else { return false }
        return isEqualByOperator(value, to: other)
    }
}
