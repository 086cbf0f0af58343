import CoreData
import Foundation

/// A folder that is removed with its owner.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// A container whose store is a file in a folder of its own, or one of the kind that
/// `StoreUnderTest.replacement` says.
final class TestStore: Sendable {
    let folder: TemporaryFolder
    let container: NSPersistentContainer

    var url: URL { folder.url.appending(path: "Test.sqlite") }

    init(
        model: NSManagedObjectModel = .quakes(), in folder: TemporaryFolder? = nil, history: Bool = false, notices: Bool = false
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        if let kind = StoreUnderTest.replacement {
            container = try kind.container(model, in: self.folder, history: history)
        } else {
            container = try NSPersistentContainer.loaded(
                self.folder.url.appending(path: "Test.sqlite"), model: model, history: history, notices: notices
            )
        }
    }

    /// A context of its own queue; tests use it inside `performAndWait`.
    func context() -> NSManagedObjectContext { container.newBackgroundContext() }
}

extension NSPersistentContainer {
    static func loaded(
        _ url: URL, model: NSManagedObjectModel = .quakes(), history: Bool = false, notices: Bool = false, readOnly: Bool = false,
        migrates: Bool = true, type: String = NSSQLiteStoreType
    ) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Test", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.type = type
        if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
        if notices { description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey) }
        description.isReadOnly = readOnly
        description.shouldMigrateStoreAutomatically = migrates
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    /// A store in memory, or one of the kind that `StoreUnderTest.replacement` says.
    static func inMemory(_ model: NSManagedObjectModel = .quakes()) throws -> NSPersistentContainer {
        if let kind = StoreUnderTest.replacement { return try kind.container(model, in: TemporaryFolder()) }
        return try loaded(URL(filePath: "/dev/null"), model: model)
    }
}
