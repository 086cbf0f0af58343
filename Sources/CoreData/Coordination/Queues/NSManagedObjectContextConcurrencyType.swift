/// The queue that a context and its objects are used on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// No queue: the code that creates the context uses it, on one thread at a time.
    case confinementConcurrencyType = 0
    /// A private serial queue; use the context inside `perform` or `performAndWait`.
    case privateQueueConcurrencyType = 1
    /// The main queue, for use from the main actor.
    case mainQueueConcurrencyType = 2
}
