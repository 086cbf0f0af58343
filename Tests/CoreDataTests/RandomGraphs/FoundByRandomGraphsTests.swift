@testable import CoreData
import Foundation
import Testing

/// Bugs that random runs found, each reduced to a minimal test.
@Suite(.eachStore) struct FoundByRandomGraphsTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .graph(), history: true)
        context = store.context()
    }

    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        return child
    }

    private static func insert(_ entity: String, _ key: Int, in context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(key, forKey: "key")
        return object
    }

    private static func find(_ entity: String, _ key: Int, in context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "key == %lld", Int64(key))
        return try #require(try context.fetch(request).first)
    }

    // MARK: References from other contexts

    /// Returns two contexts of a store with an item 1 and a tag 2.
    private func pair() throws -> (NSManagedObjectContext, NSManagedObjectContext) {
        let (one, other) = (context, store.context())
        try one.performAndWait {
            _ = (Self.insert("Item", 1, in: one), Self.insert("Tag", 2, in: one))
            try one.save()
        }
        return (one, other)
    }

    private static func delete(_ entity: String, _ key: Int, in context: NSManagedObjectContext) throws {
        try context.performAndWait {
            context.delete(try find(entity, key, in: context))
            try context.save()
        }
    }

    @Test func aRowThatOthersDeletedIsNoMemberOfWhatIsSaved() throws {
        let (one, other) = try pair()
        for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .rollback] {
            try other.performAndWait {
                other.reset()
                other.mergePolicy = policy
                let item = try Self.find("Item", 1, in: other)
                let tag = Self.insert("Tag", 3, in: other)
                let child = Self.insert("Item", 4, in: other)
                try other.save()
                child.setValue(item, forKey: "parent")
                tag.mutableSetValue(forKey: "items").add(item)
                nonisolated(unsafe) let one = one
                try Self.delete("Item", 1, in: one)
                try other.save()
                #expect(child.value(forKey: "parent") == nil)
                #expect((tag.value(forKey: "items") as? NSSet)?.count == 0)
            }
            #expect(try StoreInspection.problems(store.container) == [])
            try one.performAndWait {
                _ = Self.insert("Item", 1, in: one)
                try one.save()
            }
        }
    }

    /// The deleting context has not seen the other context's new references to the object.
    @Test func aDeletedRowIsTakenOutOfWhatOthersRelatedToIt() throws {
        let (one, other) = try pair()
        nonisolated(unsafe) var doomed: NSManagedObject?
        try one.performAndWait {
            let item = try Self.find("Item", 1, in: one)
            for link in GraphLink.ofKind[.item] ?? [] { _ = item.value(forKey: link.name) }
            doomed = item
        }
        try other.performAndWait {
            let item = try Self.find("Item", 1, in: other)
            Self.insert("Item", 3, in: other).setValue(item, forKey: "parent")
            Self.insert("Item", 4, in: other).setValue(item, forKey: "partner")
            try Self.find("Tag", 2, in: other).mutableSetValue(forKey: "items").add(item)
            try other.save()
        }
        try one.performAndWait {
            one.mergePolicy = NSMergePolicy.overwrite
            doomed.map(one.delete)
            try one.save()
        }
        #expect(try StoreInspection.problems(store.container) == [])
        // Contexts are notified of it as of any change.
        try other.performAndWait {
            other.refreshAllObjects()
            let (child, partner) = (try Self.find("Item", 3, in: other), try Self.find("Item", 4, in: other))
            let tag = try Self.find("Tag", 2, in: other)
            #expect(child.value(forKey: "parent") == nil)
            #expect(partner.value(forKey: "partner") == nil)
            #expect((tag.value(forKey: "items") as? NSSet)?.count == 0)
        }
    }

    @Test func bothEndsOfAOneToOneRelationshipAgreeAfterAMerge() throws {
        for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback] {
            let (one, other) = (store.context(), store.context())
            let keys = try one.performAndWait {
                let items = (10..<13).map { Self.insert("Item", $0, in: one) }
                try one.save()
                return items.map(\.objectID)
            }
            nonisolated(unsafe) var theirs: [NSManagedObject] = []
            try other.performAndWait {
                theirs = try keys.map(other.existingObject)
                theirs[1].setValue(theirs[0], forKey: "partner")
            }
            try one.performAndWait {
                let mine = try keys.map(one.existingObject)
                mine[2].setValue(mine[0], forKey: "partner")
                try one.save()
            }
            try other.performAndWait {
                other.mergePolicy = policy
                try other.save()
                other.refreshAllObjects()
                let partners = theirs[1...].filter { $0.value(forKey: "partner") as? NSManagedObject === theirs[0] }
                #expect(partners == [theirs[0].value(forKey: "admirer") as? NSManagedObject], "\(policy.mergeType)")
            }
        }
    }

    /// The restored row gets a new version. Otherwise a third context that read the row before
    /// would overwrite it without a conflict.
    @Test func aRowThatIsPutBackIsAnotherVersion() throws {
        let (one, other) = try pair()
        let third = store.context()
        nonisolated(unsafe) var (second, last): (NSManagedObject?, NSManagedObject?)
        try other.performAndWait {
            second = try Self.find("Item", 1, in: other)
            second?.setValue(5, forKey: "value")
        }
        try third.performAndWait {
            last = try Self.find("Item", 1, in: third)
            last?.setValue(7, forKey: "value")
        }
        try Self.delete("Item", 1, in: one)
        try other.performAndWait {
            other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try other.save()
        }
        let error = #expect(throws: NSError.self) { try third.performAndWait { try third.save() } }
        #expect(error?.code == NSManagedObjectMergeError)
        withExtendedLifetime((second, last)) {}
    }

    @Test func whatWasNeverSavedIsNotDenied() throws {
        let context = context
        try context.performAndWait {
            let (tag, list) = (Self.insert("Tag", 1, in: context), Self.insert("List", 2, in: context))
            list.setValue(tag, forKey: "keeper")
            context.delete(tag)
            try context.save()
            #expect(list.value(forKey: "keeper") == nil)
        }
    }

    // MARK: Collections

    /// Foundation's class does much of its work without calling the methods that a subclass
    /// overrides.
    @Test func theOrderedSetOfARelationshipDoesAllThatAPlainOneDoes() {
        typealias Edit = (NSMutableOrderedSet, [NSManagedObject]) -> Void
        let byKey: (Any, Any) -> ComparisonResult = { a, b in
            let (a, b) = (
                (a as? NSManagedObject)?.value(forKey: "key") as? Int ?? 0,
                (b as? NSManagedObject)?.value(forKey: "key") as? Int ?? 0
            )
            return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
        }
        // The set starts with members 0 to 3, in the order 2, 0, 3, 1.
        let edits: [String: Edit] = [
            "add": { set, all in set.add(all[5]) },
            "add a member": { set, all in set.add(all[0]) },
            "add several": { set, all in set.addObjects(from: [all[4], all[0], all[5]]) },
            "insert": { set, all in set.insert(all[4], at: 1) },
            "remove": { set, all in set.remove(all[3]) },
            "remove another": { set, all in set.remove(all[5]) },
            "remove several": { set, all in set.removeObjects(in: [all[3], all[5], all[2]]) },
            "remove by positions": { set, _ in set.removeObjects(at: IndexSet([0, 2])) },
            "remove a range": { set, _ in set.removeObjects(in: NSRange(location: 1, length: 2)) },
            "remove all": { set, _ in set.removeAllObjects() },
            "replace": { set, all in set.replaceObject(at: 1, with: all[4]) },
            "set": { set, all in set.setObject(all[4], at: 4) },
            "exchange": { set, _ in set.exchangeObject(at: 0, withObjectAt: 3) },
            "move": { set, _ in set.moveObjects(at: IndexSet(integer: 3), to: 1) },
            "unite": { set, all in set.union(NSOrderedSet(array: [all[5], all[1]])) },
            // Foundation's own `intersect` does not terminate if the sets have members in common.
            "intersect": { set, all in
                if type(of: set) == NSMutableOrderedSet.self {
                    set.removeObjects(in: [all[0], all[3]])
                } else {
                    set.intersect(NSOrderedSet(array: [all[5], all[1], all[2]]))
                }
            },
            "subtract": { set, all in set.minus(NSOrderedSet(array: [all[5], all[1]])) },
            "unite a set": { set, all in set.unionSet([all[5], all[1]]) },
            "subtract a set": { set, all in set.minusSet([all[5], all[1]]) },
            "sort": { set, _ in set.sort(comparator: byKey) },
            "sort a range": { set, _ in set.sortRange(NSRange(location: 0, length: 2), options: [], usingComparator: byKey) },
        ]
        let context = context
        nonisolated(unsafe) let allEdits = edits
        context.performAndWait {
            for (name, edit) in allEdits {
                let all = (0..<6).map { Self.insert("Item", $0, in: context) }
                let start = [2, 0, 3, 1].map { all[$0] }
                let list = Self.insert("List", 0, in: context)
                list.setValue(NSOrderedSet(array: start), forKey: "items")
                let plain = NSMutableOrderedSet(array: start)
                edit(plain, all)
                let set = list.mutableOrderedSetValue(forKey: "items")
                edit(set, all)
                let expected = plain.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "key") as? Int }
                let found = (list.value(forKey: "items") as? NSOrderedSet)?.array ?? []
                #expect(found.compactMap { ($0 as? NSManagedObject)?.value(forKey: "key") as? Int } == expected, "\(name)")
                #expect(set.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "key") as? Int } == expected, "\(name)")
                for object in all {
                    #expect(set.contains(object) == plain.contains(object), "\(name)")
                    #expect(set.set.contains(object) == plain.contains(object), "\(name)")
                    #expect((object.value(forKey: "list") as? NSManagedObject === list) == plain.contains(object), "\(name)")
                }
            }
        }
    }

    /// The middle one of three nested contexts had fetched the object, and kept its values when the
    /// object was refreshed.
    @Test func whatWasDeletedAboveIsNotFoundBelow() throws {
        let above = child(of: context)
        let below = child(of: above)
        try context.performAndWait {
            let item = Self.insert("Item", 1, in: context)
            item.setValue(item, forKey: "partner")
            try context.save()
        }
        let held = try above.performAndWait {
            let item = try Self.find("Item", 1, in: above)
            #expect(item.value(forKey: "partner") as? NSManagedObject === item)
            return item
        }
        try context.performAndWait { context.delete(try Self.find("Item", 1, in: context)) }
        above.performAndWait {
            above.refreshAllObjects()
            #expect(held.isFault)
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: "partner.partner != nil")
        try below.performAndWait {
            // A context with changes of its own cannot leave the query to its parents.
            _ = Self.insert("Tag", 2, in: below)
            let (count, found) = (try below.count(for: request), try below.fetch(request))
            #expect(count == 0 && found.isEmpty)
        }
    }

    /// The child's reference has the temporary ID from when the object was fetched; the parent's
    /// has the permanent ID that the object got since.
    @Test func numbersThatBecomePermanentAboveAreNoConflict() throws {
        let above = child(of: context)
        let below = child(of: above)
        let item = context.performAndWait {
            let item = Self.insert("Item", 1, in: context)
            item.setValue(item, forKey: "partner")
            return item
        }
        try below.performAndWait {
            try Self.find("Item", 1, in: below).setValue(nil, forKey: "partner")
            try context.performAndWait { try context.obtainPermanentIDs(for: [item]) }
            try below.save()
        }
        try above.performAndWait {
            #expect(try Self.find("Item", 1, in: above).value(forKey: "partner") == nil)
            try above.save()
        }
        context.performAndWait { #expect(item.value(forKey: "partner") == nil) }
    }

    /// A fetch that follows a relationship asks the parent for its changed objects. The answer has
    /// permanent IDs, while the fetch started with the object's temporary one.
    @Test func `an object whose ID becomes permanent during a fetch is found once`() throws {
        let above = child(of: context)
        let below = child(of: above)
        try below.performAndWait {
            _ = Self.insert("Item", 1, in: below)
            try below.save()
        }
        try above.performAndWait { try above.save() }
        try below.performAndWait {
            let (item, tag) = (try Self.find("Item", 1, in: below), Self.insert("Tag", 2, in: below))
            tag.setValue(6, forKey: "value")
            item.setValue(NSSet(object: tag), forKey: "tags")
            #expect(item.objectID.isTemporaryID)
            // The notification of the permanent ID waits in this queue.
            try context.performAndWait { try context.obtainPermanentIDs(for: Array(context.insertedObjects)) }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "ANY tags.value >= 1")
            #expect(try below.fetch(request) == [item])
            #expect(try below.count(for: request) == 1)
            #expect(!item.objectID.isTemporaryID)
        }
    }

    /// The key path is longer than the nesting that SQLite allows in one statement.
    @Test func `a long path leads to an object with unsaved changes`() throws {
        try context.performAndWait {
            let first = Self.insert("Item", 0, in: context)
            var last = first
            for key in 1...20 {
                let item = Self.insert("Item", key, in: context)
                item.setValue(last, forKey: "parent")
                last = item
            }
            try context.save()
            first.setValue(5, forKey: "value")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            let path = Array(repeating: "parent", count: 20).joined(separator: ".")
            request.predicate = NSPredicate(format: "\(path).value == 5")
            #expect(try context.fetch(request) == [last])
        }
    }

    @Test func theSetOfARelationshipDoesAllThatAPlainOneDoes() {
        typealias Edit = (NSMutableSet, [NSManagedObject]) -> Void
        // The set starts with members 0 to 3.
        let edits: [String: Edit] = [
            "add": { set, all in set.add(all[5]) },
            "add a member": { set, all in set.add(all[0]) },
            "add several": { set, all in set.addObjects(from: [all[4], all[0], all[5]]) },
            "remove": { set, all in set.remove(all[3]) },
            "remove another": { set, all in set.remove(all[5]) },
            "remove all": { set, _ in set.removeAllObjects() },
            "unite": { set, all in set.union([all[5], all[1]]) },
            "intersect": { set, all in set.intersect([all[5], all[1], all[2]]) },
            "subtract": { set, all in set.minus([all[5], all[1]]) },
            "set": { set, all in set.setSet([all[5], all[1]]) },
        ]
        let context = context
        nonisolated(unsafe) let allEdits = edits
        context.performAndWait {
            for (name, edit) in allEdits {
                let all = (0..<6).map { Self.insert("Item", $0, in: context) }
                let start = NSSet(array: Array(all[0..<4]))
                let tag = Self.insert("Tag", 0, in: context)
                tag.setValue(start, forKey: "items")
                let plain = NSMutableSet(set: start)
                edit(plain, all)
                let set = tag.mutableSetValue(forKey: "items")
                edit(set, all)
                #expect(tag.value(forKey: "items") as? NSSet == plain, "\(name)")
                #expect(set.count == plain.count, "\(name)")
                #expect(
                    Set(set.allObjects.compactMap { $0 as? NSManagedObject }) == Set(plain.compactMap { $0 as? NSManagedObject }),
                    "\(name)")
                #expect(
                    Set(set.compactMap { $0 as? NSManagedObject }) == Set(plain.compactMap { $0 as? NSManagedObject }), "\(name)")
                for object in all {
                    #expect(set.contains(object) == plain.contains(object), "\(name)")
                    #expect(
                        ((object.value(forKey: "tags") as? NSSet)?.contains(tag) == true) == plain.contains(object), "\(name)")
                }
            }
        }
    }

    // MARK: The row cache

    @Test(arguments: [
        NSMergePolicy.rollback, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite,
    ])
    func `the row cache agrees with the store after a conflict about a one-to-one relationship`(_ policy: NSMergePolicy) throws {
        let (one, other) = (context, store.context())
        try one.run {
            let (person, desk) = (Self.insert("Item", 1, in: one), Self.insert("Item", 2, in: one))
            person.setValue(desk, forKey: "partner")
            try one.save()
            person.setValue(nil, forKey: "partner")
            try other.run {
                let desk = try Self.find("Item", 2, in: other)
                desk.setValue(7, forKey: "value")
                try other.save()
                other.refreshAllObjects()
                _ = (desk.value(forKey: "value"), (desk.value(forKey: "admirer") as? NSManagedObject)?.value(forKey: "key"))
            }
            one.mergePolicy = policy
            try one.save()
            one.refreshAllObjects()
            let found = try Self.find("Item", 2, in: one).value(forKey: "admirer") as? NSManagedObject
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "admirer != nil")
            #expect(try one.count(for: request) == (found == nil ? 0 : 1))
        }
        #expect(try StoreInspection.problems(store.container) == [])
    }
}
