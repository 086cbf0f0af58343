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
        guard let constant = unwrapped(constant) else { return .null }
        // Before all others: an object of any class has a value, which no row has.
        if let model = constant as? any PersistentModel { return model.persistentModelID.predicateValue }
        if let collection = constant as? any ConstantCollection, collection.needsConversion { return list(collection) }
        // Before its raw value, if it has one: a store has the stored properties of a structure.
        if isStructure(constant) { return .opaque(OpaqueValue(Structure(constant))) }
        // Ignored: the caller's error names the type.
        if let value = try? Value(converting: constant) { return value }
        return TypeReflection.isEnumeration(type(of: constant)) ? caseName(of: constant).map { .string($0) } : nil
    }

    /// Whether a constant is a structure that an attribute may have as a whole, and no text, number or
    /// the like.
    private static func isStructure(_ constant: Any) -> Bool {
        TypeReflection.isStructure(type(of: constant)) && constant is any Encodable && !(constant is any ValueConvertible)
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

    private static func list(_ collection: any ConstantCollection) -> Value? {
        var values: [Value] = []
        for constant in collection.constants {
            guard let value = value(of: constant) else { return nil }
            values.append(value)
        }
        // As those of any set, so that predicates with equal sets are equal.
        return .list(collection.hasOrder ? values : values.sorted { order($0, $1) == .orderedAscending })
    }
}

/// An array or a set of constants, or the bounds of a range.
private protocol ConstantCollection {
    var constants: [Any] { get }
    var hasOrder: Bool { get }
    /// Whether the elements are of a type whose values may be unknown to Strata's predicates.
    var needsConversion: Bool { get }
}

extension ConstantCollection where Self: Sequence {
    fileprivate var constants: [Any] { map { $0 } }

    fileprivate var needsConversion: Bool {
        !(Element.self is any ValueConvertible.Type) || Element.self is any OptionalType.Type
            || Element.self is any ConstantCollection.Type
    }
}

extension Array: ConstantCollection {
    fileprivate var hasOrder: Bool { true }
}

extension ArraySlice: ConstantCollection {
    fileprivate var hasOrder: Bool { true }
}

extension Set: ConstantCollection {
    fileprivate var hasOrder: Bool { false }
}

extension ClosedRange: ConstantCollection {
    fileprivate var constants: [Any] { [lowerBound, upperBound] }
    fileprivate var hasOrder: Bool { true }
    fileprivate var needsConversion: Bool { TypeReflection.isEnumeration(Bound.self) }
}
