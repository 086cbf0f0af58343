internal import StrataTraps

extension NSManagedObjectContext {
    var parentSource: ParentContext? { parent.map { ParentContext(parent: $0, child: self) } }

    /// The source that this context reads from and saves to: its parent, its pinned query
    /// generation, or the coordinator.
    var source: any ContextSource {
        if let parentSource { return parentSource }
        if let pinned { return PinnedGeneration(coordinator: coordinator, token: pinned) }
        let coordinator = coordinator
        return coordinator.executesRequests ? ReadingContext(context: self, coordinator: coordinator) : coordinator
    }

    /// Whether the context reads the store's newest data, and not a parent or a pinned generation.
    var readsStoreDirectly: Bool { parent == nil && pinned == nil }

    /// The coordinator's model. Traps if the context has no coordinator.
    var model: NSManagedObjectModel { coordinator.managedObjectModel }

    /// Returns the layout of the entity of a class. Traps if the model has no such entity.
    func layout(of type: NSManagedObject.Type) -> EntityLayout {
        checkQueue("init(context:)")
        let model = model
        if let lastMade, lastMade.type == type, lastMade.model === model { return lastMade.layout }
        guard let entity = model.entity(of: type) else {
            trap("The context's model has no entity whose class is '\(String(reflecting: type))'.")
        }
        lastMade = (type, model, entity.layout)
        return entity.layout
    }

    var coordinator: NSPersistentStoreCoordinator {
        guard let persistentStoreCoordinator else {
            trap("The context has no persistentStoreCoordinator. Set one, or use a context of an NSPersistentContainer.")
        }
        return persistentStoreCoordinator
    }
}
