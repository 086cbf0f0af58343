internal import Traps

extension NSEntityDescription {
    /// The entity of that name in the model the context works with.
    ///
    /// Traps when the context has no coordinator, as Apple's does; returns nil for an unknown name.
    public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription? {
        context.model.entitiesByName[entityName]
    }

    /// A new object of the named entity, inserted into the context.
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
