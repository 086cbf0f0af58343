public import Foundation

/// One key to sort by, and its direction.
///
/// Immutable, and so free to cross threads.
open class NSSortDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The names to read, joined by dots; nil where the descriptor was made from a Swift key path, which does not tell its names.
    public let key: String?
    /// The Swift key path the descriptor was made from.
    public let keyPath: AnyKeyPath?
    public let ascending: Bool

    private init(key: String?, keyPath: AnyKeyPath?, ascending: Bool) {
        self.key = key
        self.keyPath = keyPath
        self.ascending = ascending
    }

    /// Sorts by the value at a key path of names; nil sorts by the object itself.
    public convenience init(key: String?, ascending: Bool) {
        self.init(key: key, keyPath: nil, ascending: ascending)
    }

    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(key: nil, keyPath: keyPath, ascending: ascending)
    }

    /// The descriptor of Foundation's `SortDescriptor`.
    ///
    /// Text is compared byte by byte, as SQLite compares it. Traps for a comparator other than `.lexical`, which SQL does not know.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        guard let keyPath = sortDescriptor.keyPath else {
            preconditionFailure(
                "A SortDescriptor must name a key path, such as SortDescriptor(\\.time), to become an NSSortDescriptor.")
        }
        if var comparator = sortDescriptor.stringComparator {
            comparator.order = .forward
            precondition(
                comparator == .lexical,
                "A store compares text byte by byte: give SortDescriptor the comparator .lexical, or none.")
        }
        self.init(key: nil, keyPath: keyPath, ascending: sortDescriptor.order == .forward)
    }

    /// The same key in the other direction; untyped as on Apple's platforms, an `NSSortDescriptor`.
    open var reversedSortDescriptor: Any {
        NSSortDescriptor(key: key, keyPath: keyPath, ascending: !ascending)
    }

    /// The order of two objects by this key: null first, then numbers and dates, then text by its UTF-8 bytes.
    ///
    /// Reads objects as `NSPredicate.evaluate(with:)` does and traps as it does.
    open func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let result = order(value(of: object1), value(of: object2))
        return ascending ? result : result.reversed
    }

    private func value(of object: Any) -> Predicates.Value {
        ObjectReader.value(of: keyPath.map { object[keyPath: $0] as Any } ?? object, at: names)
    }

    private var names: [String] {
        key?.split(separator: ".").map(String.init) ?? []
    }

    /// The sort as both evaluators read it. `resolving` names the properties of a Swift key path; where it cannot, the answer is nil.
    package func form(resolving: (AnyKeyPath) -> [String]?) -> SortForm? {
        let names = keyPath.map(resolving) ?? names
        return names.map { SortForm(keyPath: $0, ascending: ascending) }
    }

    open override var description: String {
        "(\(key ?? keyPath.map { "\($0)" } ?? "SELF"), \(ascending ? "ascending" : "descending"))"
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSSortDescriptor else { return false }
        return key == other.key && keyPath == other.keyPath && ascending == other.ascending
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(keyPath)
        hasher.combine(ascending)
        return hasher.finalize()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}
