public import CoreData
public import StrataViewGraph

extension EnvironmentValues {
    /// The managed object context in which views fetch. It has to be a main-queue context, because
    /// views use it on the main actor.
    ///
    /// Set it once near the top of the view tree: `.environment(\.managedObjectContext,
    /// container.viewContext)`. The default is a context without a store, as on Apple's platforms.
    /// A fetch request that finds the default traps with a message that names this modifier.
    public var managedObjectContext: NSManagedObjectContext {
        get { self[ManagedObjectContextKey.self] }
        set { self[ManagedObjectContextKey.self] = newValue }
    }
}

private struct ManagedObjectContextKey: EnvironmentKey {
    static let defaultValue = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
}
