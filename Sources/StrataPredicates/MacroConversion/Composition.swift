public import Foundation
internal import StrataTraps

// A predicate can evaluate another predicate or an expression: `isLong.evaluate(trip)`. Foundation's
// macro on Linux rejects the call, so SwiftData's macro of the same name writes it as a subscript,
// `isLong[trip]`, which Foundation's macro accepts. These are the subscripts and their nodes.

extension Predicate {
    /// Stands for `evaluate(_:)` in the expansion of `#Predicate`. Cannot be called.
    @_documentation(visibility: internal)
    public subscript(_ input: repeat each Input) -> Bool { CompositionSyntax.stop() }

    /// Stands for `evaluate(_:_:)` in the expansion of `#Predicate`. Cannot be called.
    @_documentation(visibility: internal)
    public subscript<First, Second>(_ first: First, default second: Second) -> Bool { CompositionSyntax.stop() }
}

extension Expression {
    /// Stands for `evaluate(_:)` in the expansion of `#Predicate`. Cannot be called.
    @_documentation(visibility: internal)
    public subscript(_ input: repeat each Input) -> Output { CompositionSyntax.stop() }

    /// Stands for `evaluate(_:_:)` in the expansion of `#Predicate`. Cannot be called.
    @_documentation(visibility: internal)
    public subscript<First, Second>(_ first: First, default second: Second) -> Output { CompositionSyntax.stop() }
}

extension PredicateExpressions {
    /// The node for `predicate.evaluate(input)`.
    public struct PredicateApplication<Function: PredicateExpression, Input: PredicateExpression>: PredicateExpression
    where Function.Output == Predicate<Input.Output> {
        /// The predicate.
        public let function: Function
        /// The value that the predicate is evaluated with.
        public let input: Input

        /// Evaluates the predicate in memory.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try function.evaluate(bindings).evaluate(input.evaluate(bindings))
        }
    }

    /// The node for `predicate.evaluate(first, second)`.
    public struct PairPredicateApplication<
        Function: PredicateExpression, First: PredicateExpression, Second: PredicateExpression
    >: PredicateExpression where Function.Output == Predicate<First.Output, Second.Output> {
        /// The predicate.
        public let function: Function
        /// The first value that the predicate is evaluated with.
        public let first: First
        /// The second value that the predicate is evaluated with.
        public let second: Second

        /// Evaluates the predicate in memory.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try function.evaluate(bindings).evaluate(first.evaluate(bindings), second.evaluate(bindings))
        }
    }

    /// The node for `expression.evaluate(input)`.
    public struct ExpressionApplication<Function: PredicateExpression, Input: PredicateExpression, Output>: PredicateExpression
    where Function.Output == Expression<Input.Output, Output> {
        /// The expression.
        public let function: Function
        /// The value that the expression is evaluated with.
        public let input: Input

        /// Evaluates the expression in memory.
        public func evaluate(_ bindings: PredicateBindings) throws -> Output {
            try function.evaluate(bindings).evaluate(input.evaluate(bindings))
        }
    }

    /// The node for `expression.evaluate(first, second)`.
    public struct PairExpressionApplication<
        Function: PredicateExpression, First: PredicateExpression, Second: PredicateExpression, Output
    >: PredicateExpression where Function.Output == Expression<First.Output, Second.Output, Output> {
        /// The expression.
        public let function: Function
        /// The first value that the expression is evaluated with.
        public let first: First
        /// The second value that the expression is evaluated with.
        public let second: Second

        /// Evaluates the expression in memory.
        public func evaluate(_ bindings: PredicateBindings) throws -> Output {
            try function.evaluate(bindings).evaluate(first.evaluate(bindings), second.evaluate(bindings))
        }
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_subscript<Function, Input>(
        _ function: Function, _ input: Input
    ) -> PredicateApplication<Function, Input> {
        PredicateApplication(function: function, input: input)
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_subscript<Function, First, Second>(
        _ function: Function, _ first: First, default second: Second
    ) -> PairPredicateApplication<Function, First, Second> {
        PairPredicateApplication(function: function, first: first, second: second)
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_subscript<Function, Input, Output>(
        _ function: Function, _ input: Input
    ) -> ExpressionApplication<Function, Input, Output> {
        ExpressionApplication(function: function, input: input)
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_subscript<Function, First, Second, Output>(
        _ function: Function, _ first: First, default second: Second
    ) -> PairExpressionApplication<Function, First, Second, Output> {
        PairExpressionApplication(function: function, first: first, second: second)
    }
}

/// The subscripts above, which exist for the type checker only.
enum CompositionSyntax {
    static func stop() -> Never {
        trap("This subscript is the form that #Predicate gives a call of evaluate. Call evaluate(_:) instead.")
    }
}

extension PredicateExpressions.PredicateApplication: Sendable where Function: Sendable, Input: Sendable {}
extension PredicateExpressions.PairPredicateApplication: Sendable where Function: Sendable, First: Sendable, Second: Sendable {}
extension PredicateExpressions.ExpressionApplication: Sendable where Function: Sendable, Input: Sendable {}
extension PredicateExpressions.PairExpressionApplication: Sendable
where Function: Sendable, First: Sendable, Second: Sendable {}

extension PredicateExpressions.PredicateApplication: Codable where Function: Codable, Input: Codable {}
extension PredicateExpressions.PairPredicateApplication: Codable where Function: Codable, First: Codable, Second: Codable {}
extension PredicateExpressions.ExpressionApplication: Codable where Function: Codable, Input: Codable {}
extension PredicateExpressions.PairExpressionApplication: Codable
where Function: Codable, First: Codable, Second: Codable {}

extension PredicateExpressions.PredicateApplication: StandardPredicateExpression
where Function: StandardPredicateExpression, Input: StandardPredicateExpression {}
extension PredicateExpressions.PairPredicateApplication: StandardPredicateExpression
where Function: StandardPredicateExpression, First: StandardPredicateExpression, Second: StandardPredicateExpression {}
extension PredicateExpressions.ExpressionApplication: StandardPredicateExpression
where Function: StandardPredicateExpression, Input: StandardPredicateExpression {}
extension PredicateExpressions.PairExpressionApplication: StandardPredicateExpression
where Function: StandardPredicateExpression, First: StandardPredicateExpression, Second: StandardPredicateExpression {}

// MARK: - Forms

// The body of the predicate or the expression is read in place of the call, with its variables
// standing for the arguments.

extension PredicateExpressions.PredicateApplication: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let predicate = try reader.function(function, as: Function.Output.self)
        var inner = reader
        inner.variables[predicate.variable.key] = try reader.expression(input)
        return try inner.node(predicate.expression)
    }
}

extension PredicateExpressions.PairPredicateApplication: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let predicate = try reader.function(function, as: Function.Output.self)
        var inner = reader
        inner.variables[predicate.variable.0.key] = try reader.expression(first)
        inner.variables[predicate.variable.1.key] = try reader.expression(second)
        return try inner.node(predicate.expression)
    }
}

extension PredicateExpressions.ExpressionApplication: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let expression = try reader.function(function, as: Function.Output.self)
        var inner = reader
        inner.variables[expression.variable.key] = try reader.expression(input)
        return try inner.node(expression.expression)
    }
}

extension PredicateExpressions.PairExpressionApplication: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let expression = try reader.function(function, as: Function.Output.self)
        var inner = reader
        inner.variables[expression.variable.0.key] = try reader.expression(first)
        inner.variables[expression.variable.1.key] = try reader.expression(second)
        return try inner.node(expression.expression)
    }
}

extension PredicateReader {
    /// Returns the captured predicate or expression that a node stands for.
    fileprivate func function<Function>(_ node: some PredicateExpression<Function>, as type: Function.Type) throws -> Function {
        // Ignored: a node with variables is read below.
        if let function = try? node.evaluate(PredicateBindings()) { return function }
        guard case .constant(.opaque(let value)) = try expression(node), let captured = value.object as? CapturedFunction,
            let function = captured.value as? Function
        else { throw InvalidPredicate.unreadable(node) }
        return function
    }
}
