internal import CoreData

/// The reference object of a model that a data store has not saved yet.
struct UnsavedKey: CustomStringConvertible {
    /// The key of the temporary identifier.
    let description: String
}

/// A store that names its models by the texts of identifiers' keys.
protocol IdentifierStore: NSPersistentStore {
    /// Returns the ID of the model with an identifier; nil for one that is temporary or of another
    /// store, and for an entity that the model lacks.
    func objectID(of identifier: PersistentIdentifier) -> NSManagedObjectID?
}
