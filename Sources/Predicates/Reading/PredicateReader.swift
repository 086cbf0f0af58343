import Foundation

extension PredicateForm {
    /// Reads a predicate made by `#Predicate` into the form that formats are read into.
    ///
    /// Throws `InvalidPredicate` that names the part which has no such form.
    package init<Input>(_ predicate: Predicate<Input>) throws {
        var reader = PredicateReader()
        reader.variables[predicate.variable.key] = .keyPath([])
        self = try reader.predicate(predicate.expression)
    }
}

/// A class that knows the names of its key paths, which Swift tells for stored properties only.
package protocol KeyPathNaming {
    /// The names of the properties on the way, or nil for a key path of something else.
    static func names(of keyPath: AnyKeyPath) -> [String]?
}

/// Reads the nodes of Foundation's predicates, each of which is a generic type of its own.
struct PredicateReader {
    /// What each variable in force stands for: the evaluated object, an element of a collection, an unwrapped optional.
    var variables: [PredicateExpressions.VariableID: ExpressionForm] = [:]
    private var elementCount = 0

    /// What a node turns out to be, before it is known what is wanted.
    enum Node {
        case predicate(PredicateForm)
        /// A predicate about an optional that has a value: `name?.contains("a")`, nil where the expression is.
        case optionalPredicate(unwrapping: ExpressionForm, PredicateForm)
        case expression(ExpressionForm)
        case range(lower: ExpressionForm?, upper: ExpressionForm?, isClosed: Bool)
        /// `a.caseInsensitiveCompare(b)`, to be compared with a ComparisonResult.
        case textOrder(ExpressionForm, PredicateForm.Comparison, ExpressionForm)
        case comparisonResult(ComparisonResult)
    }

    func node(_ node: Any) throws -> Node {
        guard let readable = node as? any FormReadable else { throw InvalidPredicate.unreadable(node) }
        return try readable.read(self)
    }

    func expression(_ node: Any) throws -> ExpressionForm {
        switch try self.node(node) {
        case .expression(let form): form
        case .predicate(let form): .conditional(form, .constant(.bool(true)), .constant(.bool(false)))
        case .optionalPredicate(let wrapped, let form):
            .conditional(
                wrapped.isNil, .constant(.null), .conditional(form, .constant(.bool(true)), .constant(.bool(false))))
        case .range, .textOrder, .comparisonResult: throw InvalidPredicate.unreadable(node)
        }
    }

    func predicate(_ node: Any) throws -> PredicateForm {
        switch try self.node(node) {
        case .predicate(let form): form
        case .optionalPredicate(let wrapped, let form): .and([.not(wrapped.isNil), form])
        case .expression(let form): .comparison(form, .init(.equal), .constant(.bool(true)))
        case .range, .textOrder, .comparisonResult: throw InvalidPredicate.unreadable(node)
        }
    }

    /// The reader for a test of a collection's elements, and the name of their variable.
    func binding(_ key: PredicateExpressions.VariableID) -> (reader: PredicateReader, variable: String) {
        var reader = self
        reader.elementCount += 1
        let name = "element\(reader.elementCount)"
        reader.variables[key] = .variable(name)
        return (reader, name)
    }
}

/// A node of Foundation's predicates that has a form.
protocol FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node
}

extension ExpressionForm {
    var isNil: PredicateForm { .comparison(self, .init(.equal), .constant(.null)) }
}

extension InvalidPredicate {
    static func unreadable(_ node: Any) -> InvalidPredicate {
        // The type's own name without its parameters, which run over pages.
        let name = "\(type(of: node))".prefix { $0 != "<" }
        return InvalidPredicate("A #Predicate with \(name) cannot be read; write that part as a comparison, or as a format.")
    }
}
