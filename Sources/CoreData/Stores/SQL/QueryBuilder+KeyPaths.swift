internal import StrataPredicates
internal import StrataTraps

extension QueryBuilder {
    /// Follows a key path from an operand, and returns the operand at its end. A NULL along the way
    /// results in NULL.
    func follow(_ operand: SQLOperand, _ names: ArraySlice<String>) throws -> SQLOperand {
        guard let name = names.first else { return operand }
        let rest = names.dropFirst()
        switch operand {
        case .object(let object):
            return try follow(object, name, rest)
        case .value(let expression):
            return try follow(.value(property(name, of: expression)), rest)
        case .collection(let collection):
            if name.hasPrefix("@") { return try apply(CollectionOperator.named(name), to: collection, rest) }
            return try each(collection, names)
        case .constant(let value):
            let form = ExpressionForm.path(.constant(value), Array(names))
            return .constant(try CompiledExpression(form).value(of: .value(.null), nil).value)
        case .list:
            throw InvalidPredicate("a key path cannot begin with a list.")
        }
    }

    private func follow(_ start: SQLObject, _ name: String, _ rest: ArraySlice<String>) throws -> SQLOperand {
        if name == "self" || (name == "objectID" && start.layout.slot(of: name) == nil) {
            return try follow(.object(start), rest)
        }
        let object = self.object(start, having: name)
        let layout = object.layout
        guard let slot = layout.slot(of: name) else {
            if name == "entity" { throw InvalidPredicate.entity([name] + rest) }
            trap("The entity '\(layout.name)' has no property '\(name)', which the predicate or a sort key reads.")
        }
        if layout.properties[slot].isTransient {
            throw InvalidPredicate("\(layout.name).\(name) is transient: it is not stored.")
        }
        switch layout.kinds[slot] {
        case .attribute:
            return try follow(.value(column(object, slot)), rest)
        case .composite:
            return try composite(object, slot, rest)
        case .toOne:
            let key = "\(row(of: object)).\(tables.column(layout, slot))"
            return try follow(.object(SQLObject(key: key, layout: layout.destination(slot), scope: object.scope)), rest)
        case .toMany, .orderedToMany:
            return try follow(.collection(members(of: object, slot)), rest)
        case .fetched:
            throw InvalidPredicate("\(layout.name).\(name) is a fetched property: it is not stored.")
        }
    }

    private func column(_ object: SQLObject, _ slot: Int) -> SQLExpression {
        let isExternal = object.layout.attribute(slot).isExternal
        return SQLExpression(
            text: "\(row(of: object)).\(tables.column(object.layout, slot))",
            type: isExternal ? .transformed : SQLType(object.layout.types[slot]))
    }

    /// Follows a key path into a composite attribute, each element of which has its own column.
    private func composite(_ object: SQLObject, _ slot: Int, _ names: ArraySlice<String>) throws -> SQLOperand {
        let layout = object.layout
        guard let (column, attribute, rest) = tables.element(layout, slot, names) else {
            throw InvalidPredicate(
                "\(layout.name).\(layout.names[slot]) is a composite attribute: name one of its elements, as in "
                    + "\(layout.names[slot]).street.")
        }
        let expression = SQLExpression(text: "\(row(of: object)).\(column)", type: SQLType(attribute.attributeType))
        return try follow(.value(expression), rest)
    }

    /// Returns a property of a value, such as `length`.
    private func property(_ name: String, of expression: SQLExpression) throws -> SQLExpression {
        if name == "self" { return expression }
        guard let property = ValueProperty(rawValue: name) else {
            throw InvalidPredicate(
                "a value has no property \u{201C}\(name)\u{201D}; values have "
                    + ValueProperty.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return try apply(name, [expression], property.isText ? .text : property == .boolValue ? .bool : .number)
    }

    /// Returns the alias of an object's row, after joining it if necessary.
    func row(of object: SQLObject) -> String {
        object.alias ?? object.scope.row(of: object, alias: newAlias)
    }

    // MARK: To-many relationships

    /// Returns the members of one object, as a nested SELECT.
    private func members(of object: SQLObject, _ slot: Int) throws -> SQLCollection {
        let destination = object.layout.destination(slot)
        let alias = newAlias()
        let storage = storage(object.layout, slot)
        let scope = QueryScope("\(storage.name) \(alias)", tables, where: "\(alias).\(storage.owner) = \(object.key)")
        let member = SQLObject(
            key: "\(alias).\(storage.member)", layout: destination, scope: scope, alias: storage.isJoin ? nil : alias,
            isOptional: false)
        return SQLCollection(
            scope: scope, parent: object.scope, element: .object(member), owner: object.isOptional ? object.key : nil,
            order: object.layout.kinds[slot] == .orderedToMany
                ? [storage.order, storage.member].compactMap(\.self).map { "\(alias).\($0)" } : [])
    }

    /// Follows a key path from each element of a collection.
    private func each(_ collection: SQLCollection, _ names: ArraySlice<String>) throws -> SQLOperand {
        let place = names.firstIndex { $0.hasPrefix("@") } ?? names.endIndex
        guard case .object(let element) = collection.element, let name = names.first,
            case let object = self.object(element, having: name), let slot = object.layout.slot(of: name),
            object.layout.kinds[slot].isRelationship
        else {
            // An attribute, or a property of a value. A collection operator after it applies to the
            // values of all elements.
            var result = collection
            switch try follow(collection.elementOperand, names[..<place]) {
            case .value(let expression): result.element = .value(expression)
            case .object(let object): result.element = .object(object)
            case .constant, .collection, .list: trap("The key path \(names) does not lead to a single value.")
            }
            return try follow(.collection(result), names[place...])
        }
        guard object.layout.kinds[slot].isToMany else {
            var result = collection
            guard case .object(let related) = try follow(.object(object), [name]) else {
                trap("The key \(name) does not lead to an object.")
            }
            result.element = .object(related)
            return try follow(.collection(result), names.dropFirst())
        }
        return try follow(.collection(members(ofEach: collection, object, slot)), names.dropFirst())
    }

    /// Returns the members of all elements, joined to the SELECT of the collection.
    private func members(ofEach collection: SQLCollection, _ object: SQLObject, _ slot: Int) throws -> SQLCollection {
        var result = collection
        let name = object.layout.names[slot]
        if object.layout.properties[slot].isTransient {
            throw InvalidPredicate("\(object.layout.name).\(name) is transient: it is not stored.")
        }
        let storage = storage(object.layout, slot)
        let alias = newAlias()
        let kind = object.isOptional ? "LEFT OUTER JOIN" : "JOIN"
        collection.scope.join("\(kind) \(storage.name) \(alias) ON \(alias).\(storage.owner) = \(object.key)")
        if object.isOptional {
            // A missing object contributes one nil element; an object without members, none.
            collection.scope.require(SQLCondition(text: "(\(object.key) IS NULL OR \(alias).\(storage.member) IS NOT NULL)"))
        }
        result.element = .object(
            SQLObject(
                key: "\(alias).\(storage.member)", layout: object.layout.destination(slot), scope: collection.scope,
                alias: storage.isJoin ? nil : alias, isOptional: object.isOptional))
        result.order = []
        result.isNested = true
        return result
    }

    private func storage(_ layout: EntityLayout, _ slot: Int) -> MemberTable {
        guard let storage = tables.memberTable(layout, slot) else {
            trap("The members of \(layout.name).\(layout.names[slot]) are not stored.")
        }
        return storage
    }
}
