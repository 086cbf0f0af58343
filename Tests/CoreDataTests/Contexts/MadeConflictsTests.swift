import CoreData
import Foundation
import Testing

/// Conflicts that an app makes, to resolve a difference with a merge policy of the framework.
@Suite(.eachStore) struct MadeConflictsTests: Sendable {
    private let store: TestStore
    private let mine: NSManagedObjectContext
    private let other: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        (mine, other) = (store.context(), store.context())
        let other = other
        try other.performAndWait {
            let quake = Quake(context: other)
            (quake.code, quake.magnitude, quake.place) = ("a", 1, "old")
            try other.save()
        }
    }

    private func quake(_ context: NSManagedObjectContext) throws -> Quake {
        try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
    }

    /// Returns my object with a magnitude of 2, after the other context saved a magnitude of 5 and
    /// another place.
    private func changed() throws -> Quake {
        let quake = try quake(mine)
        quake.magnitude = 2
        let other = other
        try other.performAndWait {
            let quake = try self.quake(other)
            (quake.magnitude, quake.place) = (5, "new")
            try other.save()
        }
        return quake
    }

    private func conflict(_ quake: Quake) -> NSMergeConflict {
        NSMergeConflict(
            source: quake, newVersion: 2, oldVersion: 1, cachedSnapshot: ["magnitude": Float(5), "place": "new"],
            persistedSnapshot: nil)
    }

    @Test(arguments: [
        (NSMergePolicy.mergeByPropertyObjectTrump, Float(2), "new"), (.mergeByPropertyStoreTrump, 5, "new"),
        (.overwrite, 2, "old"), (.rollback, 5, "new"),
    ])
    func `a policy merges the values of the snapshot, and the save then finds no conflict`(
        _ policy: NSMergePolicy, _ magnitude: Float, _ place: String
    ) throws {
        try mine.run {
            let quake = try changed()
            let conflict = conflict(quake)
            #expect(conflict.objectSnapshot?["magnitude"] as? Float == 1)
            #expect(conflict.sourceObject === quake)
            #expect(conflict.newVersionNumber == 2)
            #expect(conflict.oldVersionNumber == 1)
            try policy.resolve(mergeConflicts: [conflict])
            #expect(quake.magnitude == magnitude)
            #expect(quake.place == place)
            #expect(mine.mergePolicy as? NSMergePolicy === NSMergePolicy.error)
            try mine.save()
        }
        let reader = store.context()
        try reader.performAndWait {
            let quake = try quake(reader)
            #expect(quake.magnitude == magnitude)
            #expect(quake.place == place)
        }
    }

    @Test func `the values of the store take precedence over the cached ones`() throws {
        try mine.run {
            let quake = try quake(mine)
            let conflict = NSMergeConflict(
                source: quake, newVersion: 3, oldVersion: 1, cachedSnapshot: ["place": "cached"],
                persistedSnapshot: ["place": "stored", "day": NSNull()])
            try NSMergePolicy.rollback.resolve(optimisticLockingConflicts: [conflict])
            #expect(quake.place == "stored")
            #expect(conflict.cachedSnapshot?["place"] as? String == "cached")
            #expect(conflict.persistedSnapshot?["place"] as? String == "stored")
        }
    }

    @Test func `a conflict with a deleted row changes nothing`() throws {
        try mine.run {
            let quake = try quake(mine)
            quake.magnitude = 2
            let conflict = NSMergeConflict(
                source: quake, newVersion: 0, oldVersion: 1, cachedSnapshot: nil, persistedSnapshot: nil)
            try NSMergePolicy.rollback.resolve(mergeConflicts: [conflict])
            #expect(quake.magnitude == 2)
            #expect(conflict.description.contains("newVersion = <deleted>"))
        }
    }

    @Test func `the error policy throws the conflicts it is given`() throws {
        try mine.run {
            let made = conflict(try quake(mine))
            let error = #expect(throws: NSError.self) { try NSMergePolicy.error.resolve(mergeConflicts: [made]) }
            #expect(error?.code == NSManagedObjectMergeError)
            #expect(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] == [made])
        }
    }

    @Test func `a snapshot names the object of a relationship by its ID`() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let conflict = NSMergeConflict(
                source: shelf.one, newVersion: 2, oldVersion: 1,
                cachedSnapshot: ["author": shelf.bob.objectID, "cover": NSNull()], persistedSnapshot: nil)
            try NSMergePolicy.rollback.resolve(mergeConflicts: [conflict])
            #expect(shelf.one.author === shelf.bob)
        }
    }

    // MARK: Unique values

    @Test func `a conflict over unique values has what it was made with`() throws {
        try mine.run {
            let stored = try quake(mine)
            let new = Quake(context: mine)
            new.code = "a"
            let conflict = NSConstraintConflict(
                constraint: ["code"], database: stored, databaseSnapshot: ["code": "a", "place": "old"], conflicting: [new],
                conflictingSnapshots: [["code": NSNull()]])
            #expect(conflict.constraint == ["code"])
            #expect(conflict.constraintValues["code"] as? String == "a")
            #expect(conflict.databaseObject === stored)
            #expect(conflict.databaseSnapshot?["place"] as? String == "old")
            #expect(conflict.conflictingObjects == [new])
            #expect(conflict.conflictingSnapshots.first?["code"] is NSNull)
            let error = #expect(throws: NSError.self) { try NSMergePolicy.error.resolve(mergeConflicts: [conflict]) }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
        }
    }
}
