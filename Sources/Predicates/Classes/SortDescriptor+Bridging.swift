public import Foundation
internal import Traps

// Foundation on Linux knows no other comparator of a SortDescriptor than `.lexical`: https://github.com/swiftlang/swift-foundation/issues/284.
// Its type is ready for them, though. Where Foundation itself sorts a Swift collection by one of these, it compares numbers by value, but
// by no locale, and traps for the options that fold case and width; NSSortDescriptor, and so each fetch, has the whole comparison.
extension String.StandardComparator {
    /// As the Finder sorts names: case by case, numbers in a text by their value.
    public static let localizedStandard = String.StandardComparator(
        options: [.numeric, .forcedOrdering])

    /// As the current locale sorts text.
    public static let localized = String.StandardComparator(options: [])

    private init(options: String.CompareOptions) {
        self = .lexical
        // Its initialiser is private and its decoder refuses all but `.lexical`.
        require(
            MemoryLayout<Self>.size == 10
                && Mirror(reflecting: self).children.map(\.label) == ["options", "isLocalized", "order"],
            "Foundation's String.StandardComparator is not laid out as it was: localized comparators cannot be made with this version."
        )
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.storeBytes(of: options.rawValue, as: UInt.self)
            bytes.storeBytes(of: true, toByteOffset: MemoryLayout<UInt>.size, as: Bool.self)
        }
    }
}

extension TextComparison {
    /// The comparison of Foundation's comparator, in whichever direction; nil for one that does not exist here.
    init?(_ comparator: String.StandardComparator) {
        switch String.StandardComparator(comparator, order: .forward) {
        case .lexical: self = .binary
        case .localized: self = .localized
        case .localizedStandard: self = .localizedStandard
        default: return nil
        }
    }

    /// Nil where Foundation has none.
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
    /// The descriptor of an `NSSortDescriptor` that was made from a Swift key path; nil for one with a name as its key, with a closure,
    /// and with a comparison of text that a `SortDescriptor` does not have.
    public init?(_ descriptor: NSSortDescriptor, comparing comparedType: Compared.Type) {
        guard descriptor.closure == nil, let keyPath = descriptor.keyPath as? PartialKeyPath<Compared> else { return nil }
        let order: SortOrder = descriptor.ascending ? .forward : .reverse
        if let keyPath = keyPath as? KeyPath<Compared, String> {
            guard let comparator = descriptor.comparison.comparator else { return nil }
            self.init(sendable(keyPath), comparator: comparator, order: order)
        } else if let keyPath = keyPath as? KeyPath<Compared, String?> {
            guard let comparator = descriptor.comparison.comparator else { return nil }
            self.init(sendable(keyPath), comparator: comparator, order: order)
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

/// A key path that captures nothing mutable: NSSortDescriptor, which is Sendable, was made with it.
private func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
