package import CoreData
internal import StrataTraps

extension LiveResults.Snapshot {
    /// Returns the model at a position. Reads the page around it if its row is not in memory.
    func model<Model: PersistentModel>(at position: Int) -> Model {
        let found = object(at: position) as NSManagedObject
        guard let model = ModelContext.model(of: found) as? Model else { trapOfType(found) }
        return model
    }

    /// Returns all models in order. Their values are read when they are used, a page at a time.
    /// O(n).
    package func models<Model: PersistentModel>() -> [Model] {
        objects().map { object in
            guard let model = ModelContext.model(of: object) as? Model else { trapOfType(object) }
            return model
        }
    }
}

/// Ends the program because an object's model is of another class than its entity's.
func trapOfType(_ object: NSManagedObject) -> Never {
    trap("The models of \(object.entity.name ?? "an entity") are of another class. A type has one class in a container's schema.")
}
