/// The models that a property refers to: one for `Trip` and `Trip?`, several for `[Trip]` and
/// `[Trip]?`.
struct RelationshipTarget {
    /// The model class. A related model may belong to a subclass of it.
    let type: any PersistentModel.Type
    let isToMany: Bool
    let isOptional: Bool

    /// Creates the target of a property from its type. Fails for a type that does not refer to
    /// models: the property is an attribute then.
    init?(_ valueType: any Any.Type) {
        let type = OptionalTypes.unwrapped(valueType)
        isOptional = valueType is any OptionalType.Type
        if let model = type as? any PersistentModel.Type {
            self.type = model
            isToMany = false
        } else if let array = type as? any ArrayType.Type, let model = array.elementType as? any PersistentModel.Type {
            self.type = model
            isToMany = true
        } else {
            return nil
        }
    }
}
