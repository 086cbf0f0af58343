internal import Foundation
internal import Predicates
internal import Traps

extension Value {
    /// A value of any type as an attribute holds it; nil where it does not fit. A nil, and an NSNull, become `.null`.
    init?(_ any: Any?, of attribute: NSAttributeDescription) {
        guard let any else {
            self = .null
            return
        }
        // Before anything is asked of the value that takes a cast.
        if let value = Value(exactly: any, as: attribute.attributeType) {
            self = value
            return
        }
        if any is NSNull {
            self = .null
            return
        }
        switch attribute.attributeType {
        case .transformableAttributeType, .objectIDAttributeType:
            self = .opaque(OpaqueValue(TransformedValue(any, attribute.coding)))
        case .undefinedAttributeType:
            self = (try? Value(converting: any)) ?? .opaque(OpaqueValue(TransformedValue(any, attribute.coding)))
        case .compositeAttributeType:
            guard let elements = (attribute as? NSCompositeAttributeDescription)?.elements,
                let dictionary = any as? [String: Any],
                dictionary.keys.allSatisfy({ key in elements.contains { $0.name == key } })
            else { return nil }
            let values = elements.map { Value(dictionary[$0.name], of: $0) }
            guard values.allSatisfy({ $0 != nil }) else { return nil }
            self = .list(values.compactMap(\.self))
        default:
            self.init(any, as: attribute.attributeType)
        }
    }

    /// The value as key-value coding hands it out.
    func object(of attribute: NSAttributeDescription) -> Any? {
        switch self {
        case .opaque(let value):
            return (value.object as? TransformedValue).map(\.value) ?? value.object
        case .list(let values):
            let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
            let pairs = zip(elements, values).compactMap { element, value in value.object(of: element).map { (element.name, $0) }
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        default:
            return object(as: attribute.attributeType)
        }
    }

    /// The value of a transformable attribute as the type that an accessor declares.
    func transformed<T>(as type: T.Type) -> T? {
        guard case .opaque(let value) = self else { return nil }
        return (value.object as? TransformedValue)?.value(as: type)
    }
}

extension NSAttributeDescription {
    var coding: TransformableCoding {
        TransformableCoding(
            attribute: "\(owner?.name.map { "\($0)." } ?? "")\(name)", transformerName: valueTransformerName)
    }
}

extension EntityLayout {
    /// The description behind a slot that holds an attribute.
    func attribute(_ slot: Int) -> NSAttributeDescription {
        guard let attribute = properties[slot] as? NSAttributeDescription else {
            trap("\(name).\(names[slot]) is no attribute.")
        }
        return attribute
    }

    /// Whether the attribute type alone says how values of the slot are written.
    func isPlain(_ slot: Int) -> Bool {
        switch types[slot] {
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: false
        default: true
        }
    }

    /// A value as the attribute in a slot holds it; nil where it does not fit.
    func value(_ any: Any?, at slot: Int) -> Value? {
        isPlain(slot) ? Value(any, as: types[slot]) : Value(any, of: attribute(slot))
    }

    /// The value of an attribute as key-value coding hands it out.
    func object(_ value: Value, at slot: Int) -> Any? {
        isPlain(slot) ? value.object(as: types[slot]) : value.object(of: attribute(slot))
    }

    /// A value as the slot holds it; one of another type is the programmer's mistake.
    func requiredValue(_ any: Any?, at slot: Int) -> Value {
        guard let value = value(any, at: slot) else {
            trap(
                """
                Unacceptable type of value for \(name).\(names[slot]): it is \(kindDescription(slot)), the value \(any ?? "nil") is of \
                type \(any.map { "\(type(of: $0))" } ?? "nil").
                """
            )
        }
        return value
    }
}
