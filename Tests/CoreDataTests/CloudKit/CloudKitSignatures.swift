import CoreData
import Foundation

// A container as apps for Apple's platforms write it. This file is compiled but never run.

final class SyncedStack {
    private final class Container: NSPersistentCloudKitContainer, @unchecked Sendable {
        override class func defaultDirectoryURL() -> URL { super.defaultDirectoryURL().appending(path: "Synced") }
    }

    private var observer: (any NSObjectProtocol)?

    lazy var container: NSPersistentCloudKitContainer = {
        let container = NSPersistentCloudKitContainer(name: "Quakes")
        guard let description = container.persistentStoreDescriptions.first else { fatalError("no description") }
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.com.example")
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        let local = NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))
        local.cloudKitContainerOptions = nil
        container.persistentStoreDescriptions = [description, local]
        container.loadPersistentStores { _, error in if let error { fatalError("\(error)") } }
        do { try container.initializeCloudKitSchema(options: [.dryRun]) } catch { print(error) }
        try? container.initializeCloudKitSchema()
        container.viewContext.automaticallyMergesChangesFromParent = true
        return container
    }()

    func observe() {
        observer = NotificationCenter.default.addObserver(
            forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container, queue: .main
        ) { notification in
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            guard let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event else { return }
            switch event.type {
            case .setup: print("setup", event.identifier, event.storeIdentifier)
            case .import: print("import", event.startDate, event.endDate ?? .now)
            case .export: print("export", event.succeeded, event.error?.localizedDescription ?? "")
            @unknown default: break
            }
        }
    }

    func isEditable(_ object: NSManagedObject) -> Bool {
        guard let store = object.objectID.persistentStore else { return false }
        return container.canUpdateRecord(forManagedObjectWith: object.objectID)
            && container.canDeleteRecord(forManagedObjectWith: object.objectID) && container.canModifyManagedObjects(in: store)
    }

    func events(_ context: NSManagedObjectContext, after event: NSPersistentCloudKitContainer.Event?) throws -> Any? {
        let fetch = NSPersistentCloudKitContainerEventRequest.fetchForEvents()
        fetch.predicate = NSPredicate(format: "type == 0")
        for request in [
            NSPersistentCloudKitContainerEventRequest.fetchEvents(matchingFetch: fetch), .fetchEvents(after: event),
        ] {
            _ = try context.execute(request)
        }
        return nil
    }
}
