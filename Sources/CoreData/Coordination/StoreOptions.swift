/// Turns persistent history on, given `true as NSNumber`.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Has `.NSPersistentStoreRemoteChange` posted after each write, given `true as NSNumber`.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// Opens the store for reading only, given `true as NSNumber`.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// How many seconds a write waits for another process that writes, as a number.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// How many reads of a store may run at the same time, each on a connection of its own: a number. Mostly the default, 5, is right.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"
/// SQLite's pragmas to set on each connection: a dictionary of their names with numbers or strings.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Has SQLite gather statistics on the indexes when the store is opened, given `true as NSNumber`.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Has SQLite rebuild the file without gaps when the store is opened, given `true as NSNumber`.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Opens a store of a model that has more than the coordinator's, given `true as NSNumber`: tables and columns that this model does not
/// know are left alone. What this model needs has to be there.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Whether a store of another version of the model is to be migrated.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Whether the mapping for that is to be inferred.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Has `destroyPersistentStore` remove the files also where they are no readable store, given `true as NSNumber`.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
