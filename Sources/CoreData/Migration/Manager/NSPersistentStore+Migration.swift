extension NSPersistentStore {
    /// Returns the class of the managers that migrate stores of this type: `NSMigrationManager`.
    public class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }
}
