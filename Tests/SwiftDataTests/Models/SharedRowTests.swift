import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// Models of one row, in one context or in several.
@Suite struct SharedRowTests {
    private func upserted() throws -> (ModelContext, RefUser, RefUser) {
        let context = ModelContext(try refContainer(RefUser.self))
        let old = RefUser(email: "a", name: "old")
        context.insert(old)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        return (context, old, new)
    }

    @Test func `observers of both models of an upsert are told of changes through either`() throws {
        let (context, old, new) = try upserted()
        try context.save()
        #expect(changes({ _ = new.name }) { old.name = "x" } == 1)
        #expect(new.name == "x")
        #expect(changes({ _ = old.name }) { new.name = "y" } == 1)
        #expect(old.name == "y")
    }

    @Test func `an observer from before the upsert is told of it`() throws {
        let (context, old, new) = try upserted()
        #expect(try changes({ _ = new.name }) { try context.save() } == 1)
        #expect(changes({ _ = new.name }) { old.name = "x" } == 1)
    }

    @Test func `the model of an upsert follows a merge when the app keeps no other`() throws {
        let context = ModelContext(try refContainer(RefUser.self))
        func upsert() throws -> RefUser {
            let old = RefUser(email: "a", name: "old")
            context.insert(old)
            try context.save()
            let new = RefUser(email: "a", name: "new")
            context.insert(new)
            try context.save()
            return new
        }
        let new = try upsert()
        let other = ModelContext(context.container)
        let theirs = try #require(try other.fetch(FetchDescriptor<RefUser>()).first)
        theirs.name = "theirs"
        let count = try changes({ _ = new.name }) {
            try other.save()
            context.processPendingChanges()
        }
        #expect(count == 1)
        #expect(new.name == "theirs")
    }

    @Test func `a model that joins another context writes only what it has changed`() throws {
        let container = try refContainer(RefUser.self)
        var context: ModelContext? = ModelContext(container)
        let user = RefUser(email: "a", name: "old", age: 1)
        context?.insert(user)
        try context?.save()
        user.age = 2
        context = nil
        let other = ModelContext(container)
        try #require(try other.fetch(FetchDescriptor<RefUser>()).first).name = "theirs"
        try other.save()
        let third = ModelContext(container)
        third.insert(user)
        #expect(user.name == "theirs")
        #expect(user.age == 2)
        try third.save()
        #expect(try refReload(RefUser.self, container).name == "theirs")
        #expect(try refReload(RefUser.self, container).age == 2)
    }

    @Test func `observers of the relationships of a model are told of its deletion elsewhere`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("a", "b", in: context)
        let count = try changes({ _ = album.songs.count }) {
            let other = ModelContext(container)
            for album in try other.fetch(FetchDescriptor<Album>()) { other.delete(album) }
            try other.save()
            context.processPendingChanges()
        }
        #expect(count == 1)
        #expect(album.songs.isEmpty)
    }

    @Test func `a stored model is posted as updated after an upsert`() throws {
        for isKnown in [false, true] {
            let container = try refContainer(RefUser.self)
            let first = ModelContext(container)
            let old = RefUser(email: "a", name: "old")
            first.insert(old)
            try first.save()
            let context = isKnown ? first : ModelContext(container)
            let (twin, new) = (RefUser(email: "a", name: "new"), RefUser(email: "b", name: "b"))
            context.insert(twin)
            context.insert(new)
            let posted = Mutex<[String: [PersistentIdentifier]]>([:])
            let observer = NotificationCenter.default.addObserver(
                forName: ModelContext.didSave, object: context, queue: nil
            ) { note in posted.withLock { $0 = note.userInfo as? [String: [PersistentIdentifier]] ?? [:] } }
            defer { NotificationCenter.default.removeObserver(observer) }
            try context.save()
            let result = posted.withLock { $0 }
            #expect(result["inserted"] == [new.persistentModelID])
            #expect(result["updated"] == [old.persistentModelID])
            #expect(twin.persistentModelID == old.persistentModelID)
        }
    }

    /// Returns how often a change is reported to one observer: once, or not.
    private func changes(_ read: () -> Void, _ change: () throws -> Void) rethrows -> Int {
        let counter = Counter()
        withObservationTracking(read) { counter.count.withLock { $0 += 1 } }
        try change()
        return counter.count.withLock { $0 }
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
    }
}
