public import Foundation
internal import Traps

/// An operand of a comparison, or a computation by itself: `NSExpression(format: "items.@sum.price * 2")`.
///
/// Immutable, and so free to cross threads. Two expressions are equal when they print alike.
// Safe to share: immutable after init, but for the compiled form, which the lock guards; so are all
// subclasses here.
open class NSExpression: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    public enum ExpressionType: UInt, Sendable {
        case constantValue, evaluatedObject, variable, keyPath, function, unionSet, intersectSet, minusSet
        case subquery = 13
        case aggregate, anyKey
        case block = 19
        case conditional
        /// `FETCH(…)`, which Core Data names NSFetchRequestExpressionType.
        case fetchRequest = 50
    }

    /// What both evaluators read.
    package let form: ExpressionForm

    private let lock = NSLock()
    /// Made at the first evaluation, guarded by `lock`.
    private var compiled: CompiledExpression?

    package init(form: ExpressionForm) {
        self.form = form
    }

    /// Reads `expressionFormat`, with an argument for each `%@`, `%K`, `%d` and so on. Traps with a sentence that shows the place of
    /// what cannot be read.
    public convenience init(format expressionFormat: String, _ args: any CVarArg...) {
        self.init(reading: expressionFormat, args)
    }

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

    /// A constant. Traps for a value of a type that has no place in a predicate.
    public convenience init(forConstantValue obj: Any?) {
        do {
            self.init(form: .constant(try Value(converting: obj)))
        } catch {
            trap("\(error)")
        }
    }

    /// `SELF`
    open class func expressionForEvaluatedObject() -> NSExpression { NSExpression(form: .keyPath([])) }

    /// `ANYKEY`: all values of a dictionary.
    open class func expressionForAnyKey() -> NSExpression { NSExpression(form: .anyKey) }

    /// `$string`
    public convenience init(forVariable string: String) {
        self.init(form: .variable(string))
    }

    /// Names joined by dots. Traps for an empty name and for a collection operator that there is not.
    public convenience init(forKeyPath keyPath: String) {
        do {
            self.init(form: .keyPath(try [String](keyPath: keyPath)))
        } catch {
            trap("\(error)")
        }
    }

    /// The names of a Swift key path's properties. Traps where they are not known, as those of a computed property.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        do {
            self.init(form: .keyPath(keyPath == \Root.self ? [] : try [String](keyPath)))
        } catch {
            trap("\(error)")
        }
    }

    /// A function of Apple's list by its selector, such as `sum:` or `add:to:`. One of a collection takes the collection, or its elements
    /// as several arguments. Traps for another name, and for arguments that are not as many expressions as it takes.
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

    /// `FUNCTION(target, "name", parameters…)`. It is made for any name; what can be called on Linux is in docs/deviations.md.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        let arguments = Self.forms(of: parameters ?? [])
        if name == "valueForKeyPath:", arguments.count == 1, case .keyPath(let names) = arguments[0] {
            self.init(form: target.form.appending(names))
        } else {
            self.init(form: .message(target.form, name, arguments))
        }
    }

    /// `{a, b}`; each element is an `NSExpression`.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(form: .aggregate(Self.forms(of: subexpressions)))
    }

    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.union, left.form, right.form))
    }

    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.intersect, left.form, right.form))
    }

    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(form: .set(.minus, left.form, right.form))
    }

    /// `SUBQUERY(expression, $variable, predicate)`: the elements for which the predicate holds.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(form: .subquery(expression.form, variable: variable, predicate.form))
    }

    /// `TERNARY(predicate, trueExpression, falseExpression)`
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(form: .conditional(predicate.form, trueExpression.form, falseExpression.form))
    }

    /// A closure that takes the evaluated object, the values of `arguments` and the context. It runs in memory only.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        self.init(form: .block(ExpressionBlock(block), arguments?.map(\.form) ?? []))
    }

    public required init?(coder: NSCoder) {
        guard let form = ExpressionForm(from: coder) else { return nil }
        self.form = form
    }

    open class var supportsSecureCoding: Bool { true }

    open override var classForKeyedArchiver: AnyClass? { form.archivedClass }

    /// Writes the keys that Apple's archives have. An expression with a closure cannot be archived: it traps.
    open func encode(with coder: NSCoder) {
        form.encode(with: coder)
    }

    /// What the expression gives for an object: numbers as NSNumber, null as nil, a collection as an array and a union, an intersection or
    /// a difference of two as an NSSet.
    ///
    /// `context` holds the variables by name, which may be expressions, and takes those that the expression assigns. Reads objects, and traps, as
    /// `NSPredicate.evaluate(with:)` does.
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

    /// Does nothing. On Apple's platforms it permits an expression from an archive to run; here no format can call a method.
    open func allowEvaluation() {}

    open override var description: String { form.format }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSExpression)?.form.format.utf8.elementsEqual(form.format.utf8) ?? false
    }

    open override var hash: Int { form.format.hashValue }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static func forms(of expressions: [Any]) -> [ExpressionForm] {
        expressions.map { expression in
            guard let expression = expression as? NSExpression else {
                trap(
                    "An argument is an NSExpression, not a \(type(of: expression)); constants are "
                        + "NSExpression(forConstantValue:).")
            }
            return expression.form
        }
    }
}
