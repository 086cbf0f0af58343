import CoreData
import Foundation
import Testing

/// Adds up both magnitudes, and joins the places; all else is the object's.
private final class AddingPolicy: NSMergePolicy {
    nonisolated(unsafe) var conflicts: [NSMergeConflict] = []
    nonisolated(unsafe) var constraints: [NSConstraintConflict] = []

    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        conflicts += list
        for conflict in list {
            guard let quake = conflict.sourceObject as? Quake, let read = conflict.objectSnapshot?["magnitude"] as? Float,
                let stored = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["magnitude"] as? Float
            else { continue }
            quake.magnitude += stored - read
        }
        try super.resolve(optimisticLockingConflicts: list)
    }

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        constraints += list
        try super.resolve(constraintConflicts: list)
    }
}

@Suite(.eachStore) struct CustomMergePolicyTests: Sendable {
    private let store: TestStore
    private let first: NSManagedObjectContext
    private let second: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        first = store.context()
        second = store.context()
    }

    private func quake(_ context: NSManagedObjectContext) throws -> Quake {
        try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
    }

    private func saveFirst(_ change: @Sendable (Quake) -> Void) throws {
        try first.performAndWait {
            let count = try first.count(for: NSFetchRequest<Quake>(entityName: "Quake"))
            change(count == 0 ? Quake(context: first) : try quake(first))
            try first.save()
        }
    }

    @Test func aSubclassSettlesWhatItKnows() throws {
        try saveFirst { $0.code = "a" }
        try second.performAndWait {
            let policy = AddingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            second.mergePolicy = policy
            let quake = try quake(second)
            quake.magnitude = 2
            try saveFirst { ($0.magnitude, $0.place) = (5, "first") }
            try second.save()
            #expect(policy.conflicts.count == 1)
            #expect(policy.conflicts.first?.sourceObject === quake)
            #expect(quake.magnitude == 7)
            #expect(quake.place == "first")
        }
        try first.performAndWait {
            first.reset()
            let merged = try quake(first)
            #expect(merged.magnitude == 7)
        }
    }

    @Test func aConflictWithTheParentHasItsSnapshot() throws {
        try saveFirst { $0.code = "a" }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = first
        try child.performAndWait {
            let policy = AddingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            child.mergePolicy = policy
            let quake = try quake(child)
            quake.magnitude = 2
            try first.performAndWait { try self.quake(first).magnitude = 5 }
            try child.save()
            #expect(policy.conflicts.first?.cachedSnapshot?["magnitude"] as? Float == 5)
            #expect(policy.conflicts.first?.persistedSnapshot == nil)
        }
        #expect(try first.performAndWait { try quake(first).magnitude } == 7)
    }

    @Test func aTakenUniqueValueIsToldOfAndLeftToTheType() throws {
        try saveFirst { ($0.code, $0.magnitude) = ("a", 1) }
        try second.performAndWait {
            let policy = AddingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            second.mergePolicy = policy
            let quake = Quake(context: second)
            (quake.code, quake.magnitude) = ("a", 3)
            try second.save()
            #expect(policy.constraints.map(\.constraint) == [["code"]])
            let all = try second.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            #expect(all.map(\.magnitude) == [3])
        }
    }

    @Test func whatAPolicyThrowsTheSaveThrows() throws {
        final class Refusing: NSMergePolicy {
            override func resolve(mergeConflicts list: [Any]) throws { throw CocoaError(.userCancelled) }
        }
        try saveFirst { $0.code = "a" }
        try second.performAndWait {
            second.mergePolicy = Refusing(merge: .overwriteMergePolicyType)
            let quake = try quake(second)
            quake.magnitude = 2
            try saveFirst { $0.magnitude = 5 }
            #expect(throws: CocoaError(.userCancelled)) { try second.save() }
            #expect(second.hasChanges)
        }
    }
}
