internal import CoreData
internal import Foundation

/// The values of a structure that a key path such as `\Stop.trip?.home?.city` is evaluated with, to
/// find the stored property that it reads; see `KeyPathNames`.
///
/// Sample `n` has the first of two values for property `n`, and the second one for all others. The
/// last sample has the second value for each. An optional property has nil as its second value. So
/// no two properties are equal in all samples, and neither is a property that is computed from one.
struct StructureSamples {
    /// A stored property of the structure that has a column.
    private struct Part {
        let name: String
        let kind: ValueKind
        let first: Any
        let second: Any?

        func stored(isFirst: Bool) -> Any? { isFirst ? .some(first) : second }
    }

    private let kind: ValueKind
    private let parts: [Part]
    /// The stored objects of the properties without columns.
    private let others: [String: Any]

    /// Returns nil for an attribute that is no structure, or one whose values cannot be made.
    private init?(_ kind: ValueKind) {
        guard kind.storage == .composite else { return nil }
        var (parts, others): ([Part], [String: Any]) = ([], [:])
        for (index, element) in kind.elements.enumerated() {
            guard let elementKind = ValueKind.element(of: element.type, named: element.name) else { return nil }
            if let values = Self.values(of: element, elementKind, index) {
                let isOptional = element.type is any OptionalType.Type
                parts.append(Part(name: element.name, kind: elementKind, first: values.0, second: isOptional ? nil : values.1))
            } else if let empty = Self.empty(element.type) {
                others[element.name] = elementKind.encodeAny(empty)
            } else {
                return nil
            }
        }
        (self.kind, self.parts, self.others) = (kind, parts, others)
    }

    /// Records that a key path reads an attribute, and returns the value to continue with; nil for an
    /// attribute that is no structure, or one whose values cannot be made.
    static func record<Value>(_ object: _ModelObject, _ slot: Int, _ kind: ValueKind, as type: Value.Type) -> Value? {
        guard let samples = StructureSamples(kind), !samples.parts.isEmpty,
            case let values = (0...samples.parts.count).map({ kind.decode(samples.stored($0), as: type) }),
            values.allSatisfy({ $0 != nil })
        else { return nil }
        let position = object.recordParts(at: slot, among: values.count, isOptional: kind.isOptional) { position, result in
            samples.names(of: result, at: position)
        }
        guard let position else { return (type as? any OptionalType.Type)?.nothing as? Value }
        return values[position]
    }

    /// Returns the stored object of a sample.
    private func stored(_ position: Int) -> [String: Any] {
        var stored = others
        for (index, part) in parts.enumerated() { stored[part.name] = part.stored(isFirst: index == position) }
        return stored
    }

    /// Returns the names of the properties that a result may be; an empty name for the structure.
    private func names(of result: Any?, at position: Int?) -> Set<String> {
        // Of an optional structure that is nil, everything is nil.
        guard let position else { return isNothing(result) ? Set(parts.map(\.name) + [""]) : [] }
        var names: Set<String> = []
        for (index, part) in parts.enumerated() {
            let expected = part.stored(isFirst: index == position)
            let isSame = expected == nil ? isNothing(result) : isEqual(part.kind.encodeAny(result), expected)
            if isSame { names.insert(part.name) }
        }
        if let whole = kind.encodeAny(result) as? [String: Any], isEqual(whole as NSDictionary, stored(position) as NSDictionary)
        {
            names.insert("")
        }
        return names
    }

    // MARK: Values

    /// Returns two stored objects of a property, which no other property has unless it has few values;
    /// nil for a property without a column.
    private static func values(of element: ValueKind.Element, _ kind: ValueKind, _ index: Int) -> (Any, Any)? {
        guard case .scalar(let type) = element.storage else { return nil }
        if let cases = RawCases.of(element.type)?.cases {
            guard let first = cases.first.flatMap(kind.encodeAny), let last = cases.last.flatMap(kind.encodeAny) else {
                return nil
            }
            return (first, last)
        }
        // Small, for integers of eight bits. Of both signs, for properties such as `max(width, 0)`.
        let isUnsigned = OptionalTypes.unwrapped(element.type) is any UnsignedInteger.Type
        let (one, two) = (isUnsigned ? 60 + index % 60 : -2 - index % 120, 2 + index % 58)
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: return (one, two)
        case .doubleAttributeType, .floatAttributeType: return (Double(one) + 0.5, Double(two) + 0.5)
        case .decimalAttributeType: return (Decimal(one), Decimal(two))
        case .booleanAttributeType: return (true, false)
        case .stringAttributeType: return (" Sample\(one)\n", " Sample\(two)\n")
        case .dateAttributeType:
            return (Date(timeIntervalSinceReferenceDate: Double(one)), Date(timeIntervalSinceReferenceDate: Double(two)))
        case .binaryDataAttributeType: return (Data("\(one)".utf8), Data("\(two)".utf8))
        case .UUIDAttributeType: return (UUID(), UUID())
        case .URIAttributeType: return (URL(filePath: "/sample/\(one)"), URL(filePath: "/sample/\(two)"))
        default: return nil
        }
    }

    private static func empty(_ type: any Any.Type) -> Any? {
        func empty<Value>(_ type: Value.Type) -> Any? { emptyValue(of: type) }
        return _openExistential(type, do: empty)
    }
}

private func isEqual(_ left: Any?, _ right: Any?) -> Bool {
    guard let left = left as? AnyHashable, let right = right as? AnyHashable else { return false }
    return left == right
}

/// Returns whether a value is nil, or a nested optional that is nil.
private func isNothing(_ value: Any?) -> Bool {
    guard let value else { return true }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
}
