internal import StrataTraps

extension NSEntityDescription {
    /// Returns the named entity of the context's model; nil for an unknown name.
    ///
    /// Traps if the context has no coordinator, where Apple's framework raises an exception.
    public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription? {
        context.model.entitiesByName[entityName]
    }

    /// Creates an object of the named entity and inserts it into the context. Traps for an unknown
    /// name.
    public class func insertNewObject(
        forEntityName entityName: String,
        into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            trap("The model has no entity '\(entityName)'.")
        }
        return entity.managedObjectClass.init(entity: entity, insertInto: context)
    }
}
