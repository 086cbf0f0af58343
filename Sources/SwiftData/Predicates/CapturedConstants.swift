internal import Foundation
internal import StrataPredicates

/// The values of constants that predicates capture and that Strata's predicates do not know.
enum CapturedConstants {
    /// A captured structure, until it is compared with an attribute of its type.
    final class Structure {
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    /// Returns the value of a constant; nil for a type that a store cannot have.
    ///
    /// The value of an enumeration without raw values and payloads is the name of its case, and that
    /// of a model is its identifier. The optional and the collections of either have one, too.
    static func value(of constant: Any) -> Value? {
        if let model = constant as? any PersistentModel { return model.persistentModelID.predicateValue }
        if Mirror(reflecting: constant).displayStyle == .optional {
            guard let wrapped = Mirror(reflecting: constant).children.first?.value else { return .null }
            // Ignored: the caller's error names the type.
            return (try? Value(converting: wrapped)) ?? value(of: wrapped)
        }
        if TypeReflection.isEnumeration(type(of: constant)) { return caseName(of: constant).map { .string($0) } }
        if let elements = constant as? any ConstantSequence { return list(elements.constants) }
        if TypeReflection.isStructure(type(of: constant)), constant is any Encodable {
            return .opaque(OpaqueValue(Structure(constant)))
        }
        return nil
    }

    /// Returns the name of the case of an enumeration without payloads; nil for another value.
    static func caseName(of value: Any) -> String? {
        func name<Enumeration>(_ value: Enumeration) -> String? {
            guard let names = TypeReflection.caseNames(of: Enumeration.self) else { return nil }
            let index = TypeReflection.caseIndex(of: value)
            return names.indices.contains(index) ? names[index] : nil
        }
        return name(value)
    }

    private static func list(_ constants: [Any]) -> Value? {
        var values: [Value] = []
        for constant in constants {
            // Ignored: as above.
            guard let value = (try? Value(converting: constant)) ?? value(of: constant) else { return nil }
            values.append(value)
        }
        return .list(values)
    }
}

/// An array or a set of constants.
private protocol ConstantSequence {
    var constants: [Any] { get }
}

extension Array: ConstantSequence {
    fileprivate var constants: [Any] { self }
}

extension Set: ConstantSequence {
    fileprivate var constants: [Any] { Array(self) }
}
