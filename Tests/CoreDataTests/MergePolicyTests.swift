import CoreData
import Foundation
import Testing

/// Two contexts change one row; the second to save meets the first one's change.
@Suite(.eachStore) struct MergePolicyTests: Sendable {
    private let store: TestStore
    private let first: NSManagedObjectContext
    private let second: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        first = store.context()
        second = store.context()
    }

    private func quake(_ context: NSManagedObjectContext) throws -> Quake {
        let quake = try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
        _ = quake.code
        return quake
    }

    /// Saves magnitude 1 and the place "first" in one context, then magnitude 2 in a second one under
    /// the policy. Returns the stored values.
    private func conflict(_ policy: NSMergePolicy) throws -> String {
        let (first, second) = (first, second)
        try first.performAndWait {
            let quake = Quake(context: first)
            quake.code = "a"
            try first.save()
        }
        nonisolated(unsafe) var theirs: Quake?
        try second.performAndWait { theirs = try quake(second) }
        try first.performAndWait {
            let quake = try quake(first)
            (quake.magnitude, quake.place) = (1, "first")
            try first.save()
        }
        try second.performAndWait {
            second.mergePolicy = policy
            theirs?.magnitude = 2
            try second.save()
            #expect(theirs?.hasChanges == false)
            #expect(theirs.map { "\($0.magnitude) \($0.place ?? "nil")" } == stored())
        }
        return stored()
    }

    private func stored() -> String {
        let context = store.context()
        return context.performAndWait {
            let quakes = (try? context.fetch(NSFetchRequest<Quake>(entityName: "Quake"))) ?? []
            return quakes.map { "\($0.magnitude) \($0.place ?? "nil")" }.joined(separator: ", ")
        }
    }

    @Test func theErrorPolicyReportsTheConflict() throws {
        let error = #expect(throws: NSError.self) { try conflict(.error) }
        #expect(error?.code == NSManagedObjectMergeError)
        let reported = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first
        #expect(reported?.oldVersionNumber == 1)
        #expect(reported?.newVersionNumber == 2)
        #expect(reported?.cachedSnapshot?["place"] as? String == "first")
        #expect(stored() == "1.0 first")
        // Nothing is lost: the change is still there to be saved once the conflict is settled.
        let second = second
        try second.performAndWait {
            #expect(second.updatedObjects.count == 1)
            second.refreshAllObjects()
            try second.save()
        }
        #expect(stored() == "2.0 first")
    }

    @Test func theObjectTrumpPolicyKeepsBothSidesButTheObjectsWhereTheyMeet() throws {
        #expect(try conflict(.mergeByPropertyObjectTrump) == "2.0 first")
    }

    @Test func theStoreTrumpPolicyKeepsTheStoresWhereTheyMeet() throws {
        #expect(try conflict(.mergeByPropertyStoreTrump) == "1.0 first")
    }

    @Test func theOverwritePolicyWritesTheWholeObject() throws {
        #expect(try conflict(.overwrite) == "2.0 nil")
    }

    @Test func theRollbackPolicyDropsTheObjectsChanges() throws {
        #expect(try conflict(.rollback) == "1.0 first")
    }

    /// First deletes the row that second changed.
    private func deletion(_ policy: NSMergePolicy) throws -> String {
        let (first, second) = (first, second)
        try first.performAndWait {
            Quake(context: first).magnitude = 1
            try first.save()
        }
        nonisolated(unsafe) var theirs: Quake?
        try second.performAndWait { theirs = try quake(second) }
        try first.performAndWait {
            first.delete(try quake(first))
            try first.save()
        }
        try second.performAndWait {
            second.mergePolicy = policy
            theirs?.magnitude = 2
            try second.save()
        }
        return stored()
    }

    @Test func aDeletedRowStaysDeletedOrComesBackAsThePolicySays() throws {
        #expect(throws: NSError.self) { try deletion(.error) }
        #expect(stored() == "")
        #expect(try deletion(.mergeByPropertyStoreTrump) == "")
        #expect(try deletion(.mergeByPropertyObjectTrump) == "2.0 nil")
    }

    // MARK: Unique values

    /// A new object takes the code of a stored one.
    private func twin(_ policy: NSMergePolicy) throws -> (stored: String, isOneObject: Bool) {
        let first = first
        return try first.performAndWait {
            let old = Quake(context: first)
            (old.code, old.magnitude, old.place) = ("a", 1, "old")
            try first.save()
            first.mergePolicy = policy
            let new = Quake(context: first)
            (new.code, new.magnitude) = ("a", 2)
            try first.save()
            // The context had an object for the row: it stays the row's object, with the row's
            // values.
            return (stored(), old.managedObjectContext === first && "\(old.magnitude) \(old.place ?? "nil")" == stored())
        }
    }

    @Test func aTakenUniqueValueIsAnErrorThatNamesIt() throws {
        let error = #expect(throws: NSError.self) { try twin(.error) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        let reported = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first
        #expect(reported?.constraint == ["code"])
        #expect(reported?.constraintValues["code"] as? String == "a")
        #expect(stored() == "1.0 old")
    }

    @Test func underTheTrumpPoliciesOneRowIsLeft() throws {
        let object = try twin(.mergeByPropertyObjectTrump)
        #expect(object.stored == "2.0 nil" && object.isOneObject)
    }

    @Test func underTheStoreTrumpPolicyTheOldRowStays() throws {
        let object = try twin(.mergeByPropertyStoreTrump)
        #expect(object.stored == "1.0 old" && object.isOneObject)
    }

    @Test func aUniqueValueMayPassFromADeletedObjectToANewOne() throws {
        let first = first
        try first.performAndWait {
            let old = Quake(context: first)
            old.code = "a"
            try first.save()
            first.delete(old)
            let new = Quake(context: first)
            (new.code, new.place) = ("a", "new")
            try first.save()
        }
        #expect(stored() == "0.0 new")
    }
}
