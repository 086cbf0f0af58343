internal import CoreData
internal import Synchronization

/// The cases of an enumeration with raw values, which a fetch sorts by.
///
/// A store has the raw value of a case. To name the enumeration's property, a key path such as
/// `\Chore.owner.level` or `\Chore.level.rawValue` is evaluated with each case: see `KeyPathNames`.
/// A computed property of the enumeration may equal the raw value of some cases, but not of all.
struct RawCases {
    /// The cases in the order of their declaration.
    let cases: [Any]
    /// Returns whether a result is the case at a position, or its raw value.
    private let matches: (Int, Any) -> Bool
    /// Whether the enumeration compares its cases as their raw values, as far as that is known.
    let areOrderedByRawValue: Bool

    private init<Enumeration: RawRepresentable>(_ type: Enumeration.Type, _ names: [String]) {
        let cases = names.indices.map { TypeReflection.value(ofCase: $0, as: type) }
        self.cases = cases
        matches = { position, result in
            let value = cases[position]
            if let result = result as? Enumeration { return isEqual(result.rawValue, value.rawValue) }
            return (result as? Enumeration.RawValue).map { isEqual($0, value.rawValue) } ?? false
        }
        let sorted = cases.sorted { isLess($0.rawValue, $1.rawValue) ?? false }
        areOrderedByRawValue = zip(sorted, sorted.dropFirst()).allSatisfy { isLess($0, $1) ?? true }
    }

    /// Returns the cases of a type, or of the type that an optional type wraps; nil for a type
    /// without raw values or known cases.
    static func of(_ type: any Any.Type) -> RawCases? {
        let type = OptionalTypes.unwrapped(type)
        let key = ObjectIdentifier(type)
        if let known = known.withLock({ $0.cases[key] }) { return known }
        func make<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> RawCases? {
            TypeReflection.caseNames(of: type).map { RawCases(type, $0) }
        }
        guard let enumeration = type as? any RawRepresentable.Type else { return nil }
        let made = make(enumeration)
        known.withLock { [made] in $0.cases[key] = .some(made) }
        return made
    }

    // Safe to share: cases of enumerations without payloads, and their raw values, are constants.
    private struct Known: @unchecked Sendable {
        var cases: [ObjectIdentifier: RawCases?] = [:]
    }

    private static let known = Mutex(Known())

    /// Records that a key path reads an attribute, and returns the value to continue with; nil for an
    /// attribute that is no enumeration with raw values.
    static func record<Value>(_ object: _ModelObject, _ slot: Int, _ kind: ValueKind, as type: Value.Type) -> Value? {
        guard case .rawValue = kind.storage, let cases = of(kind.type), !cases.cases.isEmpty else { return nil }
        let position = object.recordChoice(at: slot, among: cases.cases.count, isOptional: kind.isOptional) { position, result in
            guard let result else { return position == nil }
            if let optional = result as? any OptionalValue, optional.isNothing { return position == nil }
            return position.map { cases.matches($0, result) } ?? false
        }
        guard let position else { return (type as? any OptionalType.Type)?.nothing as? Value }
        return cases.cases[position] as? Value
    }
}

/// An optional value, found by a cast of a value whose type is known at run time only.
private protocol OptionalValue {
    var isNothing: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNothing: Bool { self == nil }
}

private func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    guard let left = left as? AnyHashable, let right = right as? AnyHashable else { return false }
    return left == right
}

/// Returns whether a value is less than another of its type; nil for values that have no order.
private func isLess<Value>(_ left: Value, _ right: Value) -> Bool? {
    func isLess<Compared: Comparable>(_ left: Compared) -> Bool? { (right as? Compared).map { left < $0 } }
    guard let left = left as? any Comparable else { return nil }
    return isLess(left)
}
