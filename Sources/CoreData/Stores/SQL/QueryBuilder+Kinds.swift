internal import StrataPredicates

// Tests and casts for an entity, by the entity number of the object's row.
extension QueryBuilder {
    /// Returns the condition that an object is of an entity or one of its subentities.
    func isKind(_ arguments: [ExpressionForm]) throws -> SQLOperand {
        guard let (object, kind) = try objectAndKind(arguments), let kind else { return .constant(.bool(false)) }
        guard let condition = condition(object, isOf: kind) else {
            let isPresent = object.isOptional ? "(\(storedKey(of: object)) IS NOT NULL)" : dialect.constant(true)
            return .value(SQLExpression(text: isPresent, type: .bool, isOptional: false))
        }
        return .value(
            SQLExpression(text: object.isOptional ? dialect.orFalse(condition) : condition, type: .bool, isOptional: false))
    }

    /// Returns an object as one of an entity: NULL if it is of another one.
    func asKind(_ arguments: [ExpressionForm]) throws -> SQLOperand {
        guard let (object, kind) = try objectAndKind(arguments), let kind else { return .constant(.null) }
        let condition = condition(object, isOf: kind)
        let key = condition.map { "CASE WHEN \($0) THEN \(object.key) END" } ?? storedKey(of: object)
        return .object(
            SQLObject(
                key: key, layout: kind, scope: object.scope,
                alias: condition != nil ? nil : object.isOptional ? row(of: object) : object.alias,
                isOptional: condition != nil || object.isOptional))
    }

    /// Returns an object as one of the entity whose property a name means: the object itself, unless
    /// only a subentity has the property; see `QueryPath`.
    ///
    /// The property is read from the object's own row, whose columns for other entities are NULL.
    func object(_ object: SQLObject, having name: String) -> SQLObject {
        let kinds = object.layout.entities(having: name)
        guard kinds.count == 1, kinds[0] !== object.layout else { return object }
        let kind = kinds[0]
        let key = condition(object, isOf: kind).map { "CASE WHEN \($0) THEN \(object.key) END" }
        return SQLObject(key: key ?? object.key, layout: kind, scope: object.scope, alias: row(of: object))
    }

    /// Returns the key of an object, which is NULL if the object was deleted, too: a relationship
    /// without an inverse may still lead to it.
    private func storedKey(of object: SQLObject) -> String {
        object.isOptional ? "\(row(of: object)).\(tables.keyColumn)" : object.key
    }

    /// Returns the condition on the object's row; nil if all rows of the object's entity satisfy it.
    private func condition(_ object: SQLObject, isOf kind: EntityLayout) -> String? {
        guard !object.layout.isKind(of: kind), tables.entityNumbers(kind) != nil else { return nil }
        return tables.isOfEntity(kind, row(of: object)).map { "(\($0))" }
    }

    /// Returns the object, and the entity to test for; nil for an entity that the object cannot have.
    private func objectAndKind(_ arguments: [ExpressionForm]) throws -> (SQLObject, EntityLayout?)? {
        guard case .constant(.string(let name)) = arguments[1] else {
            throw InvalidPredicate("an entity is named by a constant text.")
        }
        switch try operand(arguments[0]) {
        case .object(let object): return (object, object.layout.kind(named: name))
        case .constant: return nil
        case .value, .collection, .list: throw InvalidPredicate("only an object can be tested for its entity.")
        }
    }
}
