public import Foundation
internal import StrataTraps

// Each property exists for some kinds of expression only, and traps for the others, where Apple's
// frameworks raise an exception.
extension NSExpression {
    /// The kind of expression, which determines the other properties that can be read.
    public var expressionType: ExpressionType {
        switch form {
        case .constant, .symbol: .constantValue
        case .keyPath([]): .evaluatedObject
        case .keyPath: .keyPath
        case .variable, .assignment: .variable
        case .function, .message, .path: .function
        case .fetch: .fetchRequest
        case .set(.union, _, _): .unionSet
        case .set(.intersect, _, _): .intersectSet
        case .set(.minus, _, _): .minusSet
        case .subquery: .subquery
        case .aggregate: .aggregate
        case .anyKey: .anyKey
        case .block: .block
        case .conditional: .conditional
        }
    }

    /// The value of a constant: a number as NSNumber, a collection as an array.
    public var constantValue: Any? {
        switch form {
        case .constant(let value): value.object
        case .symbol(let symbol): symbol.rawValue
        default: missing("constant value")
        }
    }

    /// The key path, its names joined by dots; `self` for the evaluated object.
    public var keyPath: String {
        guard case .keyPath(let names) = form else { missing("key path") }
        return names.isEmpty ? "self" : names.joined(separator: ".")
    }

    /// The selector of a function, such as `sum:`.
    public var function: String {
        switch form {
        case .function(let function, _): function.rawValue
        case .message(_, let selector, _): selector
        case .path: "valueForKeyPath:"
        default: missing("function")
        }
    }

    /// The name of a variable, of an assigned variable or of a subquery's variable, without the
    /// `$`.
    public var variable: String {
        switch form {
        case .variable(let name), .assignment(let name, _), .subquery(_, let name, _): name
        default: missing("variable")
        }
    }

    /// The target of a function; for a built-in function, the name of Apple's class that implements
    /// it.
    public var operand: NSExpression {
        switch form {
        case .function: NSExpression(form: ExpressionForm.utilities)
        case .message(let target, _, _), .path(let target, _): NSExpression(form: target)
        default: missing("operand")
        }
    }

    /// The arguments of a function or block.
    public var arguments: [NSExpression]? {
        switch form {
        case .function(_, let arguments), .message(_, _, let arguments), .block(_, let arguments):
            arguments.map { NSExpression(form: $0) }
        case .path(_, let names): [NSExpression(form: .keyPath(names))]
        default: missing("arguments")
        }
    }

    /// The elements of an aggregate, as an array of expressions, or the collection of a subquery,
    /// as one expression.
    public var collection: Any {
        switch form {
        case .aggregate(let elements): elements.map { NSExpression(form: $0) }
        case .subquery(let collection, _, _): NSExpression(form: collection)
        default: missing("collection")
        }
    }

    /// The predicate of a subquery or the condition of a conditional expression.
    public var predicate: NSPredicate {
        switch form {
        case .subquery(_, _, let form), .conditional(let form, _, _): NSPredicate.predicate(for: form)
        default: missing("predicate")
        }
    }

    /// The left operand of a union, intersection or difference.
    public var left: NSExpression {
        guard case .set(_, let left, _) = form else { missing("left expression") }
        return NSExpression(form: left)
    }

    /// The right operand of a union, intersection or difference.
    public var right: NSExpression {
        guard case .set(_, _, let right) = form else { missing("right expression") }
        return NSExpression(form: right)
    }

    /// The result of a conditional expression whose condition holds.
    public var `true`: NSExpression {
        guard case .conditional(_, let yes, _) = form else { missing("true expression") }
        return NSExpression(form: yes)
    }

    /// The result of a conditional expression whose condition does not hold.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let no) = form else { missing("false expression") }
        return NSExpression(form: no)
    }

    /// The closure of a block expression.
    public var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
        guard case .block(let block, _) = form else { missing("block") }
        return block.body
    }

    private func missing(_ part: String) -> Never {
        trap("\(self) is an expression of the kind .\(expressionType), which has no \(part).")
    }
}
