public import Foundation

// Constants that Foundation's `build_Arg` cannot hold, because they are not Codable. A predicate
// that holds one of them cannot be archived, as all predicates on Linux.
extension PredicateExpressions {
    /// The node for a captured predicate, expression or model.
    // Safe to share: the value is constant. A model belongs to its context, and so does a predicate
    // that captures one.
    public struct CapturedValue<Output>: StandardPredicateExpression, @unchecked Sendable {
        /// The captured value.
        public let value: Output

        package init(_ value: Output) { self.value = value }

        /// Returns the captured value.
        public func evaluate(_ bindings: PredicateBindings) throws -> Output { value }

        /// Throws: a captured value has no encoding.
        public init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A captured \(Output.self) has no encoding."))
        }

        /// Throws: a captured value has no encoding.
        public func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                value, .init(codingPath: encoder.codingPath, debugDescription: "A captured \(Output.self) has no encoding."))
        }
    }

    /// Captures a predicate, an expression or a model; called by the expansion of `#Predicate`.
    // One function with a protocol: each overload multiplies the time of the type checker.
    public static func build_Arg<Captured: _PredicateCapture>(_ value: Captured) -> CapturedValue<Captured> {
        CapturedValue(value)
    }
}

/// A type whose values a predicate can capture although they are not Codable.
public protocol _PredicateCapture {}

extension Predicate: _PredicateCapture {}
extension Expression: _PredicateCapture {}
extension Optional: _PredicateCapture where Wrapped: _PredicateCapture {}
extension Array: _PredicateCapture where Element: _PredicateCapture {}
extension Set: _PredicateCapture where Element: _PredicateCapture {}

extension PredicateExpressions.CapturedValue: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        guard let value = unwrapped(value) else { return .expression(.constant(.null)) }
        if value is any CapturedFunction.Function {
            return .expression(.constant(.opaque(OpaqueValue(CapturedFunction(value)))))
        }
        if let constant = reader.conversion?(value) { return .expression(.constant(constant)) }
        throw InvalidPredicate.unreadable(self)
    }
}

/// A captured predicate or expression while a predicate is read.
final class CapturedFunction {
    /// A predicate or an expression.
    protocol Function {}

    let value: Any

    init(_ value: Any) { self.value = value }
}

extension Predicate: CapturedFunction.Function {}
extension Expression: CapturedFunction.Function {}
