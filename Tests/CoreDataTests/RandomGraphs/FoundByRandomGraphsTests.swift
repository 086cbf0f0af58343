import CoreData
import Foundation
import Testing

/// What random runs found, each as small as it came to be.
@Suite struct FoundByRandomGraphsTests: Sendable {
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

    /// Foundation's class does much of its work past the methods that a subclass overrides.
    @Test func theOrderedSetOfARelationshipDoesAllThatAPlainOneDoes() {
        typealias Edit = (NSMutableOrderedSet, [NSManagedObject]) -> Void
        let byKey: (Any, Any) -> ComparisonResult = { a, b in
            let (a, b) = ((a as? NSManagedObject)?.value(forKey: "key") as? Int ?? 0, (b as? NSManagedObject)?.value(forKey: "key") as? Int ?? 0)
            return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
        }
        // Members 0 to 3 are there already, in the order 2, 0, 3, 1; the others are not.
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
            // Foundation's own `intersect` never ends where both have members in common.
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

    @Test func theSetOfARelationshipDoesAllThatAPlainOneDoes() {
        typealias Edit = (NSMutableSet, [NSManagedObject]) -> Void
        // Members 0 to 3 are there already; the others are not.
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
                #expect(Set(set.allObjects.compactMap { $0 as? NSManagedObject }) == Set(plain.compactMap { $0 as? NSManagedObject }), "\(name)")
                #expect(Set(set.compactMap { $0 as? NSManagedObject }) == Set(plain.compactMap { $0 as? NSManagedObject }), "\(name)")
                for object in all {
                    #expect(set.contains(object) == plain.contains(object), "\(name)")
                    #expect(((object.value(forKey: "tags") as? NSSet)?.contains(tag) == true) == plain.contains(object), "\(name)")
                }
            }
        }
    }
}
