import CoreData
import Foundation
import StrataUserActivity
import StrataViewGraph
import StrataWebHost
import Synchronization
import Testing

@testable import SwiftUI

struct StoredScenesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "StoredScenes-\(UUID().uuidString)")
    private var url: URL { folder.appending(path: "state").appending(path: "Scenes.sqlite") }

    private func record(_ number: Int, lastSeen: Date = Date(timeIntervalSince1970: 1_000)) -> SceneRecord {
        let activity = NSUserActivity(activityType: "com.example.note")
        activity.title = "Note \(number)"
        activity.userInfo = ["number": number, "day": lastSeen]
        return SceneRecord(
            name: "name \(number)", identity: SceneIdentity(owner: "ann", scene: "notes", value: "{}"), presented: "[\(number)]",
            activity: UserActivityRecord(activity),
            values: ["count": .integer(number), "text": .string("text \(number)"), "on": .boolean(true), "real": .real(0.5)],
            lastSeen: lastSeen)
    }

    @Test func `sessions are loaded as they were saved, by another process too`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        try await store.save([record(1), record(2)], removing: [])
        let loaded = try await StoredScenes(at: url).load("name 2")
        #expect(loaded == record(2))
        let unknown = try await store.load("name 3")
        #expect(unknown == nil)
        let bare = SceneRecord(name: "bare", lastSeen: Date(timeIntervalSince1970: 5))
        try await store.save([bare], removing: [])
        let loadedBare = try await StoredScenes(at: url).load("bare")
        #expect(loadedBare == bare)
    }

    @Test func `a session of a version without activities is loaded, and keeps its values with one`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var former = record(1)
        former.activity = nil
        // The data of such a version has nothing but the values.
        let data = try PropertyListEncoder.binary.encode(former.values)
        #expect(try PropertyListDecoder().decode([String: StoredValue].self, from: former.encodedValues()) == former.values)
        #expect(try SceneRecord.decodeValues(data).activity == nil)
        #expect(try SceneRecord.decodeValues(data).values == former.values)
        try await StoredScenes(at: url).save([former], removing: [])
        let store = StoredScenes(at: url)
        let loaded = try await store.load("name 1")
        #expect(loaded == former)
        try await store.save([record(1)], removing: [])
        let changed = try await StoredScenes(at: url).load("name 1")
        #expect(changed == record(1))
    }

    @Test func `a session takes the place of the former one with its name`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        var changed = record(1)
        try await store.save([changed], removing: [])
        changed.values["count"] = .integer(100)
        try await StoredScenes(at: url).save([changed, record(2)], removing: [])
        let loaded = try await store.load("name 1")
        #expect(loaded == changed)
    }

    @Test func `sessions are removed by name and by age`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        try await store.save([record(1), record(2), record(3, lastSeen: Date(timeIntervalSince1970: 2_000))], removing: [])
        try await store.save([], removing: ["name 1", "name 9"])
        let first = try await store.load("name 1")
        #expect(first == nil)
        try await store.removeSessions(lastSeenBefore: Date(timeIntervalSince1970: 1_500))
        let second = try await store.load("name 2")
        #expect(second == nil)
        let third = try await store.load("name 3")
        #expect(third != nil)
    }

    private func activity(_ number: Int, lastCurrent: Double = 1_000) -> SavedUserActivity {
        let activity = NSUserActivity(activityType: "com.example.note")
        activity.title = "Note \(number)"
        activity.userInfo = ["number": number]
        return SavedUserActivity(
            id: "id \(number)", record: UserActivityRecord(activity), lastCurrent: Date(timeIntervalSince1970: lastCurrent))
    }

    @Test func `the activities of a person are loaded as they were saved, by another process too`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        try await store.saveActivities([activity(1), activity(2)], of: "ann", removing: [])
        try await store.saveActivities([activity(3)], of: nil, removing: [])
        let ann = try await StoredScenes(at: url).loadActivities(of: "ann")
        #expect(Set(ann) == [activity(1), activity(2)])
        let nameless = try await store.loadActivities(of: nil)
        #expect(nameless == [activity(3)])
        let bob = try await store.loadActivities(of: "bob")
        #expect(bob == [])
    }

    @Test func `activities are replaced and removed by their IDs, and stay apart from scenes`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        try await store.save([record(1)], removing: [])
        try await store.saveActivities([activity(1), activity(2)], of: nil, removing: [])
        try await store.saveActivities([activity(1, lastCurrent: 3_000)], of: nil, removing: ["id 2", "id 9"])
        let changed = try await store.loadActivities(of: nil)
        #expect(changed == [activity(1, lastCurrent: 3_000)])
        let scene = try await store.load("name 1")
        #expect(scene == record(1))
        try await store.removeSessions(lastSeenBefore: Date(timeIntervalSince1970: 4_000))
        let removed = try await store.loadActivities(of: nil)
        #expect(removed == [])
    }

    @Test func `a search for activities makes no store`() async throws {
        let loaded = try await StoredScenes(at: url).loadActivities(of: nil)
        #expect(loaded == [])
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a store that is cut off throws, and works once it was deleted`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = StoredScenes(at: url)
        try await whole.save((0..<200).map { record($0) }, removing: [])
        // A store that is only released is closed later, on its queue, and writes its log into the file.
        let coordinator = try #require(try whole.context().persistentStoreCoordinator)
        for each in coordinator.persistentStores { try coordinator.remove(each) }
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 5_000)
        try file.write(contentsOf: Data(repeating: 7, count: 100))
        try file.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
        let store = StoredScenes(at: url)
        await #expect(throws: (any Error).self) { try await store.save([record(1)], removing: []) }
        await #expect(throws: (any Error).self) { _ = try await store.load("name 1") }
        try FileManager.default.removeItem(at: url)
        let again = StoredScenes(at: url)
        try await again.save([record(1)], removing: [])
        let loaded = try await again.load("name 1")
        #expect(loaded != nil)
    }

    /// The names of the notifications of contexts and coordinators about the stores in a folder, each
    /// with the name of the store's file, as an observer of all objects receives them.
    private final class Observer {
        private final class Heard: Sendable {
            let names = Mutex<Set<String>>([])
        }

        private let heard = Heard()
        private var tokens: [any NSObjectProtocol] = []
        var names: Set<String> { heard.names.withLock { $0 } }

        init(of folder: URL) {
            let names: [Notification.Name] = [
                .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidMergeChangesObjectIDs,
                .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
                .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreRemoteChange,
            ]
            tokens = names.map { [heard] name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                    // Tests that run at the same time post others.
                    for store in Self.stores(of: notification) {
                        guard let url = store.url, url.path.hasPrefix(folder.path) else { continue }
                        heard.names.withLock { _ = $0.insert("\(url.lastPathComponent) \(name.rawValue)") }
                    }
                }
            }
        }

        deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

        private static func stores(of notification: Notification) -> [NSPersistentStore] {
            let context = notification.object as? NSManagedObjectContext
            let coordinator = context?.persistentStoreCoordinator ?? notification.object as? NSPersistentStoreCoordinator
            let named = (notification.userInfo ?? [:]).values.compactMap { $0 as? [NSPersistentStore] }.flatMap { $0 }
            return named + (coordinator?.persistentStores ?? []) + [notification.object as? NSPersistentStore].compactMap { $0 }
        }
    }

    @Test func `an app's observers of all contexts hear of the app's saves, and not of scenes and activities`() async throws {
        let app = ContainerDefaultsTests.Folder()
        let observer = Observer(of: app.url)
        let scenes = StoredScenes(at: app.url.appending(path: "Scenes.sqlite"))
        try await scenes.save([record(1)], removing: [])
        try await scenes.save([record(2)], removing: ["name 1"])
        try await scenes.saveActivities([activity(1)], of: nil, removing: [])
        try await scenes.removeSessions(lastSeenBefore: Date(timeIntervalSince1970: 1_500))
        let coordinator = try #require(try scenes.context().persistentStoreCoordinator)
        for each in coordinator.persistentStores { try coordinator.remove(each) }
        #expect(observer.names == [])
        let container = try app.container()
        let context = container.newBackgroundContext()
        try await context.perform {
            let object = NSEntityDescription.insertNewObject(forEntityName: "UserDefault", into: context)
            object.setValuesForKeys(["owner": "ann", "key": "color", "value": Data()])
            try context.save()
        }
        let expected: [Notification.Name] = [
            .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs,
            .NSManagedObjectContextObjectsDidChange, .NSPersistentStoreCoordinatorStoresWillChange,
            .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreRemoteChange,
        ]
        for name in expected { #expect(observer.names.contains("Defaults.sqlite \(name.rawValue)")) }
    }

    @Test func `the file is in the folder for state`() {
        #expect(StoredScenes.defaultURL.lastPathComponent == "Scenes.sqlite")
        #expect(StoredScenes.defaultURL.deletingLastPathComponent().lastPathComponent == ProcessInfo.processInfo.processName)
    }

    @Test func `a restoration that has not ended is found by another process`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        #expect(!store.isRestorationInterrupted(of: "name 1"))
        try store.beginRestoration(of: "name 1")
        #expect(StoredScenes(at: url).isRestorationInterrupted(of: "name 1"))
        #expect(!StoredScenes(at: url).isRestorationInterrupted(of: "name 2"))
        try store.endRestoration(of: "name 1")
        #expect(!StoredScenes(at: url).isRestorationInterrupted(of: "name 1"))
    }

    @Test func `the record of a restoration is removed with its session, and by age`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = StoredScenes(at: url)
        try await store.save([record(1), record(2)], removing: [])
        try store.beginRestoration(of: "name 1")
        try store.beginRestoration(of: "name 2")
        try await store.save([record(2)], removing: ["name 1"])
        #expect(!store.isRestorationInterrupted(of: "name 1"))
        #expect(store.isRestorationInterrupted(of: "name 2"))
        try await store.removeSessions(lastSeenBefore: Date(timeIntervalSinceNow: -86_400))
        #expect(store.isRestorationInterrupted(of: "name 2"))
        try await store.removeSessions(lastSeenBefore: Date(timeIntervalSinceNow: 86_400))
        #expect(!store.isRestorationInterrupted(of: "name 2"))
    }

    @Test func `no file is made before a session is saved`() {
        _ = StoredScenes(at: url)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}

extension PropertyListEncoder {
    fileprivate static var binary: PropertyListEncoder {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }

    private struct Empty: App {
        init() {}
        var body: some Scene { WindowGroup { Text("window") } }
    }

    @Test @MainActor func `the app of a server makes no file before it has scenes to store`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scenes-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Scenes.sqlite")
        let app = HostedApp(Empty(), scenesAt: file)
        withExtendedLifetime(app) { #expect(!FileManager.default.fileExists(atPath: file.path)) }
    }
}
