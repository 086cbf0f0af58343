extension StoreReference {
    /// The store; nil once it is deallocated.
    var store: NSPersistentStore? { owner as? NSPersistentStore }
}

extension NSManagedObjectID {
    /// The store that holds the object. `nil` for a temporary ID, and once the store is
    /// deallocated.
    public var persistentStore: NSPersistentStore? { reference?.store }

    convenience init(entity: NSEntityDescription, rowID: RowID, store: NSPersistentStore?) {
        self.init(entity: entity, rowID: rowID, reference: store?.reference)
    }
}
