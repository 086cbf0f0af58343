import CoreData
import StrataPredicates

extension PredicateForm {
    /// The same predicate, put together from the classes as a program does it.
    var madeOfClasses: NSPredicate {
        switch self {
        case .always(let value): NSPredicate(value: value)
        case .and(let forms): NSCompoundPredicate(andPredicateWithSubpredicates: forms.map(\.madeOfClasses))
        case .or(let forms): NSCompoundPredicate(type: .or, subpredicates: forms.map(\.madeOfClasses))
        case .not(let form): NSCompoundPredicate(notPredicateWithSubpredicate: form.madeOfClasses)
        case .comparison(_, let comparison, _) where comparison.localeSensitive:
            // An option without a name in Apple's headers: only a format can ask for it.
            NSPredicate.predicate(for: self)
        case .comparison(let left, let comparison, let right):
            NSComparisonPredicate(
                leftExpression: left.madeOfClasses, rightExpression: right.madeOfClasses, modifier: comparison.modifier.ofClasses,
                type: comparison.kind.ofClasses, options: comparison.optionsOfClasses)
        case .block: preconditionFailure("The generator makes no closures.")
        }
    }
}

extension PredicateForm.Comparison.Modifier {
    fileprivate var ofClasses: NSComparisonPredicate.Modifier {
        switch self {
        case .direct: .direct
        case .any: .any
        case .all: .all
        }
    }
}

extension PredicateForm.Comparison.Kind {
    fileprivate var ofClasses: NSComparisonPredicate.Operator {
        switch self {
        case .equal: .equalTo
        case .notEqual: .notEqualTo
        case .less: .lessThan
        case .lessOrEqual: .lessThanOrEqualTo
        case .greater: .greaterThan
        case .greaterOrEqual: .greaterThanOrEqualTo
        case .between: .between
        case .in: .in
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        }
    }
}

extension PredicateForm.Comparison {
    fileprivate var optionsOfClasses: NSComparisonPredicate.Options {
        var options: NSComparisonPredicate.Options = []
        if caseInsensitive { options.insert(.caseInsensitive) }
        if diacriticInsensitive { options.insert(.diacriticInsensitive) }
        if normalized { options.insert(.normalized) }
        return options
    }
}

extension ExpressionForm {
    fileprivate var madeOfClasses: NSExpression {
        switch self {
        case .constant(let value): NSExpression(forConstantValue: value)
        case .keyPath([]): NSExpression.expressionForEvaluatedObject()
        case .keyPath(let names): NSExpression(forKeyPath: names.joined(separator: "."))
        case .variable(let name): NSExpression(forVariable: name)
        case .function(.index, let operands) where operands[1].isSymbol: NSExpression(form: self)
        case .function(let function, let operands):
            NSExpression(forFunction: function.rawValue, arguments: operands.map(\.madeOfClasses))
        case .message(let target, let selector, let operands):
            NSExpression(forFunction: target.madeOfClasses, selectorName: selector, arguments: operands.map(\.madeOfClasses))
        case .aggregate(let elements): NSExpression(forAggregate: elements.map(\.madeOfClasses))
        case .subquery(let collection, let variable, let predicate):
            NSExpression(
                forSubquery: collection.madeOfClasses, usingIteratorVariable: variable, predicate: predicate.madeOfClasses)
        case .set(.union, let left, let right): NSExpression(forUnionSet: left.madeOfClasses, with: right.madeOfClasses)
        case .set(.intersect, let left, let right): NSExpression(forIntersectSet: left.madeOfClasses, with: right.madeOfClasses)
        case .set(.minus, let left, let right): NSExpression(forMinusSet: left.madeOfClasses, with: right.madeOfClasses)
        case .conditional(let predicate, let yes, let no):
            NSExpression(
                forConditional: predicate.madeOfClasses, trueExpression: yes.madeOfClasses, falseExpression: no.madeOfClasses)
        // Only a format can write a path from an expression, and an assignment.
        case .path, .assignment: NSExpression(form: self)
        case .symbol, .anyKey, .fetch, .block: preconditionFailure("The generator makes no \(self) by itself.")
        }
    }

    private var isSymbol: Bool {
        if case .symbol = self { true } else { false }
    }
}
