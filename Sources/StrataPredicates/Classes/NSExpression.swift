public import Foundation
internal import StrataTraps

/// An operand of a comparison, or a standalone computation.
///
///     let total = NSExpression(format: "items.@sum.price * 2")
///
/// Immutable, so it can be shared between threads. Two expressions are equal if their formats are.
// Safe to share: immutable after init, except the compiled form, which the lock guards; the
// subclasses in this module add no mutable state.
open class NSExpression: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The kind of an expression. Raw values are Apple's.
    public enum ExpressionType: UInt, Sendable {
        /// A constant, such as `4.5` or an argument of `%@`.
        case constantValue
        /// `SELF`: The object that the predicate or expression is evaluated with.
        case evaluatedObject
        /// `$name`: A value from the bindings of the evaluation.
        case variable
        /// A key path from the evaluated object, such as `region.name`.
        case keyPath
        /// A call of a function, such as `sum:(magnitude)`, or arithmetic.
        case function
        /// `UNION`: The elements that are in either of two collections.
        case unionSet
        /// `INTERSECT`: The elements that are in both of two collections.
        case intersectSet
        /// `MINUS`: The elements of the left collection that are not in the right one.
        case minusSet
        /// `SUBQUERY(…)`: The elements of a collection that satisfy a predicate.
        case subquery = 13
        /// `{…}`: A list of expressions.
        case aggregate
        /// `ANYKEY`: All values of a dictionary.
        case anyKey
        /// A closure that computes the value. It has no format and no SQL.
        case block = 19
        /// `TERNARY(…)`: One of two expressions, selected by a predicate.
        case conditional
        /// `FETCH(…)`, Core Data's NSFetchRequestExpressionType.
        case fetchRequest = 50
    }

    /// The form that both evaluators read.
    package let form: ExpressionForm

    private let lock = NSLock()
    /// Compiled at the first evaluation. Guarded by `lock`.
    private var compiled: CompiledExpression?

    package init(form: ExpressionForm) {
        self.form = form
    }

    /// Creates an expression from a format, with an argument for each `%@`, `%K`, `%d` and so on.
    ///
    /// Traps if the format does not parse, with a message that shows the position of the error.
    public convenience init(format expressionFormat: String, _ args: any CVarArg...) {
        self.init(reading: expressionFormat, args)
    }

    /// Creates an expression from a format with its arguments in an array; see `init(format:_:)`.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(reading: expressionFormat, arguments)
    }

    private convenience init(reading format: String, _ arguments: [Any]) {
        do {
            self.init(form: try FormatParser.parseExpression(format, arguments: arguments))
        } catch {
            trap("\(error)")
        }
    }

    /// Creates a constant, or an aggregate if the object is a collection that contains an
    /// `NSExpression`. Traps for a value that a predicate cannot compare.
    public convenience init(forConstantValue obj: Any?) {
        do {
            self.init(form: ExpressionForm(constant: try Value(constant: obj)))
        } catch {
            trap("\(error)")
        }
    }

    /// Returns `SELF`, the evaluated object.
    open class func expressionForEvaluatedObject() -> NSExpression { NSExpression(form: .keyPath([])) }

    /// Returns `ANYKEY`, which evaluates to all values of a dictionary.
    open class func expressionForAnyKey() -> NSExpression { NSExpression(form: .anyKey) }

    /// Creates `$string`, a variable that takes its value from the evaluation's context.
    public convenience init(forVariable string: String) {
        self.init(form: .variable(string))
    }

    /// Creates a key path from names joined by dots. Traps for an empty name and for an unknown
    /// collection operator.
    public convenience init(forKeyPath keyPath: String) {
        do {
            self.init(form: .keyPath(try [String](keyPath: keyPath)))
        } catch {
            trap("\(error)")
        }
    }

    /// Creates a key path from the property names of a Swift key path. Traps if they are unknown,
    /// as for a computed property.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        do {
            self.init(form: .keyPath(keyPath == \Root.self ? [] : try [String](keyPath)))
        } catch {
            trap("\(error)")
        }
    }

    /// Creates a call of a built-in function by its selector, such as `sum:` or `add:to:`.
    ///
    /// A collection function accepts the collection, or its elements as several arguments. Traps
    /// for an unknown selector and for a wrong number of arguments, each of which must be an
    /// `NSExpression`.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        guard let function = NamedFunction(called: name) else {
            trap(
                "There is no function \(name); there are \(NamedFunction.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        var arguments = Self.forms(of: parameters)
        if function.takesCollection, arguments.count > 1 { arguments = [.aggregate(arguments)] }
        require(
            arguments.count == function.arity, "\(name) takes \(function.arity) arguments, not \(arguments.count).")
        self.init(form: .function(function, arguments))
    }

    /// Creates `FUNCTION(target, "name", parameters…)`, the call of a method.
    ///
    /// Accepts any name, but only some methods can be called on Linux when the expression is
    /// evaluated; see docs/deviations.md.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        let arguments = Self.forms(of: parameters ?? [])
        if name == "valueForKeyPath:", arguments.count == 1, case .keyPath(let names) = arguments[0] {
            self.init(form: target.form.appending(names))
        } else {
            self.init(form: .message(target.form, name, arguments))
        }
    }

    /// Creates `{a, b}`, a list. Each element must be an `NSExpression`; anything else traps.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(form: .aggregate(Self.forms(of: subexpressions)))
    }

    /// Creates `left UNION right`: the elements that are in either collection, each once.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.union, left.form, right.form))
    }

    /// Creates `left INTERSECT right`: the elements that are in both collections, each once.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.intersect, left.form, right.form))
    }

    /// Creates `left MINUS right`: the elements of `left` that are not in `right`, each once.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.minus, left.form, right.form))
    }

    /// Creates `SUBQUERY(expression, $variable, predicate)`: the elements that satisfy the
    /// predicate.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(form: .subquery(expression.form, variable: variable, predicate.form))
    }

    /// Creates `TERNARY(predicate, trueExpression, falseExpression)`.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(form: .conditional(predicate.form, trueExpression.form, falseExpression.form))
    }

    /// Creates an expression from a closure, which is passed the evaluated object, the values of
    /// `arguments` and the context. It can be evaluated in memory only, not by a store.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        self.init(form: .block(ExpressionBlock(block), arguments?.map(\.form) ?? []))
    }

    public required init?(coder: NSCoder) {
        guard let form = ExpressionForm(from: coder) else { return nil }
        self.form = form
    }

    /// True: decoding accepts only the classes of this module and Foundation's value classes.
    open class var supportsSecureCoding: Bool { true }

    open override var classForKeyedArchiver: AnyClass? { form.archivedClass }

    /// Encodes the expression with the keys of Apple's archives. Traps for a closure or a FETCH.
    open func encode(with coder: NSCoder) {
        form.encode(with: coder)
    }

    /// Evaluates the expression for an object.
    ///
    /// Returns numbers as NSNumber, null as nil, a collection as an array, and a union,
    /// intersection or difference as an NSSet. Reads keys, and traps, as
    /// `NSPredicate.evaluate(with:)` does.
    ///
    /// - Parameters:
    ///   - object: The object that `SELF` and key paths refer to.
    ///   - context: The values of variables by name, which can be expressions. Receives the
    ///     variables that the expression assigns.
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        do {
            let expression = try lock.withLock {
                let expression = try compiled ?? CompiledExpression(form)
                compiled = expression
                return expression
            }
            let bindings = context.map { Bindings(context: $0) }
            let value = try expression.value(of: Operand(subject: object), bindings)
            bindings?.writeBack()
            if case .set = form, let elements = value.object as? [Any] { return NSSet(array: elements) }
            return value.object
        } catch {
            trap("\(error)")
        }
    }

    /// Does nothing. On Apple's platforms it permits the evaluation of an expression from an
    /// archive; here no expression can call arbitrary methods.
    open func allowEvaluation() {}

    open override var description: String { form.format }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSExpression)?.form.format.utf8.elementsEqual(form.format.utf8) ?? false
    }

    open override var hash: Int { form.format.hashValue }

    /// Returns the expression itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static func forms(of expressions: [Any]) -> [ExpressionForm] {
        expressions.map { expression in
            guard let expression = expression as? NSExpression else {
                trap(
                    "An argument must be an NSExpression, not a \(type(of: expression)); wrap a constant in "
                        + "NSExpression(forConstantValue:).")
            }
            return expression.form
        }
    }
}
