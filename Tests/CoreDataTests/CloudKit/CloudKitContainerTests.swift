import CoreData
import Foundation
import Testing

/// A container of an app that synchronizes with iCloud on Apple's platforms.
@Suite struct CloudKitContainerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(
        _ change: (NSPersistentStoreDescription) -> Void = { _ in }
    ) throws -> NSPersistentCloudKitContainer {
        let container = NSPersistentCloudKitContainer(name: "Quakes", managedObjectModel: .quakes())
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "Quakes.sqlite"))
        change(description)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    /// Returns whether the only store of a container keeps a history.
    private func keepsHistory(_ container: NSPersistentContainer) -> Bool {
        let option = container.persistentStoreCoordinator.persistentStores.first?.options?[NSPersistentHistoryTrackingKey]
        return (option as? NSNumber)?.boolValue ?? false
    }

    @Test func `objects are saved to the local store and fetched from it`() throws {
        let container = try container { $0.cloudKitContainerOptions = .init(containerIdentifier: "iCloud.a") }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Quake(context: context).code = "a"
            try context.save()
        }
        let plain = try NSPersistentContainer.loaded(folder.url.appending(path: "Quakes.sqlite"), history: true)
        let reader = plain.newBackgroundContext()
        let codes = try reader.performAndWait {
            try reader.fetch(NSFetchRequest<Quake>(entityName: "Quake")).map(\.code)
        }
        #expect(codes == ["a"])
    }

    @Test func `a store with options keeps a history, and one without does not`() throws {
        #expect(!keepsHistory(try container()))
        #expect(keepsHistory(try container { $0.cloudKitContainerOptions = .init(containerIdentifier: "iCloud.a") }))
    }

    @Test func `a description that turns the history off is followed`() throws {
        let container = try container {
            $0.cloudKitContainerOptions = .init(containerIdentifier: "iCloud.a")
            $0.setOption(false as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        }
        #expect(!keepsHistory(container))
    }

    @Test func `the default description keeps a history and names no iCloud container`() throws {
        let container = NSPersistentCloudKitContainer(name: "Quakes", managedObjectModel: .quakes())
        let description = try #require(container.persistentStoreDescriptions.first)
        #expect(container.persistentStoreDescriptions.count == 1)
        #expect((description.options[NSPersistentHistoryTrackingKey] as? NSNumber)?.boolValue == true)
        #expect(description.cloudKitContainerOptions == nil)
        #expect(description.url?.lastPathComponent == "Quakes.sqlite")
    }

    @Test func `the log says once that nothing is synchronized`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for name in ["a", "b"] { _ = NSPersistentCloudKitContainer(name: name, managedObjectModel: .quakes()) }
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.contains("nothing is synchronized with iCloud") }.count == 1)
    }

    @Test func `creating a schema fails with an error that says why`() throws {
        let container = NSPersistentCloudKitContainer(name: "Quakes", managedObjectModel: .quakes())
        for options: NSPersistentCloudKitContainerSchemaInitializationOptions in [[], .dryRun, [.dryRun, .printSchema]] {
            let error = #expect(throws: CocoaError.self) { try container.initializeCloudKitSchema(options: options) }
            #expect(error?.code == .featureUnsupported)
            #expect(error?.localizedDescription.contains("no CloudKit on Linux") == true)
        }
    }

    @Test func `CloudKit restricts no object and no store`() throws {
        let container = try container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = Quake(context: context)
            #expect(container.canUpdateRecord(forManagedObjectWith: quake.objectID))
            try context.save()
            #expect(container.canUpdateRecord(forManagedObjectWith: quake.objectID))
            #expect(container.canDeleteRecord(forManagedObjectWith: quake.objectID))
        }
        #expect(container.canModifyManagedObjects(in: try #require(container.persistentStoreCoordinator.persistentStores.first)))
    }

    @Test func `no event is posted, and a request finds none`() throws {
        let container = try container { $0.cloudKitContainerOptions = .init(containerIdentifier: "iCloud.a") }
        let notices = Notices(NSPersistentCloudKitContainer.eventChangedNotification, of: container)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Quake(context: context).code = "a"
            try context.save()
            let request = NSPersistentCloudKitContainerEventRequest.fetchEvents(after: .distantPast)
            let events = try #require(try context.execute(request) as? NSPersistentCloudKitContainerEventResult)
            #expect((events.result as? [NSPersistentCloudKitContainer.Event])?.isEmpty == true)
            request.resultType = .countEvents
            let count = try #require(try context.execute(request) as? NSPersistentCloudKitContainerEventResult)
            #expect(count.result as? Int == 0)
        }
        #expect(notices.received.isEmpty)
    }

    @Test func `the options of a description are copied and compared`() throws {
        let description = NSPersistentStoreDescription(url: folder.url)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.a")
        let copy = try #require(description.copy() as? NSPersistentStoreDescription)
        #expect(copy.cloudKitContainerOptions?.containerIdentifier == "iCloud.a")
        #expect(copy == description)
        copy.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.b")
        #expect(copy != description)
        #expect(description.cloudKitContainerOptions?.containerIdentifier == "iCloud.a")
    }
}
