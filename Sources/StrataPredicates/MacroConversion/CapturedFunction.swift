public import Foundation

// Foundation's `#Predicate` can capture what is Codable, which its predicates and expressions are on
// Apple's platforms only. An overload of `build_Arg` for them would multiply the time that the type
// checker takes for each predicate, so they have the conformance instead.

extension Predicate: @retroactive Codable {
    /// Throws: a predicate has no encoding on Linux.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "A predicate has no encoding on Linux."))
    }

    /// Throws: a predicate has no encoding on Linux.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "A predicate has no encoding on Linux."))
    }
}

extension Expression: @retroactive Codable {
    /// Throws: an expression has no encoding on Linux.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "An expression has no encoding on Linux."))
    }

    /// Throws: an expression has no encoding on Linux.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "An expression has no encoding on Linux."))
    }
}

/// A captured predicate or expression while a predicate is read.
final class CapturedFunction {
    /// A predicate or an expression.
    protocol Function {}

    let value: Any

    init(_ value: Any) { self.value = value }

    /// Returns the node of a captured predicate or expression, or of an optional one; nil for any
    /// other value.
    static func node(of value: Any, _ type: Any.Type) -> PredicateReader.Node? {
        if value is any Function { return .expression(.constant(.opaque(OpaqueValue(CapturedFunction(value))))) }
        guard let optional = type as? any OptionalFunction.Type, optional.isOfFunction else { return nil }
        guard let wrapped = Mirror(reflecting: value).children.first?.value else { return .expression(.constant(.null)) }
        return node(of: wrapped, Swift.type(of: wrapped))
    }
}

extension Predicate: CapturedFunction.Function {}
extension Expression: CapturedFunction.Function {}

private protocol OptionalFunction {
    static var isOfFunction: Bool { get }
}

extension Optional: OptionalFunction {
    fileprivate static var isOfFunction: Bool {
        Wrapped.self is any CapturedFunction.Function.Type || (Wrapped.self as? any OptionalFunction.Type)?.isOfFunction == true
    }
}
