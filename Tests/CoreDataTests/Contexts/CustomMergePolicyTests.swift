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

/// Keeps the stored object of each conflict, with a new place, and deletes the new ones and a third
/// object.
private final class KeepingStored: NSMergePolicy, @unchecked Sendable {
    nonisolated(unsafe) var place = "kept"
    nonisolated(unsafe) var third: Quake?

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        for conflict in list {
            (conflict.databaseObject as? Quake)?.place = place
            for object in conflict.conflictingObjects { object.managedObjectContext?.delete(object) }
        }
        if let third { third.managedObjectContext?.delete(third) }
        third = nil
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

    @Test func `an object that has kept no change of a conflict is not in conflict again`() throws {
        final class Own: NSMergePolicy, @unchecked Sendable {}
        try saveFirst { $0.code = "a" }
        try second.performAndWait {
            second.mergePolicy = Own(merge: .rollbackMergePolicyType)
            let quake = try quake(second)
            quake.magnitude = 2
            try saveFirst { $0.magnitude = 5 }
            try second.save()
            #expect(quake.magnitude == 5)
            second.mergePolicy = NSMergePolicy.error
            quake.magnitude = 6
            try second.save()
        }
        let saved = try first.performAndWait {
            first.reset()
            return try quake(first).magnitude
        }
        #expect(saved == 6)
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

    /// Source: Apple's documentation of `NSManagedObjectContext.save()`, which "attempts to commit
    /// unsaved changes to registered objects", and these are changes that its policy makes.
    @Test func whatASubclassChangesElsewhereIsSaved() throws {
        try saveFirst { $0.code = "a" }
        try first.performAndWait {
            Quake(context: first).code = "third"
            try first.save()
        }
        try second.performAndWait {
            let policy = KeepingStored(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            second.mergePolicy = policy
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            policy.third = try second.fetch(request).first { $0.code == "third" }
            let new = Quake(context: second)
            (new.code, new.magnitude) = ("a", 3)
            try second.save()
            #expect(!second.hasChanges)
            #expect(new.managedObjectContext == nil)
            #expect(try second.fetch(request).map(\.title) == ["kept 0.0"])
        }
        try first.performAndWait {
            first.reset()
            let all = try first.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            #expect(all.map(\.title) == ["kept 0.0"])
        }
    }

    /// A save writes no invalid values, even if a merge policy has set them.
    @Test func whatASubclassChangesIsValidated() throws {
        let model = NSManagedObjectModel.quakes()
        let place = try #require(model.entitiesByName["Quake"]?.attributesByName["place"])
        place.setValidationPredicates([NSPredicate(format: "SELF != 'nowhere'")], withValidationWarnings: nil)
        let store = try TestStore(model: model)
        let (first, second) = (store.context(), store.context())
        try first.performAndWait {
            Quake(context: first).code = "a"
            try first.save()
        }
        second.performAndWait {
            let policy = KeepingStored(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            policy.place = "nowhere"
            second.mergePolicy = policy
            Quake(context: second).code = "a"
            let error = #expect(throws: NSError.self) { try second.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(second.hasChanges)
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
