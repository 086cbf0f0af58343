internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension Value {
    /// Converts a value of any type to an attribute's type. nil and NSNull become `.null`. Fails
    /// for a value that does not fit.
    ///
    /// - Parameter isUnbounded: See `init(_:as:isUnbounded:)`.
    init?(_ any: Any?, of attribute: NSAttributeDescription, isUnbounded: Bool = false) {
        guard let any else {
            self = .null
            return
        }
        // The fast path, without a cast.
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
            // Ignored: an object that is no value is encoded by the attribute's transformer.
            self = (try? Value(converting: any)) ?? .opaque(OpaqueValue(TransformedValue(any, attribute.coding)))
        case .compositeAttributeType:
            guard let elements = (attribute as? NSCompositeAttributeDescription)?.elements,
                let dictionary = any as? [String: Any],
                dictionary.keys.allSatisfy({ key in elements.contains { $0.name == key } })
            else { return nil }
            let values = elements.map { Value(dictionary[$0.name].flatMap(unwrapped), of: $0, isUnbounded: isUnbounded) }
            guard values.allSatisfy({ $0 != nil }) else { return nil }
            self = .list(values.compactMap(\.self))
        default:
            self.init(any, as: attribute.attributeType, isUnbounded: isUnbounded)
        }
    }

    /// Returns the value as key-value coding returns it.
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

    /// The value as a predicate or a sort reads it: the object of a transformable attribute, which may
    /// have keys of its own, in place of its wrapper.
    var operand: Operand {
        guard case .opaque(let value) = self else { return .value(self) }
        return Operand((value.object as? TransformedValue).map(\.value) ?? value.object)
    }

    /// Encodes the values of transformable attributes, which keep their data for the save.
    func encodeObjects() throws {
        switch self {
        case .opaque(let value): _ = try (value.object as? TransformedValue)?.encoded()
        case .list(let values): for value in values { try value.encodeObjects() }
        default: break
        }
    }

    /// Returns the value of a transformable attribute as the type that an accessor declares; nil
    /// for another type.
    func transformed<T>(as type: T.Type) -> T? {
        guard case .opaque(let value) = self else { return nil }
        return (value.object as? TransformedValue)?.value(as: type)
    }
}

extension NSAttributeDescription {
    /// Whether a value may be of a class that only an archive or a transformer encodes.
    var isEncoded: Bool {
        switch attributeType {
        case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType: true
        case .compositeAttributeType:
            (self as? NSCompositeAttributeDescription)?.elements.contains(where: \.isEncoded) ?? false
        default: false
        }
    }

    var coding: TransformableCoding {
        TransformableCoding(
            attribute: "\(owner?.name.map { "\($0)." } ?? "")\(name)", transformerName: valueTransformerName)
    }
}

extension EntityLayout {
    /// Returns the description of an attribute. Traps for a slot of another kind.
    func attribute(_ slot: Int) -> NSAttributeDescription {
        guard let attribute = properties[slot] as? NSAttributeDescription else {
            trap("\(name).\(names[slot]) is not an attribute.")
        }
        return attribute
    }

    /// Whether values are converted by the attribute type alone, without the description.
    func isPlain(_ slot: Int) -> Bool {
        switch types[slot] {
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType: false
        default: true
        }
    }

    /// Converts a value to the type of a slot's attribute; nil if it does not fit.
    func value(_ any: Any?, at slot: Int) -> Value? {
        isPlain(slot) ? Value(any, as: types[slot]) : Value(any, of: attribute(slot))
    }

    /// Converts a value to the type of a slot's attribute, or to a number that is out of its range,
    /// which a save rejects; nil if the value is of another type.
    func unboundedValue(_ any: Any?, at slot: Int) -> Value? {
        isPlain(slot) ? Value(any, as: types[slot], isUnbounded: true) : Value(any, of: attribute(slot), isUnbounded: true)
    }

    /// Returns an attribute's value as key-value coding returns it.
    func object(_ value: Value, at slot: Int) -> Any? {
        isPlain(slot) ? value.object(as: types[slot]) : value.object(of: attribute(slot))
    }

    /// Converts a value to the type of a slot's attribute, or to a number that is out of its range.
    /// Traps for a value of another type.
    func requiredValue(_ any: Any?, at slot: Int) -> Value {
        guard let value = unboundedValue(any, at: slot) else {
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

extension Value {
    /// The value as the only column of an attribute has it: that of the only element of a composite
    /// attribute, and the data of a transformed value.
    ///
    /// - Throws: The error of a value transformer.
    var uniqueValue: Value {
        get throws {
            switch self {
            case .list(let elements) where elements.count == 1: try elements[0].uniqueValue
            case .opaque(let opaque): try (opaque.object as? TransformedValue).map { .data(try $0.encoded()) } ?? .null
            default: self
            }
        }
    }
}
