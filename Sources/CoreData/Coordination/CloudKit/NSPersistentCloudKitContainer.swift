public import Foundation

/// A persistent container that synchronizes stores with iCloud on Apple's platforms, and is a plain
/// `NSPersistentContainer` on Linux.
///
/// Linux has no CloudKit. An app that creates this container works with its local stores, and a line
/// in the log says once that nothing is synchronized. Members whose types are CloudKit's, such as
/// `record(for:)`, do not exist.
///
/// As on Apple's platforms, stores with `cloudKitContainerOptions` keep a persistent history unless
/// their description turns it off. So does the store of the default description.
// Safe to share: it adds no state of its own.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
    /// Creates a container with a given model. Opens no store; see
    /// `loadPersistentStores(completionHandler:)`.
    public override init(name: String, managedObjectModel model: NSManagedObjectModel) {
        super.init(name: name, managedObjectModel: model)
        Self.logAbsence()
        for description in persistentStoreDescriptions { description.keepHistoryUnlessSet() }
    }

    /// Opens the stores of the descriptions, as `NSPersistentContainer` does.
    open override func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions
        where description.cloudKitContainerOptions != nil && description.type == NSSQLiteStoreType {
            description.keepHistoryUnlessSet()
        }
        super.loadPersistentStores(completionHandler: block)
    }

    /// Creates the CloudKit schema for the model's entities on Apple's platforms. Always throws on
    /// Linux, as it does on Apple's platforms without an iCloud account.
    ///
    /// - Throws: `CocoaError.featureUnsupported`.
    open func initializeCloudKitSchema(options: NSPersistentCloudKitContainerSchemaInitializationOptions = []) throws {
        throw CocoaError(
            .featureUnsupported,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "There is no CloudKit on Linux, so no schema was created. Create it with the app on Apple's platforms."
            ])
    }

    /// Returns whether CloudKit permits a change of an object's record. Always true, since no store
    /// has records.
    open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }

    /// Returns whether CloudKit permits the deletion of an object's record. Always true, since no
    /// store has records.
    open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }

    /// Returns whether CloudKit permits changes in a store. Always true, since no store belongs to a
    /// CloudKit database. `NSPersistentStore.isReadOnly` tells whether the store itself can be
    /// written.
    open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { true }

    /// The name of the notification that is posted on Apple's platforms when a synchronization begins
    /// or ends. It is never posted on Linux.
    public static let eventChangedNotification = Notification.Name("NSPersistentCloudKitContainerEventChangedNotification")

    /// The key of the `Event` in the user info of `eventChangedNotification`.
    public static let eventNotificationUserInfoKey = "event"

    // MARK: Log

    /// The line that says that nothing is synchronized.
    static let absence = "NSPersistentCloudKitContainer works like NSPersistentContainer: nothing is synchronized with iCloud."

    /// Evaluated once in a process.
    private static let absenceIsLogged: Void = CoreDataLog.warning(absence)

    private static func logAbsence() { absenceIsLogged }
}

extension NSPersistentStoreDescription {
    fileprivate final func keepHistoryUnlessSet() {
        guard options[NSPersistentHistoryTrackingKey] == nil else { return }
        setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    }
}

/// Options of `NSPersistentCloudKitContainer.initializeCloudKitSchema(options:)`.
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Checks the model and creates no records.
    public static let dryRun = Self(rawValue: 1 << 1)
    /// Prints the records.
    public static let printSchema = Self(rawValue: 1 << 2)
}
