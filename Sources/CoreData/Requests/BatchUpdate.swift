internal import Foundation
internal import StrataPredicates

/// A batch update compiled for a store.
struct BatchUpdate {
    enum NewValue {
        case constant(Value)
        case expression(ExpressionForm)
    }

    let query: StoreQuery
    /// The new values, sorted by slot.
    let values: [(slot: Int, value: NewValue)]

    /// Compiles the new values. Throws an `NSError` for a name that is not an attribute of the
    /// entity, and for a constant that the attribute cannot hold, such as nil if it is not optional.
    init(_ properties: [AnyHashable: Any], _ query: StoreQuery) throws {
        guard !properties.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOperationError, "The batch update of '\(query.layout.name)' has no propertiesToUpdate.")
        }
        self.query = query
        values = try properties.map { key, value in
            let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String ?? "\(key)"
            guard let expression = value as? NSExpression else {
                let (slot, value) = try query.layout.batchValue(value, forKey: name)
                return (slot, .constant(value))
            }
            // Every attribute accepts nil, so this only looks up the name.
            let (slot, _) = try query.layout.batchValue(nil, forKey: name)
            guard query.layout.isPlain(slot) else {
                // The attribute's own coding converts it, which SQL cannot.
                if expression.expressionType == .constantValue {
                    return (slot, .constant(try query.layout.batchValue(expression.constantValue, forKey: name).value))
                }
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    "\(query.layout.name).\(name) is \(query.layout.kindDescription(slot)), which cannot be set by an expression. Give it a constant value."
                )
            }
            let form = query.rewriter.rewritten(expression.form.simplifiedToComparisons).withReferences
            return (slot, .expression(form))
        }.sorted { $0.slot < $1.slot }
        for case (let slot, .constant(.null)) in values { try query.layout.requireOptional(slot) }
    }
}

extension EntityLayout {
    /// Returns the slot of an attribute, and a value converted to its type.
    ///
    /// Throws for an unknown key and for a value that does not fit. It does not trap, since a
    /// batch's values are data and not code.
    func batchValue(_ any: Any?, forKey key: String) throws -> (slot: Int, value: Value) {
        guard let slot = slot(of: key), kinds[slot].isAttribute else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                '\(name)' has no attribute '\(key)', so nothing was written. Leave the key out; a batch sets no relationships.
                """,
                [NSValidationKeyErrorKey: key]
            )
        }
        // A dictionary of Any may contain an optional, `place as Any`, whose nil is no nil of Any?.
        guard let value = fittingValue(any, at: slot) else {
            throw NSError(
                code: NSManagedObjectValidationError,
                """
                \(name).\(key) cannot hold \(any ?? "nil"), a \(any.map { "\(type(of: $0))" } ?? "nil"), so nothing was written. \
                Give it a value of type \(types[slot].displayName).
                """,
                [NSValidationKeyErrorKey: key, NSValidationValueErrorKey: any ?? NSNull()]
            )
        }
        return (slot, value)
    }

    /// Throws the error of a batch update that sets an attribute to nil if the attribute is not
    /// optional.
    func requireOptional(_ slot: Int) throws {
        guard requiredSlots.contains(slot) else { return }
        throw NSError(
            code: NSValidationMissingMandatoryPropertyError,
            """
            \(name).\(names[slot]) is not optional, but the batch update sets it to nil, so nothing was updated. Give it a value, or \
            narrow the predicate to the rows that have one.
            """,
            [NSValidationKeyErrorKey: names[slot], NSValidationValueErrorKey: NSNull()]
        )
    }

    /// Converts a value to the type of a slot's attribute; nil if neither it nor, if it is an
    /// optional, its content fits.
    private func fittingValue(_ any: Any?, at slot: Int) -> Value? {
        // An encoded attribute would take the optional itself as its object.
        if isPlain(slot), let value = value(any, at: slot) { return value }
        return value(any.flatMap(unwrapped), at: slot)
    }
}
