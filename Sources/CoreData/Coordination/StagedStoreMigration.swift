/// A migration in stages, which a store's options may have, and which its coordinator runs before it
/// opens the store: an `NSStagedMigrationManager`.
protocol StagedStoreMigration {
    /// Carries out the stages from a store's version to a model. Does nothing for a new store and for
    /// one of the model's version.
    func migrate(_ description: NSPersistentStoreDescription, to model: NSManagedObjectModel) throws
}
