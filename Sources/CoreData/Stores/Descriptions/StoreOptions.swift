/// The type of a store in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory, which is lost when it is removed or its coordinator is
/// deallocated.
public let NSInMemoryStoreType = "InMemory"

/// The option that turns persistent history on: `true as NSNumber`.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option that posts `.NSPersistentStoreRemoteChange` after each write: `true as NSNumber`.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The option that opens the store for reading only: `true as NSNumber`.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option that limits how long a write waits for another process to finish writing: a number of
/// seconds, 240 by default.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// The option that limits how many reads of a store run at the same time, each on its own
/// connection: a number, 5 by default.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"
/// The option that sets SQLite pragmas on each connection: a dictionary of names and values, which
/// are numbers or strings.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// The option that makes SQLite gather statistics on the indexes when the store is opened: `true as
/// NSNumber`.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// The option that makes SQLite rebuild the file without free pages when the store is opened: `true
/// as NSNumber`.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// The option that opens a store of another model version without a migration: `true as NSNumber`.
/// The tables and columns of the coordinator's model must exist; all others are ignored.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// The option that migrates a store of another model version when it is opened: `true as NSNumber`.
/// Without it such a store is an error, unless its tables fit the model.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// The option that infers from the two models what a migration is to do: `true as NSNumber`.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option that makes `destroyPersistentStore` remove the files even if they are not a readable
/// store: `true as NSNumber`.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
/// The option with the manager of a staged migration: an `NSStagedMigrationManager`.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"
/// The option that defers what a lightweight migration cleans up until
/// `NSPersistentStoreCoordinator.finishDeferredLightweightMigration()`: `true as NSNumber`. In the
/// store's metadata, the key is there while something is left to be done.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey = "NSPersistentStoreDeferredLightweightMigrationOptionKey"
