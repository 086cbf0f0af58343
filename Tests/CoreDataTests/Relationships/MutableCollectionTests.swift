import CoreData
import Foundation
import Testing

/// Changes to the collections of `mutableSetValue(forKey:)` and `mutableOrderedSetValue(forKey:)`,
/// which change the relationship.
@Suite(.eachStore) struct MutableCollectionTests {
    private func inContext(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait { try body(context) }
    }

    /// Much of Foundation's own collections does not ask a subclass, so each way in and out is
    /// tried.
    @Test func mutableOrderedSetsAreTheRelationship() throws {
        try inContext { context in
            let book = Book(context: context)
            let all = (0..<4).map { _ in Chapter(context: context) }
            let set = book.mutableOrderedSetValue(forKey: "chapters")
            func position(_ any: Any) -> Int { (any as? Chapter).flatMap(all.firstIndex) ?? -1 }
            func now() -> [Int] { (book.chapters?.array as? [Chapter] ?? []).compactMap(all.firstIndex) }
            func step(_ expected: [Int], _ change: () -> Void) {
                change()
                #expect(now() == expected)
                #expect((set.array as? [Chapter])?.compactMap(all.firstIndex) == expected)
                #expect(set.compactMap { $0 as? Chapter }.compactMap(all.firstIndex) == expected)
                #expect(set.count == expected.count)
            }
            step([0]) { set.add(all[0]) }
            #expect(all[0].book === book)
            step([0, 1, 2]) { set.addObjects(from: [all[1], all[2], all[1]]) }
            step([0, 3, 1, 2]) { set.insert(all[3], at: 1) }
            step([0, 1, 2]) { set.removeObject(at: 1) }
            #expect(all[3].book == nil)
            step([2, 1, 0]) { set.exchangeObject(at: 0, withObjectAt: 2) }
            step([0, 1, 2]) { set.sort { position($0) < position($1) ? .orderedAscending : .orderedDescending } }
            step([3, 1, 2]) { set.replaceObject(at: 0, with: all[3]) }
            step([1, 2]) { set.remove(all[3]) }
            step([1, 2, 0]) { set.union(NSOrderedSet(array: [all[2], all[0]])) }
            step([1, 0]) { set.intersect(NSOrderedSet(array: [all[0], all[1], all[3]])) }
            step([0]) { set.minus(NSOrderedSet(array: [all[1]])) }
            // What is changed elsewhere is seen.
            book.addToChapters(all[3])
            #expect(set.count == 2)
            #expect(set.contains(all[3]) && set.lastObject as? Chapter == all[3])
            step([]) { set.removeAllObjects() }
        }
    }

    @Test func mutableSetsAreTheRelationship() throws {
        try inContext { context in
            let book = Book(context: context)
            let all = (0..<4).map { _ in Note(context: context) }
            let set = book.mutableSetValue(forKey: "notes")
            func step(_ expected: Set<Int>, _ change: () -> Void) {
                change()
                let expected = Set(expected.map { all[$0] })
                #expect(book.notes as? Set<Note> == expected)
                #expect(Set(set.allObjects.compactMap { $0 as? Note }) == expected)
                #expect(Set(set.compactMap { $0 as? Note }) == expected)
                #expect(set.count == expected.count)
            }
            step([0, 1, 2]) { set.addObjects(from: [all[0], all[1], all[2]]) }
            step([0, 1, 2, 3]) { set.union([all[3], all[0]]) }
            step([1, 2, 3]) { set.minus([all[0]]) }
            step([2, 3]) { set.intersect([all[0], all[2], all[3]]) }
            step([1]) { set.setSet([all[1]]) }
            #expect(set.contains(all[1]) && !set.contains(all[2]))
            step([]) { set.removeAllObjects() }
        }
    }
}
