import CoreData
import Foundation
import Testing

/// The conflicts that a merge policy or an error of a save receives.
@Suite(.eachStore) struct ConflictTests: Sendable {
    private let store: TestStore
    private let first: NSManagedObjectContext
    private let second: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        first = store.context()
        second = store.context()
    }

    private func quakes(_ context: NSManagedObjectContext) throws -> [Quake] {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        request.returnsObjectsAsFaults = false
        return try context.fetch(request)
    }

    private func save(_ codes: String...) throws {
        let first = first
        try first.performAndWait {
            for code in codes { Quake(context: first).code = code }
            try first.save()
        }
    }

    private func conflicts<T>(_ error: NSError?, _ type: T.Type = T.self) -> [T] {
        error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [T] ?? []
    }

    @Test func allChangedRowsAreNamedAtOnce() throws {
        try save("a", "b", "c")
        let (first, second) = (first, second)
        try second.performAndWait {
            let mine = try quakes(second)
            for quake in mine { quake.magnitude = 2 }
            try first.performAndWait {
                let theirs = try quakes(first)
                theirs[0].magnitude = 1
                first.delete(theirs[2])
                try first.save()
            }
            let error = #expect(throws: NSError.self) { try second.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            let found: [NSMergeConflict] = conflicts(error)
            #expect(found.map(\.sourceObject) == [mine[0], mine[2]])
            #expect(found.map(\.oldVersionNumber) == [1, 1])
            #expect(found.map(\.newVersionNumber) == [2, 0])
            try #require(found.count == 2)
            #expect(found[0].objectSnapshot?["magnitude"] as? Float == 0)
            // In a conflict between two contexts of one coordinator, the other version is the
            // cached snapshot.
            #expect(found[0].cachedSnapshot?["magnitude"] as? Float == 1)
            #expect(found[0].persistedSnapshot == nil)
            #expect(found[1].cachedSnapshot == nil && found[1].persistedSnapshot == nil)
        }
    }

    @Test func `a row that was inserted again has no version of which others have read another row`() throws {
        try save("a")
        let (first, second, third) = (first, second, store.context())
        try first.performAndWait {
            let mine = try quakes(first)[0]
            try second.performAndWait {
                let theirs = try quakes(second)[0]
                try third.performAndWait {
                    let outdated = try quakes(third)[0]
                    // The second version, which the second context has.
                    theirs.magnitude = 2
                    try second.save()
                    first.mergePolicy = NSMergePolicy.overwrite
                    first.delete(mine)
                    try first.save()
                    // Would be a second version, too.
                    third.mergePolicy = NSMergePolicy.overwrite
                    outdated.place = "again"
                    try third.save()
                }
                theirs.magnitude = 3
                let error = #expect(throws: NSError.self) { try second.save() }
                #expect(error?.code == NSManagedObjectMergeError)
            }
        }
    }

    @Test func aWriteThatTheCoordinatorDoesNotKnowIsBetweenItAndTheStore() throws {
        try save("a")
        let (second, container) = (second, try store.openedElsewhere())
        try second.performAndWait {
            let mine = try quakes(second)[0]
            mine.magnitude = 2
            // Reads the row into the coordinator's row cache.
            let read: Float = try self.first.performAndWait { try quakes(self.first)[0].magnitude }
            #expect(read == 0)
            let other = container.newBackgroundContext()
            try other.performAndWait {
                try quakes(other)[0].magnitude = 1
                try other.save()
            }
            let error = #expect(throws: NSError.self) { try second.save() }
            let found: [NSMergeConflict] = conflicts(error)
            #expect(found.count == 1)
            #expect(found.first?.cachedSnapshot?["magnitude"] as? Float == 0)
            #expect(found.first?.persistedSnapshot?["magnitude"] as? Float == 1)
            #expect(found.first?.description.contains("with oldVersion = 1 and newVersion = 2 and old cached row = {") == true)
        }
    }

    @Test func theDescriptionsAreThoseOfApplesLogs() throws {
        try save("a")
        let (first, second) = (first, second)
        try second.performAndWait {
            let mine = try quakes(second)[0]
            mine.magnitude = 2
            try first.performAndWait {
                try quakes(first)[0].place = "Bali"
                try first.save()
            }
            let error = #expect(throws: NSError.self) { try second.save() }
            func values(_ place: String) -> String {
                "{\n    code = a;\n    day = \"<null>\";\n    magnitude = 0;\n    place = \(place);\n    time = \"<null>\";\n}"
            }
            let found: [NSMergeConflict] = conflicts(error)
            #expect(
                found.first?.description.replacing(#/0x[0-9a-f]+/#, with: "0x")
                    == "NSMergeConflict (0x) for NSManagedObject (0x) with objectID '0x <\(mine.objectID.uriRepresentation())>' "
                    + "with oldVersion = 1 and newVersion = 2 and old object snapshot = \(values("\"<null>\"")) "
                    + "and new cached row = \(values("Bali"))"
            )
        }
    }

    // MARK: Unique values

    @Test func allTakenUniqueValuesAreNamedWithWhoHasThem() throws {
        try save("a", "b", "c")
        let second = second
        try second.performAndWait {
            let stored = try quakes(second)
            let (newA, newB, new1, new2) = (
                Quake(context: second), Quake(context: second), Quake(context: second), Quake(context: second)
            )
            (newA.code, newA.magnitude, newB.code) = ("a", 4, "b")
            (new1.code, new2.code) = ("x", "x")
            // The object with the code c changes it, so that a new object can have it.
            stored[2].code = "d"
            Quake(context: second).code = "c"
            let error = #expect(throws: NSError.self) { try second.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            let found = conflicts(error, NSConstraintConflict.self)
                .sorted { "\($0.constraintValues["code"] ?? "")" < "\($1.constraintValues["code"] ?? "")" }
            #expect(found.map(\.constraint) == [["code"], ["code"], ["code"]])
            #expect(found.map { $0.constraintValues["code"] as? String } == ["a", "b", "x"])
            #expect(found.map(\.databaseObject) == [stored[0], stored[1], nil])
            #expect(found.map { Set($0.conflictingObjects) } == [[newA], [newB], [new1, new2]])
            #expect(found.first?.databaseSnapshot?["code"] as? String == "a")
            #expect(found.last?.databaseSnapshot == nil)
            #expect(found.first?.conflictingSnapshots.first?["magnitude"] as? Float == 0)
            #expect(
                found.first?.description.replacing(#/0x[0-9a-f]+/#, with: "0x")
                    == "NSConstraintConflict (0x) for constraint (\n    code\n): database: 0x <\(stored[0].objectID.uriRepresentation())>, "
                    + "conflictedObjects: (\n    \"0x <\(newA.objectID.uriRepresentation())>\"\n)")
            #expect(error?.localizedDescription.contains("code = a") == true)
        }
    }

    @Test func aPolicyMayUseTheStoredObjectsValues() throws {
        /// Fills a place that the new object does not set with that of the stored object.
        final class Filling: NSMergePolicy {
            override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
                for conflict in list {
                    for case let quake as Quake in conflict.conflictingObjects where quake.place == nil {
                        quake.place = conflict.databaseSnapshot?["place"] as? String
                    }
                }
                try super.resolve(constraintConflicts: list)
            }
        }
        let (first, second) = (first, second)
        try first.performAndWait {
            let quake = Quake(context: first)
            (quake.code, quake.place) = ("a", "Bali")
            try first.save()
        }
        try second.performAndWait {
            second.mergePolicy = Filling(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            let quake = Quake(context: second)
            (quake.code, quake.magnitude) = ("a", 5)
            try second.save()
            #expect(try quakes(second).map(\.title) == ["Bali 5.0"])
        }
    }

    @Test func snapshotsNameRelatedObjectsByTheirIdentifiers() throws {
        let library = try TestStore(model: .library())
        let (mine, theirs) = (library.context(), library.context())
        try mine.performAndWait {
            let shelf = Bookshelf(mine)
            try mine.save()
            let objectID = shelf.one.objectID
            shelf.one.title = "Mine"
            try theirs.performAndWait {
                (theirs.object(with: objectID) as? Book)?.title = "Theirs"
                try theirs.save()
            }
            let error = #expect(throws: NSError.self) { try mine.save() }
            let found: [NSMergeConflict] = conflicts(error)
            #expect(found.first?.objectSnapshot?["author"] as? NSManagedObjectID == shelf.ann.objectID)
            #expect(found.first?.cachedSnapshot?["title"] as? String == "Theirs")
            #expect(found.first?.objectSnapshot?.keys.contains("tags") == false)
        }
    }

    /// The policies discard the deletion, so the row still exists and has the other context's
    /// value.
    @Test(arguments: [NSMergePolicy.rollback, .mergeByPropertyStoreTrump])
    func `a deletion that a policy undoes is reported as an update`(policy: NSMergePolicy) throws {
        try save("a")
        let (first, second, third) = (first, second, store.context())
        try third.performAndWait { try quakes(third)[0].place = "unsaved" }
        try second.performAndWait {
            let mine = try quakes(second)[0]
            try first.performAndWait {
                try quakes(first)[0].magnitude = 1
                try first.save()
            }
            second.mergePolicy = policy
            second.delete(mine)
            nonisolated(unsafe) var saved: [Notification] = []
            let observer = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didSaveObjectsNotification, object: second, queue: nil
            ) { saved.append($0) }
            defer { NotificationCenter.default.removeObserver(observer) }
            try second.save()
            let notification = try #require(saved.first)
            #expect((notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []).isEmpty)
            #expect(notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [mine])
            #expect(!mine.isDeleted && mine.magnitude == 1)
            third.performAndWait { third.mergeChanges(fromContextDidSave: notification) }
        }
        try third.performAndWait {
            let theirs = try #require(third.registeredObjects.first as? Quake)
            #expect(!theirs.isDeleted && theirs.place == "unsaved" && theirs.magnitude == 1)
        }
    }
}
