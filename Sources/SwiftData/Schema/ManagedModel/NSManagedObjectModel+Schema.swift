public import CoreData
internal import StrataTraps

extension NSManagedObjectModel {
    /// Returns the managed object model of model types and of all models that they reach through
    /// relationships: the model that a container of these types uses.
    ///
    /// Use it where Core Data opens the store of a SwiftData app. Traps for models that contradict
    /// each other.
    ///
    /// - Parameters:
    ///   - types: The model types.
    ///   - model: Another model, whose entities are added; `nil` for none. Traps if the two have
    ///     different entities of one name.
    public static func makeManagedObjectModel(
        for types: any PersistentModel.Type..., mergedWith model: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: Schema(types), mergedWith: model)
    }

    /// Returns the managed object model of model types and of all models that they reach through
    /// relationships: the model that a container of these types uses.
    ///
    /// - Parameters:
    ///   - types: The model types.
    ///   - model: Another model, whose entities are added; `nil` for none. Traps if the two have
    ///     different entities of one name.
    public static func makeManagedObjectModel(
        for types: [any PersistentModel.Type], mergedWith model: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: Schema(types), mergedWith: model)
    }

    /// Returns the managed object model of a schema: the model that a container of the schema uses.
    ///
    /// Traps for constraints and indexes that a store cannot have.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - model: Another model, whose entities are added; `nil` for none. Traps if the two have
    ///     different entities of one name.
    public static func makeManagedObjectModel(
        for schema: Schema, mergedWith model: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        if let problem = SchemaCheck.problem(in: schema) { trap("\(problem)") }
        let own = ManagedModelBuilder.model(of: schema)
        guard let model else { return own }
        return NSManagedObjectModel(byMerging: [model, own])
    }

    /// Returns a model with the entities of this model and of a schema.
    ///
    /// Traps if the two have different entities of one name.
    public func makeManagedObjectModel(for schema: Schema) -> NSManagedObjectModel? {
        Self.makeManagedObjectModel(for: schema, mergedWith: self)
    }
}
