@testable import CoreData
import Foundation
import Synchronization
import Testing

/// The notifications that a context posts, their order and their user info.
@Suite(.eachStore) struct NotificationTests: Sendable {
    private final class Recorder: @unchecked Sendable {
        private(set) var notifications: [Notification] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: NSManagedObjectContext) {
            tokens = [
                Notification.Name.NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
                .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSaveObjectIDs,
                .NSManagedObjectContextDidMergeChangesObjectIDs,
            ].map { name in
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [unowned self] in
                    notifications.append($0)
                }
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }

        var names: [Notification.Name] { notifications.map(\.name) }

        func last<T>(_ key: NSManagedObjectContext.NotificationKey, as type: T.Type = T.self) -> T? {
            notifications.last?.userInfo?[key.rawValue] as? T
        }
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    @Test func aSave() throws {
        try context.performAndWait {
            let recorder = Recorder(context)
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            #expect(
                recorder.names == [
                    NSManagedObjectContext.willSaveObjectsNotification, NSManagedObjectContext.didChangeObjectsNotification,
                    NSManagedObjectContext.didSaveObjectsNotification, NSManagedObjectContext.didSaveObjectIDsNotification,
                ]
            )
            #expect(recorder.last(.sourceContext) === context)
            #expect(recorder.last(.insertedObjectIDs) == Set([quake.objectID]))
            #expect(recorder.last(.updatedObjectIDs) == Set<NSManagedObjectID>())
            let saved = recorder.notifications[2].userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
            #expect(saved == [quake])
        }
    }

    /// An observer may merge the notification on another thread, which reads the objects' IDs while
    /// the context's own thread continues.
    @Test func theObjectsOfASaveHaveTheirIDsBeforeTheFirstNotification() throws {
        let (store, context) = (store, context)
        try context.performAndWait {
            let haveIDs = Mutex<[Bool]>([])
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { notification in
                let saved = notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
                haveIDs.withLock { $0 += (saved ?? []).map { $0.existingID?.isTemporaryID == false } }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            for code in ["a", "b"] { Quake(context: context).code = code }
            try context.save()
            #expect(haveIDs.withLock(\.self) == [true, true])
        }
        withExtendedLifetime(store) {}
    }

    @Test func changesAreToldOnceProcessed() throws {
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            let recorder = Recorder(context)
            quake.magnitude = 1
            quake.magnitude = 2
            #expect(recorder.names.isEmpty)
            context.processPendingChanges()
            #expect(recorder.names == [NSManagedObjectContext.didChangeObjectsNotification])
            #expect(recorder.last(.updatedObjects) == Set([quake]))
            #expect(recorder.last(.insertedObjects, as: Set<NSManagedObject>.self) == nil)
            context.delete(quake)
            context.processPendingChanges()
            #expect(recorder.last(.deletedObjects) == Set([quake]))
            context.reset()
            #expect(recorder.last(.invalidatedAllObjects, as: NSNull.self) != nil)
        }
    }

    @Test func aMergeNamesWhatIsNotRegisteredToo() throws {
        try context.performAndWait {
            let recorder = Recorder(context)
            let other = store.context()
            let identifier = try other.performAndWait {
                let observed = Recorder(other)
                let quake = Quake(context: other)
                quake.code = "a"
                try other.save()
                context.mergeChanges(fromContextDidSave: try #require(observed.notifications.last))
                return quake.objectID
            }
            #expect(recorder.names.last == NSManagedObjectContext.didMergeChangesObjectIDsNotification)
            #expect(recorder.last(.insertedObjectIDs) == Set([identifier]))
            // An explicit merge creates objects for the inserted IDs.
            let changed = recorder.notifications.last { $0.name == NSManagedObjectContext.didChangeObjectsNotification }
            let inserted = changed?.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
            #expect(inserted?.map(\.objectID) == [identifier])
            #expect(inserted?.first?.isFault == true)
            #expect((inserted?.first as? Quake)?.code == "a")
        }
    }

    @Test func `the will-save notification has no user info`() throws {
        try context.performAndWait {
            let recorder = Recorder(context)
            Quake(context: context).code = "a"
            try context.save()
            let notice = try #require(recorder.notifications.first)
            #expect(notice.name == NSManagedObjectContext.willSaveObjectsNotification)
            #expect(notice.userInfo == nil)
        }
    }

    @Test func `a new object that changes again before its save is an updated one`() throws {
        try context.performAndWait {
            let recorder = Recorder(context)
            let quake = Quake(context: context)
            context.processPendingChanges()
            #expect(recorder.last(.insertedObjects) == Set([quake]))
            quake.code = "a"
            context.processPendingChanges()
            #expect(recorder.last(.insertedObjects, as: Set<NSManagedObject>.self) == nil)
            #expect(recorder.last(.updatedObjects) == Set([quake]))
            #expect(context.insertedObjects == [quake])
            #expect(context.updatedObjects.isEmpty)
            context.delete(quake)
            context.processPendingChanges()
            context.insert(quake)
            context.processPendingChanges()
            #expect(recorder.last(.insertedObjects) == Set([quake]))
        }
    }

    /// Merges a change of another context's quakes, by the IDs under which a notification has them.
    private func merge(_ key: String, _ ids: [NSManagedObjectID]) {
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [key: ids], into: [context])
    }

    /// The IDs of two quakes that another context saved.
    private func saved() throws -> [NSManagedObjectID] {
        let other = store.context()
        return try other.performAndWait {
            let quakes = [Quake(context: other), Quake(context: other)]
            try other.save()
            return quakes.map(\.objectID).sorted { $0.rowID < $1.rowID }
        }
    }

    @Test func `a merge names the objects that it refreshed`() throws {
        let ids = try saved()
        try context.performAndWait {
            let quake = try #require(try context.existingObject(with: ids[0]) as? Quake)
            let other = store.context()
            try other.performAndWait {
                let same = try other.existingObject(with: ids[0]) as? Quake
                same?.magnitude = 5
                try other.save()
            }
            let recorder = Recorder(context)
            merge(NSUpdatedObjectIDsKey, ids)
            #expect(quake.magnitude == 5)
            #expect(recorder.last(.updatedObjectIDs) == Set(ids))
            #expect(recorder.last(.refreshedObjectIDs) == Set([ids[0]]))
            let changed = recorder.notifications.first { $0.name == NSManagedObjectContext.didChangeObjectsNotification }
            #expect(changed?.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject> == [quake])
        }
    }

    @Test func `a merge that concerns no object posts no change of objects`() throws {
        let ids = try saved()
        context.performAndWait {
            let recorder = Recorder(context)
            merge(NSUpdatedObjectIDsKey, ids)
            merge(NSDeletedObjectIDsKey, ids)
            #expect(
                recorder.names == [
                    .NSManagedObjectContextDidMergeChangesObjectIDs, .NSManagedObjectContextDidMergeChangesObjectIDs,
                ])
            #expect(recorder.last(.deletedObjectIDs) == Set(ids))
            #expect(recorder.last(.refreshedObjectIDs, as: Set<NSManagedObjectID>.self) == [])
        }
    }
}
