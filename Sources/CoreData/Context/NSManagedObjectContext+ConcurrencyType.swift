extension NSManagedObjectContext {
    /// The queue that a context is used on, under the names introduced in iOS 15.
    public struct ConcurrencyType: Sendable {
        let type: NSManagedObjectContextConcurrencyType
        /// The main queue, for use from the main actor.
        public static let mainQueue = ConcurrencyType(type: .mainQueueConcurrencyType)
        /// A private serial queue; use the context inside `perform` or `performAndWait`.
        public static let privateQueue = ConcurrencyType(type: .privateQueueConcurrencyType)
    }

    /// Creates a context on the main queue or on a private one; the same as
    /// `init(concurrencyType:)`.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type.type)
    }
}
