import Foundation

extension FormCompiler {
    func evaluator(_ form: ExpressionForm) throws -> Evaluator {
        switch form {
        case .constant(let value):
            let operand = Operand(constant: value)
            return { _, _ in operand }
        case .keyPath(let names):
            return try keyPath(names)
        case .path(let base, let names):
            try names.checkOperators()
            let base = try evaluator(base)
            return { row, bindings in try base(row, bindings).following(names[...]) }
        case .variable(let name):
            return try variable(name)
        case .assignment(let name, let value):
            let value = try evaluator(value)
            return { row, bindings in
                let result = try value(row, bindings)
                bindings?.values[name] = result
                return result
            }
        case .function(let function, let arguments):
            return try call(function, arguments)
        case .message(let target, let selector, let arguments):
            return try send(selector, to: target, arguments)
        case .aggregate(let elements):
            let elements = try elements.map(evaluator)
            return { row, bindings in .collection(try elements.map { try $0(row, bindings) }) }
        case .subquery(let collection, let variable, let predicate):
            return try subquery(collection, variable, predicate)
        case .set(let operation, let left, let right):
            let (left, right) = (try evaluator(left), try evaluator(right))
            return { row, bindings in try operation.apply(left(row, bindings), right(row, bindings)) }
        case .conditional(let predicate, let yes, let no):
            let (test, yes, no) = (try test(predicate), try evaluator(yes), try evaluator(no))
            return { row, bindings in try test(row, bindings) ? yes(row, bindings) : no(row, bindings) }
        case .symbol(let symbol):
            throw InvalidPredicate(
                "\(symbol.rawValue) is valid only as an index, such as items[\(symbol.rawValue)].")
        case .anyKey:
            let read = try operands([])
            return { row, _ in .collection(try read(row).elements ?? []) }
        case .fetch(let request, let context, let countOnly):
            return try fetch(request, context, countOnly: countOnly)
        case .block(let block, let arguments):
            let object = try rowObject("An expression made of a closure")
            let arguments = try arguments.map(evaluator)
            return { row, bindings in
                let values = try arguments.map { try $0(row, bindings).object ?? NSNull() }
                return Operand(block.body(object(row), values, bindings?.dictionary))
            }
        }
    }

    private func keyPath(_ names: [String]) throws -> Evaluator {
        guard let place = names.firstIndex(where: { $0.hasPrefix("@") }) else {
            let read = try operands(names)
            return { row, _ in try read(row) }
        }
        try names.checkOperators()
        let read = try operands(Array(names[..<place]))
        let rest = names[place...]
        return { row, _ in try read(row).following(rest) }
    }

    private func variable(_ name: String) throws -> Evaluator {
        if let variables, !variables.contains(name) { throw InvalidPredicate.unboundVariable(name) }
        return { row, bindings in
            guard let value = bindings?.values[name] else { throw InvalidPredicate.unboundVariable(name) }
            guard let object, case .object(let expression as NSExpression) = value else { return value }
            return Operand(expression.expressionValue(with: object(row), context: nil))
        }
    }

    private func call(_ function: NamedFunction, _ arguments: [ExpressionForm]) throws -> Evaluator {
        guard arguments.count == function.arity else {
            throw InvalidPredicate("\(function.rawValue) takes \(function.arity) arguments, not \(arguments.count).")
        }
        if function == .index, case .symbol(let symbol) = arguments[1] {
            let collection = try evaluator(arguments[0])
            return { row, bindings in try collection(row, bindings).element(symbol) }
        }
        let arguments = try arguments.map(evaluator)
        return { row, bindings in try function.apply(arguments.map { try $0(row, bindings) }) }
    }

    /// Compiles FUNCTION for the few methods that need no Objective-C runtime: key-value coding, the
    /// properties of Foundation's values, and the methods of a `SelectorReceiver`.
    private func send(_ selector: String, to form: ExpressionForm, _ arguments: [ExpressionForm]) throws -> Evaluator {
        let target = try evaluator(form)
        if selector == "valueForKey:" || selector == "valueForKeyPath:", arguments.count == 1 {
            let path = try evaluator(arguments[0])
            return { row, bindings in
                let names = try path(row, bindings).value.text?.split(separator: ".").map(String.init) ?? []
                return try target(row, bindings).following(names[...])
            }
        }
        let isProperty = arguments.isEmpty && ValueProperty(rawValue: selector) != nil
        guard isProperty || form.mayBeReceiver else { throw InvalidPredicate.uncallable(selector) }
        guard form.mayBeReceiver else { return { row, bindings in try target(row, bindings).following([selector]) } }
        let values = try arguments.map(evaluator)
        return { row, bindings in
            let operand = try target(row, bindings)
            if let receiver = operand.object as? any SelectorReceiver {
                return Operand(try receiver.call(selector, arguments: try values.map { try $0(row, bindings).object }))
            }
            guard isProperty else { throw InvalidPredicate.uncallable(selector) }
            return try operand.following([selector])
        }
    }

    private func subquery(_ collection: ExpressionForm, _ variable: String, _ predicate: PredicateForm) throws -> Evaluator {
        var inner = self
        inner.variables?.insert(variable)
        let isNested = collection.mayLeadToCollections
        let (collection, test) = (try evaluator(collection), try inner.test(predicate))
        return { row, bindings in
            let bindings = bindings ?? Bindings()
            // The object of a to-one relationship counts as a collection of one, and nil as an
            // empty one.
            let operand = try collection(row, bindings)
            let elements = (isNested ? operand.innerElements : operand.elements) ?? (operand.isNull ? [] : [operand])
            let former = bindings.values[variable]
            defer { bindings.values[variable] = former }
            return .collection(
                try elements.filter { element in
                    bindings.values[variable] = element
                    return try test(row, bindings)
                })
        }
    }

    private func fetch(_ request: ExpressionForm, _ context: ExpressionForm, countOnly: Bool) throws -> Evaluator {
        let (request, context) = (try evaluator(request), try evaluator(context))
        return { row, bindings in
            guard let fetching = try request(row, bindings).object as? any ExpressionFetching else {
                throw InvalidPredicate(
                    "FETCH takes a fetch request, a context and whether only to count, as %@, %@ and YES or NO.")
            }
            return Operand(try fetching.fetch(in: try context(row, bindings).object, countOnly: countOnly))
        }
    }
}

/// A request that FETCH can execute: Core Data's fetch request.
package protocol ExpressionFetching {
    /// Executes the request in a context; returns the objects, or their number if `countOnly`.
    func fetch(in context: Any?, countOnly: Bool) throws -> Any
}

extension ExpressionForm.SetOperation {
    /// Returns each element once, those of the left side before those of the right. Nil, the value
    /// of a path through a nil relationship, counts as an empty collection.
    fileprivate func apply(_ left: Operand, _ right: Operand) throws -> Operand {
        let leftElements = left.isNull ? [] : left.elements
        let rightElements = right.isNull ? [] : right.elements
        guard let leftElements, let rightElements else {
            throw InvalidPredicate("\(rawValue) takes two collections, not \(left.typeName) and \(right.typeName).")
        }
        let others = Set(try rightElements.map { DistinctValue(try $0.value) })
        let elements =
            switch self {
            case .union: leftElements + rightElements
            case .intersect: try leftElements.filter { others.contains(DistinctValue(try $0.value)) }
            case .minus: try leftElements.filter { !others.contains(DistinctValue(try $0.value)) }
            }
        return .collection(try Statistics.distinct(elements))
    }
}

extension [String] {
    /// Throws `InvalidPredicate` for an unknown collection operator.
    func checkOperators() throws {
        for name in self where name.hasPrefix("@") { _ = try CollectionOperator.named(name) }
    }
}

/// An object whose methods FUNCTION can call, by their selectors: a migration manager or an entity
/// migration policy.
package protocol SelectorReceiver {
    /// Calls a method.
    ///
    /// - Throws: An error for an unknown selector, and the method's own errors.
    func call(_ selector: String, arguments: [Any?]) throws -> Any?
}

extension ExpressionForm {
    /// Whether the expression's value may be a `SelectorReceiver`: only a variable can hold one.
    fileprivate var mayBeReceiver: Bool {
        switch self {
        case .variable: true
        case .path(let base, _): base.mayBeReceiver
        default: false
        }
    }
}

extension InvalidPredicate {
    fileprivate static func uncallable(_ selector: String) -> InvalidPredicate {
        InvalidPredicate(
            "FUNCTION cannot call \u{201C}\(selector)\u{201D}: Linux has no Objective-C runtime. It calls valueForKey:, "
                + "valueForKeyPath: and " + ValueProperty.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }

    static func unboundVariable(_ name: String) -> InvalidPredicate {
        InvalidPredicate("The variable $\(name) has no value; replace it before the predicate is used.")
    }
}
