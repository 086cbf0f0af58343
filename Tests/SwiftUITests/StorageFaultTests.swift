import CoreData
import FaultInjection
import Foundation
import StrataViewGraph
import Synchronization
import Testing

@testable import SwiftUI

/// An object of user defaults that runs code of the app while it is fetched.
final class WatchedDefault: NSManagedObject {
    static let onFetch = Mutex<(@Sendable () -> Void)?>(nil)

    override func awakeFromFetch() {
        super.awakeFromFetch()
        Self.onFetch.withLock { $0 }?()
    }
}

/// The app's code and faults of the system in the stores of defaults and scenes.
@Suite(.serialized)
struct StorageFaultTests {
    private static let model: NSManagedObjectModel = {
        let model = ContainerDefaultsTests.model.copy() as? NSManagedObjectModel ?? NSManagedObjectModel()
        model.entities.first?.managedObjectClassName = "SwiftUITests.WatchedDefault"
        return model
    }()

    /// Calls a closure on another thread, and waits. Returns whether it has ended; the limit only ends
    /// a hang.
    private static func hasEnded(_ body: @escaping @Sendable () -> Void) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            body()
            isDone.signal()
        }.start()
        return isDone.wait(timeout: .now() + .seconds(120)) == .success
    }

    @Test func `code that runs during the fetch of defaults can use other defaults on another thread`() throws {
        let folder = ContainerDefaultsTests.Folder()
        let written = try folder.container().userDefaults(of: "ann")
        written.set("blue", forKey: "color")
        try #require(written.synchronize())
        let container = NSPersistentContainer(name: "Defaults", managedObjectModel: Self.model)
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: folder.url.appending(path: "Defaults.sqlite"))
        ]
        container.persistentStoreDescriptions[0].setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        try #require(failure == nil)
        let waits = Mutex([Bool]())
        WatchedDefault.onFetch.withLock {
            $0 = {
                let hasEnded = Self.hasEnded { _ = container.userDefaults(of: "bob").string(forKey: "color") }
                waits.withLock { $0.append(hasEnded) }
            }
        }
        defer { WatchedDefault.onFetch.withLock { $0 = nil } }
        let defaults = container.userDefaults(of: "ann")
        #expect(defaults.string(forKey: "color") == "blue")
        #expect(waits.withLock { $0 } == [true])
        #expect(container.userDefaults(of: "ann") === defaults)
    }

    /// Defaults that one thread has got.
    // Safe to share: only their identity is compared.
    private struct Found: @unchecked Sendable {
        let defaults: UserDefaults
    }

    @Test func `threads that ask at the same time get the same defaults`() throws {
        let folder = ContainerDefaultsTests.Folder()
        let container = try folder.container()
        let found = Mutex([Found]())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let defaults = Found(defaults: container.userDefaults(of: "ann"))
            found.withLock { $0.append(defaults) }
        }
        #expect(found.withLock { Set($0.map { ObjectIdentifier($0.defaults) }).count } == 1)
    }

    @Test func `a stored default that is damaged is left out, and the others are read`() throws {
        let folder = ContainerDefaultsTests.Folder()
        let container = try folder.container()
        let written = container.userDefaults(of: "ann")
        written.set("blue", forKey: "color")
        written.set("large", forKey: "size")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "UserDefault")
            request.predicate = NSPredicate(format: "key == 'size'")
            try context.fetch(request).first?.setValue(Data("nonsense".utf8), forKey: "value")
            try context.save()
        }
        let defaults = try folder.container().userDefaults(of: "ann")
        #expect(defaults.string(forKey: "color") == "blue")
        #expect(defaults.string(forKey: "size") == nil)
    }

    // MARK: Scenes

    private let folder = FileManager.default.temporaryDirectory.appending(path: "strata-scenes-\(UUID().uuidString)")

    private static func record() -> SceneRecord {
        var record = SceneRecord(name: "name", lastSeen: Date(timeIntervalSince1970: 5))
        record.values = ["count": .integer(1)]
        return record
    }

    @Test func `a store of scenes that cannot be opened is opened by a later call`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "Scenes.sqlite")
        // A folder is in the place of the file.
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let store = StoredScenes(at: url)
        await #expect(throws: (any Error).self) { try await store.load("name") }
        await #expect(throws: (any Error).self) { try await store.save([Self.record()], removing: []) }
        try FileManager.default.removeItem(at: url)
        try await store.save([Self.record()], removing: [])
        let loaded = try await store.load("name")
        #expect(loaded == Self.record())
    }

    @Test func `scenes on a full disk are an error, and are saved later`() async {
        await #expect(processExitsWith: .success) { try await StorageFaultTests.saveToFullDisk() }
    }

    @MainActor
    private static func saveToFullDisk() async throws {
        let folder = try Faults.makePublicFolder()
        let url = folder.appending(path: "Scenes.sqlite")
        let store = StoredScenes(at: url)
        await #expect(throws: (any Error).self) {
            try await Faults.onFullDisk { try await store.save([record()], removing: []) }
        }
        try await store.save([record()], removing: [])
        let loaded = try await StoredScenes(at: url).load("name")
        #expect(loaded == record())
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `scenes without descriptors are an error, and are loaded later`() async {
        await #expect(processExitsWith: .success) { try await StorageFaultTests.loadWithoutDescriptors() }
    }

    @MainActor
    private static func loadWithoutDescriptors() async throws {
        let folder = try Faults.makePublicFolder()
        let url = folder.appending(path: "Scenes.sqlite")
        // Kept open: if it closed its files meanwhile, there would be descriptors again.
        let first = StoredScenes(at: url)
        defer { withExtendedLifetime(first) {} }
        try await first.save([record()], removing: [])
        let store = StoredScenes(at: url)
        await #expect(throws: (any Error).self) {
            try await Faults.withoutDescriptors { _ = try await store.load("name") }
        }
        let loaded = try await store.load("name")
        #expect(loaded == record())
        try FileManager.default.removeItem(at: folder)
    }
}
