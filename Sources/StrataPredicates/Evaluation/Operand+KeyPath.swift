import Foundation

extension Operand {
    /// Returns the operand at the end of a key path; null if any value along the path is null.
    ///
    /// A name after a collection is read from each element, as in key-value coding.
    ///
    /// - Throws: `InvalidPredicate` if an object lacks a key.
    package func following(_ names: ArraySlice<String>) throws -> Operand {
        guard let name = names.first else { return self }
        if isNull { return self }
        let rest = names.dropFirst()
        if name.hasPrefix("@") {
            let collection = try CollectionOperator.named(name)
            guard let elements else { throw InvalidPredicate("\(name) needs a collection before it, not \(typeName).") }
            return try collection.apply(to: elements, rest)
        }
        // For `scores.@max.self`.
        if name == "self" { return try following(rest) }
        return try child(name).following(rest)
    }

    private func child(_ name: String) throws -> Operand {
        switch self {
        case .value(let value): return try Self.child(name, of: value)
        case .collection(let elements): return .collection(try elements.map { $0.isNull ? $0 : try $0.child(name) })
        case .readable(let object): return object.operand(forKey: name)
        case .object(let object): return try Self.child(name, of: object)
        }
    }

    private static func child(_ name: String, of value: Value) throws -> Operand {
        if case .opaque(let opaque) = value {
            guard let readable = opaque.object as? any KeyValueReadable else { return try child(name, of: opaque.object) }
            return readable.operand(forKey: name)
        }
        if let values = value.list {
            return .collection(try values.map { try child(name, of: $0) })
        }
        guard let property = ValueProperty(rawValue: name)?.read(from: value) else {
            throw InvalidPredicate(
                "\(ExpressionForm.constant(value).format) has no property \u{201C}\(name)\u{201D}; values have "
                    + ValueProperty.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return .value(property)
    }

    private static func child(_ name: String, of object: Any) throws -> Operand {
        switch object {
        case let dictionary as [String: Any]: return Operand(dictionary[name])
        case let dictionary as [AnyHashable: Any]: return Operand(dictionary[name])
        case let collection as any ElementSequence:
            return .collection(try collection.elementOperands.map { $0.isNull ? $0 : try $0.child(name) })
        default: break
        }
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == name }) { return Operand(child.value) }
            mirror = current.superclassMirror
        }
        if name == "description" { return .value(.string(String(describing: object))) }
        throw InvalidPredicate(
            "\(type(of: object)) has no stored property \u{201C}\(name)\u{201D}; a predicate reads dictionaries with string keys and the "
                + "stored properties of Swift types.")
    }

    var typeName: String {
        switch self {
        case .value(let value): ExpressionForm.constant(value).format
        case .collection: "a collection"
        case .readable(let object): "a \(type(of: object))"
        case .object(let object): "a \(type(of: object))"
        }
    }
}

/// An object that reads its own keys, as managed objects do. All other objects are read as
/// dictionaries or through `Mirror`.
package protocol KeyValueReadable {
    /// Returns the value of a key, as key-value coding does.
    func value(forKey key: String) -> Any?

    /// Returns the value of a key as an operand. An object that stores `Value`s implements it to
    /// avoid the conversion to an object and back.
    func operand(forKey key: String) -> Operand

    /// Returns the value to compare; nil if the key must be read as an operand.
    func value(_ key: ReadKey) -> Value?

    /// Whether the object is of an entity or one of its subentities.
    func isKind(ofEntityNamed name: String) -> Bool
}

extension KeyValueReadable {
    package func operand(forKey key: String) -> Operand { Operand(value(forKey: key)) }
    package func value(_ key: ReadKey) -> Value? { nil }
    package func isKind(ofEntityNamed name: String) -> Bool { false }
}
