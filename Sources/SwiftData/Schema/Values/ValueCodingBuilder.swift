internal import CoreData
internal import Foundation
internal import StrataArchives
internal import StrataTraps
internal import Synchronization

/// Chooses and makes the conversion of an attribute; see `ValueKind`.
struct ValueCodingBuilder {
    /// The attribute's name, which is also the name of the element with an enumeration's raw value.
    let name: String
    var isCodable = false
    var isEphemeral = false
    var transformerName: String?
    /// Whether the attribute is an element of a composite attribute.
    var isElement = false

    init(name: String, options: [Schema.Attribute.Option]) {
        self.name = name
        isCodable = options.contains(.codable)
        isEphemeral = options.contains(.ephemeral)
        transformerName = options.lazy.compactMap(\.transformerName).first
    }

    /// Creates a builder for an element of a composite attribute.
    init(element name: String) {
        self.name = name
        isElement = true
    }

    /// Returns the conversion; `nil` for a type that cannot be stored.
    func kind(of type: any Any.Type) -> ValueKind? {
        func make<Value>(_ type: Value.Type) -> ValueKind? {
            coding(of: Value.self).map { TypedValueKind($0) }
        }
        return make(type)
    }

    func coding<Value>(of type: Value.Type) -> ValueCoding<Value>? {
        if let optional = type as? any OptionalType.Type {
            func wrap<Wrapped>(_ wrapped: Wrapped.Type) -> Any? { self.optional(wrapped) }
            return wrap(optional.wrappedType) as? ValueCoding<Value>
        }
        return required(type)
    }

    // MARK: Optionals

    private func optional<Wrapped>(_ type: Wrapped.Type) -> ValueCoding<Wrapped?>? {
        guard let wrapped = required(type) else { return nil }
        let isComposite = !wrapped.elements.isEmpty
        return ValueCoding<Wrapped?>(
            storage: wrapped.storage, isOptional: true,
            elements: wrapped.elements.map {
                ValueKind.Element(name: $0.name, type: $0.type, storage: $0.storage, isOptional: true)
            },
            encode: { try $0.flatMap(wrapped.encode) },
            store: wrapped.store.map { store in
                { value, object, slot in
                    if let value { store(value, object, slot) } else { object.setObjectValue(nil, at: slot) }
                }
            },
            decode: { stored in
                guard let stored else { return .some(nil) }
                if let value = wrapped.decode(stored) ?? wrapped.decodePartial?(stored) { return .some(value) }
                // No elements, of which some are required.
                return isComposite && (stored as? [String: Any])?.isEmpty == true ? .some(nil) : nil
            },
            convert: { ($0 as? Wrapped ?? wrapped.convert($0)).map(Optional.some) })
    }

    // MARK: The choice

    /// Returns the conversion of a type that is not an optional.
    private func required<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        if let transformerName { return identity(.transformer(transformerName)) }
        guard let coding = stored(type) else { return isEphemeral ? identity(.memory) : nil }
        guard isEphemeral else { return coding }
        if case .scalar = coding.storage { return coding }
        return identity(.memory)
    }

    private func stored<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        if isCodable { return json(type) }
        if let scalar = type as? any StoredScalar.Type { return Self.scalar(scalar) as? ValueCoding<Value> }
        if TypeReflection.isEnumeration(type) {
            if let coding = rawValue(type) { return coding }
            if !isElement, let coding = cases(type) { return coding }
        }
        if !isElement, let coding = structure(type) ?? array(type) { return coding }
        return json(type)
    }

    /// Returns a conversion that changes nothing.
    private func identity<Value>(_ storage: ValueKind.Storage) -> ValueCoding<Value> {
        ValueCoding(storage: storage, encode: { $0 }, decode: { $0 as? Value })
    }

    private static func scalar<Scalar: StoredScalar>(_ type: Scalar.Type) -> Any {
        ValueCoding<Scalar>(
            storage: .scalar(Scalar.attributeType),
            encode: { $0.storedObject },
            store: { $0.store(in: $1, at: $2) },
            decode: { $0.flatMap(Scalar.init(storedObject:)) },
            convert: { Scalar(storedObject: $0) })
    }

    // MARK: Enumerations

    /// Returns the conversion of an enumeration whose raw values are scalars; `nil` for another
    /// type.
    private func rawValue<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        guard let representable = type as? any RawRepresentable.Type else { return nil }
        return rawCoding(representable) as? ValueCoding<Value>
    }

    private func rawCoding<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> Any? {
        guard let scalar = Enumeration.RawValue.self as? any StoredScalar.Type,
            let raw = Self.scalar(scalar) as? ValueCoding<Enumeration.RawValue>
        else { return nil }
        let decode = { (stored: Any?) -> Enumeration? in
            stored.flatMap { raw.decode($0) }.flatMap(Enumeration.init(rawValue:))
        }
        if isElement {
            return ValueCoding<Enumeration>(storage: raw.storage, encode: { try raw.encode($0.rawValue) }, decode: decode)
        }
        let name = name
        let type = scalar.attributeType
        return ValueCoding<Enumeration>(
            storage: .rawValue(type),
            elements: [ValueKind.Element(name: name, type: scalar, storage: .scalar(type), isOptional: false)],
            encode: { value in try raw.encode(value.rawValue).map { [name: $0] } },
            decode: { decode(($0 as? [String: Any])?[name]) })
    }

    /// Returns the conversion of an enumeration without payloads; `nil` for another type.
    private func cases<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        guard let names = TypeReflection.caseNames(of: type) else { return nil }
        return ValueCoding(
            storage: .cases(names),
            elements: names.map {
                ValueKind.Element(name: $0, type: String.self, storage: .scalar(.stringAttributeType), isOptional: true)
            },
            encode: { value in
                let index = TypeReflection.caseIndex(of: value)
                guard names.indices.contains(index) else { return nil }
                return [names[index]: names[index]]
            },
            decode: { stored in
                guard let stored = stored as? [String: Any],
                    let index = names.firstIndex(where: { stored[$0] != nil })
                else { return nil }
                return TypeReflection.value(ofCase: index, as: Value.self)
            })
    }

    // MARK: Structures

    /// Returns the conversion of a structure whose stored properties can be stored; `nil` for
    /// another type.
    private func structure<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        guard let fields = TypeReflection.fields(of: type), !fields.isEmpty, !Self.isOpaque(type, fields) else { return nil }
        var codings: [FieldCoding] = []
        for field in fields {
            guard let coding = Self.coding(of: field) else { return nil }
            codings.append(coding)
        }
        let isRange = type is any BoundedRange.Type
        return ValueCoding(
            storage: .composite, elements: codings.map(\.element),
            encode: { value in try StructureCoding.encode(value, codings) },
            decode: { stored in
                let value = StructureCoding.decode(stored as? [String: Any] ?? [:], codings, as: Value.self)
                // A range that is put together in memory misses the check of its initializer.
                if isRange, (value as? any BoundedRange)?.isValid == false { return nil }
                return value
            },
            decodePartial: isRange
                ? nil
                : { stored in
                    (stored as? [String: Any]).flatMap {
                        StructureCoding.decode($0, codings, as: Value.self, fillsMissing: true)
                    }
                })
    }

    /// Whether a structure belongs to the Swift or Foundation module and hides stored properties.
    private static func isOpaque(_ type: any Any.Type, _ fields: [TypeReflection.Field]) -> Bool {
        let name = String(reflecting: type)
        guard name.hasPrefix("Swift.") || name.hasPrefix("Foundation") else { return false }
        return fields.contains { $0.name.hasPrefix("_") }
    }

    private static func coding(of field: TypeReflection.Field) -> FieldCoding? {
        // A reference to an object may be weak, which is another form in memory.
        guard !(OptionalTypes.unwrapped(field.type) is AnyObject.Type) else { return nil }
        func make<Value>(_ type: Value.Type) -> FieldCoding? {
            ValueCodingBuilder(element: field.name).coding(of: type).map { FieldCoding(field, $0) }
        }
        return make(field.type)
    }

    // MARK: Arrays

    /// Returns the conversion of an array of scalars; `nil` for another type, and for decimal
    /// numbers, which a secure archive of Apple's does not accept.
    private func array<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        guard let array = type as? any ArrayType.Type, let scalar = array.elementType as? any StoredScalar.Type,
            scalar.attributeType != .decimalAttributeType
        else { return nil }
        return Self.array(of: scalar) as? ValueCoding<Value>
    }

    private static func array<Scalar: StoredScalar>(of type: Scalar.Type) -> Any {
        let values = { (stored: Any) -> [Scalar]? in
            let objects: [Any]
            switch stored {
            case let array as [Scalar]: return array
            case let array as NSArray: objects = array.map { $0 }
            case let array as [Any]: objects = array
            default: return nil
            }
            let values = objects.compactMap { Scalar(storedObject: $0) }
            return values.count == objects.count ? values : nil
        }
        return ValueCoding<[Scalar]>(
            storage: .archive,
            encode: { NSArray(array: $0.map(\.storedObject)) },
            decode: { $0.flatMap(values) },
            convert: values)
    }

    // MARK: JSON

    private func json<Value>(_ type: Value.Type) -> ValueCoding<Value>? {
        guard let codable = type as? any (Decodable & Encodable).Type else { return nil }
        return json(of: codable) as? ValueCoding<Value>
    }

    private func json<Value: Decodable & Encodable>(of type: Value.Type) -> Any {
        let (name, log) = (name, FirstErrorLog())
        return ValueCoding<Value>(
            storage: .json,
            encode: { try JSONCoding.encode($0) },
            decode: { stored in
                guard let data = stored as? Data else { return nil }
                do {
                    return try JSONCoding.decode(data)
                } catch {
                    log.warn(
                        """
                        A stored value of the property '\(name)' is no \(Value.self), and reads as the default or an empty \
                        value. A value that is set replaces it: \(error)
                        """)
                    return nil
                }
            })
    }
}

/// A range with two bounds.
private protocol BoundedRange {
    /// Whether the bounds are in order. Those of a damaged row may not be.
    var isValid: Bool { get }
}

extension Range: BoundedRange {
    fileprivate var isValid: Bool { lowerBound <= upperBound }
}

extension ClosedRange: BoundedRange {
    fileprivate var isValid: Bool { lowerBound <= upperBound }
}

/// The JSON of values that have no other form.
private enum JSONCoding {
    /// Returns the JSON of a value. Equal values have equal JSON, so that setting an equal value is
    /// no change.
    static func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    static func decode<Value: Decodable>(_ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, fromUntrusted: data)
    }
}

/// A log of the first error of a property, because there may be one for each row.
private final class FirstErrorLog: Sendable {
    private let isUsed = Atomic(false)

    func warn(_ message: @autoclosure () -> String) {
        if !isUsed.exchange(true, ordering: .relaxed) { StrataTraps.warn(message()) }
    }
}
