import Foundation

extension PredicateForm {
    /// Reads a predicate made by `#Predicate` into the form that Apple's frameworks make of it.
    ///
    /// Source: https://github.com/swiftlang/swift-foundation/blob/main/Tests/FoundationEssentialsTests/PredicateConversionTests.swift.
    /// Throws `InvalidPredicate` that names the part which has no such form.
    package init<Input>(_ predicate: Predicate<Input>) throws {
        var reader = PredicateReader()
        reader.variables[predicate.variable.key] = .keyPath([])
        self = try reader.predicate(predicate.expression)
    }
}

extension ExpressionForm {
    /// Reads an expression made by `#Expression`; see `PredicateForm.init(_:)`.
    package init<Input, Output>(_ expression: Expression<Input, Output>) throws {
        var reader = PredicateReader()
        reader.variables[expression.variable.key] = .keyPath([])
        self = try reader.expression(expression.expression)
    }
}

/// A class that knows the names of its key paths, which Swift tells for stored properties only.
package protocol KeyPathNaming {
    /// The names of the properties on the way, or nil for a key path of something else.
    static func names(of keyPath: AnyKeyPath) -> [String]?

    /// Whether a key path is read from an object by its names: the object is of another class, or
    /// its class has its own way to answer to names.
    static func readsByName(_ object: Any) -> Bool
}

/// Reads the nodes of Foundation's predicates, each of which is a generic type of its own.
struct PredicateReader {
    /// What each variable in force stands for: the evaluated object, an element of a collection, an unwrapped optional.
    var variables: [PredicateExpressions.VariableID: ExpressionForm] = [:]
    private var elementCount = 0

    /// What a node turns out to be, before it is known what is wanted.
    enum Node {
        case predicate(PredicateForm)
        case expression(ExpressionForm)
        /// A range that leaves its upper bound out, or has one bound only; a closed one is an aggregate, as BETWEEN takes it.
        case range(lower: ExpressionForm?, upper: ExpressionForm?, isClosed: Bool)
    }

    /// Reads a node by its type. One of another type that depends on no variable, such as a test of a captured array, is computed here
    /// and stands as its value.
    func node(_ node: Any) throws -> Node {
        do {
            guard let readable = node as? any FormReadable else { throw InvalidPredicate.unreadable(node) }
            return try readable.read(self)
        } catch {
            guard let value = try? (node as? any PredicateExpression)?.evaluate(PredicateBindings()),
                let constant = try? Value(converting: value)
            else { throw error }
            return .expression(.constant(constant))
        }
    }

    func expression(_ node: Any) throws -> ExpressionForm {
        switch try self.node(node) {
        case .expression(let form): form
        case .predicate(let form): .conditional(form, .constant(.bool(true)), .constant(.bool(false)))
        case .range: throw InvalidPredicate.unreadable(node)
        }
    }

    func predicate(_ node: Any) throws -> PredicateForm {
        switch try self.node(node) {
        case .predicate(let form): form
        case .expression(let form): .comparison(form, .init(.equal), .constant(.bool(true)))
        case .range: throw InvalidPredicate.unreadable(node)
        }
    }

    /// The reader for a test of a collection's elements, and the name of their variable.
    func binding(_ key: PredicateExpressions.VariableID) -> (reader: PredicateReader, variable: String) {
        var reader = self
        reader.elementCount += 1
        let name = "_local_\(reader.elementCount)"
        reader.variables[key] = .variable(name)
        return (reader, name)
    }
}

/// A node of Foundation's predicates that has a form.
protocol FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node
}

extension ExpressionForm {
    var isPresent: PredicateForm { .comparison(self, .init(.notEqual), .constant(.null)) }
}

extension InvalidPredicate {
    static func unreadable(_ node: Any) -> InvalidPredicate {
        // The type's own name without its parameters, which run over pages.
        let name = "\(type(of: node))".prefix { $0 != "<" }
        return InvalidPredicate("A #Predicate with \(name) cannot be read; write that part as a comparison, or as a format.")
    }
}
