internal import StrataPredicates

extension QueryBuilder {
    /// Returns the translation of an expression as a collection; throws if it is a single value.
    func collection(_ form: ExpressionForm) throws -> SQLCollection {
        try collection(operand(form), form)
    }

    private func collection(_ operand: SQLOperand, _ form: ExpressionForm) throws -> SQLCollection {
        switch operand {
        case .collection(let collection): return collection
        case .constant(.list(let values)):
            let types = Set(values.map(SQLType.init)).subtracting([.null])
            guard Set(types.map(\.comparable)).count <= 1, types.first?.kind != .transformed else {
                throw InvalidPredicate("the values of \(form.format) are of different types.")
            }
            let alias = newAlias()
            let scope = QueryScope("\(dialect.rows(of: bind(.list(values)))) \(alias)", tables)
            let value = SQLExpression(text: "\(alias).\(dialect.column(0))", type: types.first ?? .null)
            return SQLCollection(scope: scope, parent: self.scope, element: .value(value))
        case .list(let elements): return try values(elements.map(value))
        default: throw InvalidPredicate("\(form.format) is not a collection.")
        }
    }

    /// Returns a collection of values that depend on the row.
    private func values(_ elements: [SQLExpression]) throws -> SQLCollection {
        var type = SQLType.null
        for element in elements {
            guard let common = type.common(element.type), common.kind != .transformed else {
                throw InvalidPredicate("the values of a list are of different kinds.")
            }
            type = common
        }
        let alias = newAlias()
        let rows = elements.map { "SELECT \(dialect.converted($0, to: type)) AS value" }.joined(separator: " UNION ALL ")
        let value = SQLExpression(text: "\(alias).value", type: type)
        return SQLCollection(scope: QueryScope("(\(rows)) \(alias)", tables), parent: scope, element: .value(value))
    }

    func subquery(_ form: ExpressionForm, _ variable: String, _ predicate: PredicateForm) throws -> SQLOperand {
        var collection = try elements(form)
        let outer = variables[variable]
        variables[variable] = collection.elementOperand
        defer { variables[variable] = outer }
        collection.scope.require(try ofRow { try condition(predicate) })
        collection.owner = nil
        // What a SUBQUERY of a collection of collections filters are the elements of all of them.
        collection.isNested = false
        return .collection(collection)
    }

    /// Returns the collection that a SUBQUERY filters.
    ///
    /// A single object or value counts as a collection of one, and nil as an empty collection.
    private func elements(_ form: ExpressionForm) throws -> SQLCollection {
        let operand = try operand(form)
        switch operand {
        case .object(let object):
            let alias = newAlias()
            let key = "\(alias).\(tables.keyColumn)"
            let scope = QueryScope("\(tables.tableName(object.layout)) \(alias)", tables, where: "\(key) = \(object.key)")
            let element = SQLObject(key: key, layout: object.layout, scope: scope, alias: alias, isOptional: false)
            return SQLCollection(scope: scope, parent: object.scope, element: .object(element))
        case .value(let expression):
            let collection = try values([expression])
            if expression.isOptional { collection.scope.require(SQLCondition(text: "\(collection.value.text) IS NOT NULL")) }
            return collection
        default:
            return try collection(operand, form)
        }
    }

    // MARK: Aggregates

    func apply(_ operation: CollectionOperator, to collection: SQLCollection, _ names: ArraySlice<String>) throws -> SQLOperand {
        if operation == .count { return .value(orNull(collection, try aggregate(.count, of: collection))) }
        guard case .collection(var values) = try follow(.collection(collection), names) else {
            throw InvalidPredicate(
                "\(operation.rawValue) must be followed by a key path to a single value of each element, as in items.@sum.price.")
        }
        switch operation {
        case .count, .sum: return .value(orNull(collection, try aggregate(.sum, of: values)))
        case .least: return .value(orNull(collection, try aggregate(.min, of: values)))
        case .greatest: return .value(orNull(collection, try aggregate(.max, of: values)))
        case .average:
            // As in key-value coding, nil counts as 0.
            let value = values.value
            values.element = .value(
                SQLExpression(text: dialect.number(value.text, orIfNull: 0), type: value.type, isOptional: false))
            return .value(orNull(collection, try aggregate(.average, of: values)))
        case .union:
            values.leavesOutNull = true
            return .collection(values)
        case .distinctUnion:
            values.leavesOutNull = true
            return .collection(try distinct(values))
        case .unionOfArrays, .distinctUnionOfArrays, .distinctUnionOfSets:
            throw InvalidPredicate("\(operation.rawValue) has no SQL; @distinctUnionOfObjects has.")
        }
    }

    /// Returns an expression that is NULL if the collection's owner is missing: a key path through
    /// nil is nil, not 0.
    private func orNull(_ collection: SQLCollection, _ expression: SQLExpression) -> SQLExpression {
        guard let owner = collection.owner else { return expression }
        return SQLExpression(text: "CASE WHEN \(owner) IS NOT NULL THEN \(expression.text) END", type: expression.type)
    }

    /// Returns an aggregate of all elements as a scalar subselect.
    ///
    /// `count` includes nil elements; the other functions ignore them.
    func aggregate(_ function: NamedFunction, of collection: SQLCollection) throws -> SQLExpression {
        if collection.isNested {
            throw InvalidPredicate("\(function.rawValue) of a collection of collections has no SQL.")
        }
        let value = collection.value
        let rows = collection.scope.text(and: collection.elementCounts)
        func select(_ result: String) -> String { "(SELECT \(result) \(rows))" }
        switch function {
        case .count: return SQLExpression(text: select("count(*)"), type: .int, isOptional: false, counted: rows)
        case .min where dialect.hasOrder(value.type), .max where dialect.hasOrder(value.type):
            if value.type.kind == .transformed { throw InvalidPredicate("a transformable attribute has no order.") }
            return SQLExpression(text: select("\(function == .min ? "min" : "max")(\(value.text))"), type: value.type)
        default: break
        }
        let all = try call(function, ofAll: value)
        return SQLExpression(text: select(all.text), type: all.type, isOptional: all.isOptional)
    }

    /// Returns the call of an aggregate function over a number of each row, for use in a SELECT.
    func call(_ function: NamedFunction, ofAll value: SQLExpression) throws -> SQLExpression {
        if function == .mode { throw InvalidPredicate("mode returns many values, so it has no SQL.") }
        guard value.type.kind == .number else { throw InvalidPredicate("\(function.rawValue) takes numbers.") }
        let call = try dialect.aggregate(function, of: value)
        return SQLExpression(
            text: function == .sum ? dialect.number(call, orIfNull: 0) : call,
            type: value.type.mayBeDecimal ? value.type : function == .sum && value.type == .int ? .int : .number,
            isOptional: function != .sum)
    }

    // MARK: Sets

    /// Returns the distinct values of a collection.
    func distinct(_ collection: SQLCollection) throws -> SQLCollection {
        if collection.isNested { throw InvalidPredicate("the distinct values of a collection of collections have no SQL.") }
        let value = collection.value
        return derived(
            "SELECT DISTINCT \(dialect.distinct(value)) AS value \(collection.scope.text(and: collection.elementCounts))",
            value.type,
            collection)
    }

    func set(_ operation: ExpressionForm.SetOperation, _ left: ExpressionForm, _ right: ExpressionForm) throws -> SQLOperand {
        let (left, right) = (try collection(left), try collection(right))
        let (leftType, rightType) = (left.value.type.comparable, right.value.type.comparable)
        guard leftType == rightType || leftType == .null || rightType == .null else {
            throw InvalidPredicate("\(operation.rawValue) takes two collections of one type.")
        }
        if left.isNested || right.isNested {
            throw InvalidPredicate("\(operation.rawValue) of a collection of collections has no SQL.")
        }
        let word =
            switch operation {
            case .union: "UNION"
            case .intersect: "INTERSECT"
            case .minus: "EXCEPT"
            }
        let selects = [left, right].map {
            "SELECT \(dialect.distinct($0.value)) AS value \($0.scope.text(and: $0.elementCounts))"
        }
        let type = left.value.type == .null ? right.value.type : left.value.type
        return .collection(derived(selects.joined(separator: " \(word) "), type, left))
    }

    /// Returns the rows of a SELECT as a collection. The SELECT's only column must be called
    /// `value`.
    private func derived(_ select: String, _ type: SQLType, _ origin: SQLCollection) -> SQLCollection {
        let alias = newAlias()
        let scope = QueryScope("(\(select)) \(alias)", tables)
        let key = "\(alias).value"
        let element: SQLCollection.Element =
            if case .object(let object) = origin.element {
                .object(SQLObject(key: key, layout: object.layout, scope: scope))
            } else {
                .value(SQLExpression(text: key, type: type))
            }
        return SQLCollection(scope: scope, parent: origin.parent, element: element)
    }

    // MARK: Elements by position

    func element(of operand: SQLOperand, at index: ExpressionForm) throws -> SQLOperand {
        guard case .collection(let collection) = operand else {
            throw InvalidPredicate("an index can only follow an ordered relationship.")
        }
        if index == .symbol(.size) { return .value(orNull(collection, try aggregate(.count, of: collection))) }
        guard !collection.order.isEmpty else {
            throw InvalidPredicate("only an ordered relationship has a first, a last and an n-th element.")
        }
        var order = collection.order
        var place = 0
        switch index {
        case .symbol(.first): break
        case .symbol: order = order.map { "\($0) DESC" }
        default:
            guard case .constant(let value) = try self.operand(index), let number = value.wholeNumber else {
                throw InvalidPredicate("an index must be a constant whole number, FIRST, LAST or SIZE.")
            }
            // There is no such element, and SQL has no negative offsets.
            guard number >= 0 else { return .constant(.null) }
            place = Int(number)
        }
        let limit = place == 0 ? "LIMIT 1" : "LIMIT 1 OFFSET \(bind(.int(Int64(place))))"
        func select(_ column: String) -> String {
            "(SELECT \(column) \(collection.scope.text(and: collection.elementCounts)) ORDER BY \(order.joined(separator: ", ")) \(limit))"
        }
        switch collection.element {
        case .object(let object):
            return .object(SQLObject(key: select(object.key), layout: object.layout, scope: collection.parent))
        case .value(let expression):
            return .value(SQLExpression(text: select(expression.text), type: expression.type))
        }
    }
}
