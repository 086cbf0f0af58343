public import Foundation
internal import StrataTraps

// Foundation on Linux supports only the comparator `.lexical` of a SortDescriptor
// (https://github.com/swiftlang/swift-foundation/issues/284), although its type could represent the
// others. NSSortDescriptor, and therefore every fetch, implements them in full. If Foundation
// itself sorts a Swift collection by one of these, it compares digits by their numeric value but
// ignores the locale, and it traps for the options that fold case and width.
extension String.StandardComparator {
    /// Sorts text as a file manager sorts names: digits within it compare by their numeric value.
    public static let localizedStandard = String.StandardComparator(
        options: [.numeric, .forcedOrdering])

    /// Sorts text by the rules of the current locale.
    public static let localized = String.StandardComparator(options: [])

    private init(options: String.CompareOptions) {
        self = .lexical
        // The type's initializer is private, and its decoder rejects everything but `.lexical`.
        require(
            MemoryLayout<Self>.size == 10
                && Mirror(reflecting: self).children.map(\.label) == ["options", "isLocalized", "order"],
            "Foundation changed the layout of String.StandardComparator. Sort with an NSSortDescriptor and a selector instead."
        )
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.storeBytes(of: options.rawValue, as: UInt.self)
            bytes.storeBytes(of: true, toByteOffset: MemoryLayout<UInt>.size, as: Bool.self)
        }
    }
}

extension TextComparison {
    /// Creates the comparison of a comparator, in either direction; nil for an unsupported one.
    init?(_ comparator: String.StandardComparator) {
        switch String.StandardComparator(comparator, order: .forward) {
        case .lexical: self = .binary
        case .localized: self = .localized
        case .localizedStandard: self = .localizedStandard
        default: return nil
        }
    }

    /// Foundation's comparator for the comparison; nil if it has none.
    fileprivate var comparator: String.StandardComparator? {
        switch self {
        case .binary: .lexical
        case .localized: .localized
        case .localizedStandard: .localizedStandard
        case .caseInsensitive, .localizedCaseInsensitive: nil
        }
    }
}

extension SortDescriptor {
    /// Converts an `NSSortDescriptor` that was created from a Swift key path; nil for one with a
    /// string key, with a closure, or with a text comparison that `SortDescriptor` lacks.
    public init?(_ descriptor: NSSortDescriptor, comparing comparedType: Compared.Type) {
        guard descriptor.closure == nil, let keyPath = descriptor.keyPath as? PartialKeyPath<Compared> else { return nil }
        let order: SortOrder = descriptor.ascending ? .forward : .reverse
        if let keyPath = keyPath as? KeyPath<Compared, String> {
            guard let comparator = descriptor.comparison.comparator else { return nil }
            self.init(sendable(keyPath), comparator: comparator, order: order)
        } else if let keyPath = keyPath as? KeyPath<Compared, String?> {
            guard let comparator = descriptor.comparison.comparator else { return nil }
            self.init(sendable(keyPath), comparator: comparator, order: order)
        } else if let keyPath = keyPath as? KeyPath<Compared, Bool> {
            self.init(ofBooleans: keyPath, order: order)
        } else if let keyPath = keyPath as? KeyPath<Compared, Bool?> {
            self.init(ofOptionalBooleans: keyPath, order: order)
        } else {
            let type = type(of: keyPath).valueType
            func sorted<Value: Comparable>(_ type: Value.Type) -> Self? {
                if let keyPath = keyPath as? KeyPath<Compared, Value> { return Self(sendable(keyPath), order: order) }
                return (keyPath as? KeyPath<Compared, Value?>).map { Self(sendable($0), order: order) }
            }
            guard let value = ((type as? any OptionalType.Type)?.wrappedType ?? type) as? any Comparable.Type,
                let descriptor = sorted(value)
            else { return nil }
            self = descriptor
        }
    }
}

private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// Returns the key path as Sendable. It captures nothing mutable, because a Sendable
/// NSSortDescriptor was created from it.
func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
