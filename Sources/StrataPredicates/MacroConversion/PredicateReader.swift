import Foundation
import Synchronization

extension PredicateForm {
    /// Converts a `#Predicate` to the form into which Apple's frameworks convert it; see
    /// `PredicateReader`.
    ///
    /// - Parameters:
    ///   - conversion: Returns the value of a constant of a type that only the caller knows; nil for
    ///     another one.
    ///   - ordering: The comparison of values whose order only the caller knows.
    /// - Throws: `InvalidPredicate`, which names the part that has no form.
    package init<Input>(
        _ predicate: Predicate<Input>, converting conversion: ((Any) -> Value?)? = nil, ordering: Ordering? = nil
    ) throws {
        var reader = PredicateReader()
        reader.conversion = conversion
        reader.ordering = ordering
        reader.variables[predicate.variable.key] = .keyPath([])
        self = try reader.predicate(predicate.expression)
    }
}

extension PredicateForm {
    /// Returns the comparison, by `<` and its relatives, of two values of a type that orders them
    /// otherwise than their forms are ordered; nil for another type.
    package typealias Ordering =
        (_ type: any Any.Type, _ left: ExpressionForm, _ kind: Comparison.Kind, _ right: ExpressionForm) -> PredicateForm?
}

extension ExpressionForm {
    /// Converts an `#Expression`; see `PredicateForm.init(_:)`.
    package init<Input, Output>(_ expression: Expression<Input, Output>) throws {
        var reader = PredicateReader()
        reader.variables[expression.variable.key] = .keyPath([])
        self = try reader.expression(expression.expression)
    }
}

/// A class that can name the properties along its key paths. Swift itself reports only the names of
/// stored properties.
package protocol KeyPathNaming {
    /// Returns the names of the properties along a key path; nil if the key path is not one of this
    /// class.
    static func names(of keyPath: AnyKeyPath) -> [String]?

    /// Whether a key path must be read from an object by name, because the object is of another
    /// class or its class overrides access by name.
    static func readsByName(_ object: Any) -> Bool
}

/// Functions that name the properties along key paths whose root classes cannot conform to
/// ``KeyPathNaming``, because a protocol of the app's makes them.
package enum KeyPathNamers {
    private static let namers = Mutex<[@Sendable (AnyKeyPath) throws -> [String]?]>([])

    /// Adds a function. It returns nil for key paths of other classes, and throws `InvalidPredicate`
    /// for one that names no property.
    package static func add(_ namer: @escaping @Sendable (AnyKeyPath) throws -> [String]?) {
        namers.withLock { $0.append(namer) }
    }

    static func names(of keyPath: AnyKeyPath) throws -> [String]? {
        for namer in namers.withLock({ $0 }) {
            if let names = try namer(keyPath) { return names }
        }
        return nil
    }
}

/// Functions that name the entities of classes, which a predicate tests for with `is` and `as?`.
package enum EntityNamers {
    private static let namers = Mutex<[@Sendable (any Any.Type) -> String?]>([])

    /// Adds a function. It returns nil for other types.
    package static func add(_ namer: @escaping @Sendable (any Any.Type) -> String?) {
        namers.withLock { $0.append(namer) }
    }

    static func name(of type: any Any.Type) -> String? {
        namers.withLock { $0 }.lazy.compactMap { $0(type) }.first
    }
}

/// A converter of the nodes of Foundation's predicates, each of which is a generic type of its own.
///
/// ## Conversion of `#Predicate`
///
/// The macro builds a tree of generic structs. For example, `$0.magnitude > 4.5` has the type
///
///     Comparison<KeyPath<Variable<Quake>, Float>, Value<Float>>
///
/// There is no enumeration to switch over, so each node type conforms to `FormReadable` (in the
/// files beside this one), and `node(_:)` casts to it.
///
/// **Predicate or expression.** The context decides: `&&` needs predicates, `>` expressions, and a
/// Bool property can be either. A node is therefore read as a `Node`. `predicate(_:)` turns an
/// expression into `expression == true`; `expression(_:)` turns a predicate into
/// `TERNARY(predicate, true, false)`.
///
/// **Variables** map to the expressions that they stand for. The predicate's parameter is `SELF`. A
/// closure over the elements of a collection becomes a SUBQUERY with a variable `_local_1`,
/// `_local_2` and so on. Optional chaining maps its variable to the unwrapped expression and
/// becomes `TERNARY(a != nil, a.b, nil)`, which `simplified` later reduces to `a.b`.
///
/// **Key paths** get their names from the root class if it conforms to `KeyPathNaming`, as managed
/// classes do, and otherwise from the key path's description, which lists stored properties.
///
/// **Subtrees without variables**, such as a test of a captured array, can be evaluated during the
/// conversion: if such a subtree has no form, Foundation evaluates it and the result becomes a
/// constant.
///
/// Any other node makes the conversion fail, and `NSPredicate.init(_:)` returns nil. The resulting
/// forms are those of swift-foundation's PredicateConversionTests.swift
/// (https://github.com/swiftlang/swift-foundation/tree/main/Tests/FoundationEssentialsTests).
struct PredicateReader {
    /// The expression for each variable in scope: the evaluated object, an element of a collection
    /// or an unwrapped optional.
    var variables: [PredicateExpressions.VariableID: ExpressionForm] = [:]
    /// Returns the value of a constant of a type that only the caller knows.
    var conversion: ((Any) -> Value?)?
    /// The comparison of values whose order only the caller knows.
    var ordering: PredicateForm.Ordering?
    private var elementCount = 0

    /// The result of reading a node, before its context decides between predicate and expression.
    enum Node {
        case predicate(PredicateForm)
        case expression(ExpressionForm)
        /// A half-open or one-sided range. A closed range is an aggregate, as BETWEEN expects it.
        case range(lower: ExpressionForm?, upper: ExpressionForm?, isClosed: Bool)
    }

    /// Reads a node by its type. A node that has no form but depends on no variable is evaluated,
    /// and its value becomes a constant.
    func node(_ node: Any) throws -> Node {
        do {
            guard let readable = node as? any FormReadable else { throw InvalidPredicate.unreadable(node) }
            return try readable.read(self)
        } catch {
            // Ignored: the error from above says more.
            guard let value = try? (node as? any PredicateExpression)?.evaluate(PredicateBindings()),
                let converted = try? constant(value)
            else { throw error }
            return .expression(.constant(converted))
        }
    }

    /// Converts a constant.
    func constant(_ value: Any) throws -> Value {
        // The caller first: its classes would be opaque objects here.
        try conversion?(value) ?? Value(constant: value)
    }

    /// Reads a node as an expression.
    func expression(_ node: Any) throws -> ExpressionForm {
        switch try self.node(node) {
        case .expression(let form): form
        case .predicate(let form): .conditional(form, .constant(.bool(true)), .constant(.bool(false)))
        case .range: throw InvalidPredicate.unreadable(node)
        }
    }

    /// Reads a node as a predicate.
    func predicate(_ node: Any) throws -> PredicateForm {
        switch try self.node(node) {
        case .predicate(let form): form
        case .expression(let form): .comparison(form, .init(.equal), .constant(.bool(true)))
        case .range: throw InvalidPredicate.unreadable(node)
        }
    }

    /// Returns a reader for a closure over a collection's elements, and the name of the closure's
    /// variable.
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
        // The type's name without its generic arguments, which can be very long.
        let name = "\(type(of: node))".prefix { $0 != "<" }
        return InvalidPredicate("A #Predicate with \(name) cannot be converted; write that part as a comparison or a format.")
    }
}
