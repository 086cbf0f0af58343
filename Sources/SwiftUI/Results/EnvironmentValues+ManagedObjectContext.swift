public import CoreData
public import ViewGraph

extension EnvironmentValues {
    /// The context that fetch requests of the views below read from.
    ///
    /// Set it once near the top of the view tree: `.environment(\.managedObjectContext, container.viewContext)`. Reading it where
    /// nobody did is a mistake of the program and traps, with these words.
    public var managedObjectContext: NSManagedObjectContext {
        get {
            guard let context = self[ManagedObjectContextKey.self] else {
                preconditionFailure(
                    """
                    No managed object context in the environment. Add .environment(\\.managedObjectContext, container.viewContext) to a \
                    view above the one that reads it or fetches.
                    """)
            }
            return context
        }
        set { self[ManagedObjectContextKey.self] = newValue }
    }
}

private struct ManagedObjectContextKey: EnvironmentKey {
    static let defaultValue: NSManagedObjectContext? = nil
}
