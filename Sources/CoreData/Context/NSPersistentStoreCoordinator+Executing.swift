internal import StrataTraps

extension NSPersistentStoreCoordinator {
    /// Executes a request like `NSManagedObjectContext.execute(_:)`, but returns the results of a
    /// fetch request as an array.
    ///
    /// Traps if the context has another coordinator.
    public func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        require(context.persistentStoreCoordinator === self, "The context has another coordinator. Use that coordinator.")
        if let fetch = request as? any ArrayRequest { return try fetch.results(in: context) }
        return try context.execute(request)
    }
}

/// A request whose result is an array.
private protocol ArrayRequest {
    func results(in context: NSManagedObjectContext) throws -> [Any]
}

extension NSFetchRequest: ArrayRequest {
    fileprivate func results(in context: NSManagedObjectContext) throws -> [Any] { try context.fetch(self) }
}
