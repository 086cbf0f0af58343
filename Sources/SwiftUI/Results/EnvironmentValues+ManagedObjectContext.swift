public import CoreData
public import ViewGraph

extension EnvironmentValues {
    /// The context that fetch requests of the views below read from.
    ///
    /// Set it once near the top of the view tree: `.environment(\.managedObjectContext, container.viewContext)`. Where nobody did, it is,
    /// as on Apple's platforms, a context without a store; a fetch request that meets it traps and says so.
    public var managedObjectContext: NSManagedObjectContext {
        get { self[ManagedObjectContextKey.self] }
        set { self[ManagedObjectContextKey.self] = newValue }
    }
}

private struct ManagedObjectContextKey: EnvironmentKey {
    static let defaultValue = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
}
