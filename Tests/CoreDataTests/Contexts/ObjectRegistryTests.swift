import Foundation
import Synchronization
import Testing

@testable import CoreData

/// The registry of a context's objects, which does not retain them.
@Suite(.eachStore) struct ObjectRegistryTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake", objects: (0..<100).map { ["code": "us\(100 + $0)", "magnitude": $0] })
        try context.performAndWait { _ = try context.execute(request) }
    }

    private func quakes() throws -> [Quake] {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        return try context.fetch(request)
    }

    /// Objects that are passed to another thread, which releases them.
    private final class Held: @unchecked Sendable {
        private var quakes: [Quake]
        let identifiers: [NSManagedObjectID]
        private let turn = Atomic(-1)

        init(_ quakes: [Quake]) {
            self.quakes = quakes
            identifiers = quakes.map(\.objectID)
        }

        func letGo() { quakes = [] }

        /// Releases the objects one by one, each in its turn.
        func letGoInTurn() {
            quakes.reverse()
            for index in quakes.indices {
                while turn.load(ordering: .acquiring) < index { sched_yield() }
                quakes.removeLast()
            }
        }

        func beginTurn(_ index: Int) { turn.store(index, ordering: .releasing) }

        /// Removes every other object from the registry.
        func leave(_ registry: ObjectRegistry, half: Int) {
            for (index, quake) in quakes.enumerated() where index % 2 == half { registry.forget(quake) }
        }
    }

    @Test func objectsLeaveWithTheirLastHolder() throws {
        try context.performAndWait {
            var quakes = try quakes()
            #expect(context.registeredObjects.count == 100)
            quakes.removeLast(40)
            #expect(context.registeredObjects == Set(quakes))
        }
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    @Test func objectsMayEndOnAnotherThreadWhileTheyAreLookedUp() throws {
        let group = DispatchGroup()
        for _ in 0..<300 {
            let held = try context.performAndWait { Held(try quakes()) }
            DispatchQueue.global().async(group: group) { held.letGo() }
            try context.performAndWait {
                let quakes = try quakes()
                #expect(quakes.map(\.magnitude) == (0..<100).map(Float.init))
                #expect(quakes.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
            }
        }
        group.wait()
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    /// Each object is deallocated on another thread at the same time as its row is looked up again.
    @Test func anObjectThatEndsIsNotFoundAndLeavesTheNextOneAlone() throws {
        let group = DispatchGroup()
        for _ in 0..<60 {
            let held = try context.performAndWait { Held(try quakes()) }
            DispatchQueue.global().async(group: group) { held.letGoInTurn() }
            context.performAndWait {
                let found = held.identifiers.enumerated().map { index, identifier in
                    held.beginTurn(index)
                    return context.object(with: identifier) as? Quake
                }
                group.wait()
                for (index, identifier) in held.identifiers.enumerated() {
                    #expect(found[index]?.code == "us\(100 + index)")
                    #expect(context.registeredObject(for: identifier) === found[index])
                }
            }
        }
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    /// Calls the code of an object's deinitializer directly, since the Thread Sanitizer does not
    /// check deinitializers.
    @Test func objectsTakeThemselvesOutOnOtherThreads() throws {
        let context = context
        let held = try context.performAndWait { Held(try quakes()) }
        let group = DispatchGroup()
        for half in 0..<2 {
            DispatchQueue.global().async(group: group) { held.leave(context.registry, half: half) }
        }
        try context.performAndWait {
            for number in 0..<1_000 {
                let new = Quake(context: context)
                #expect(context.registry[new.key] === new)
                _ = context.registry[RowKey(new.layout, RowID(Int64(number % 100 + 1)))]
                if number % 10 == 0 { #expect(context.registry.living.contains(new)) }
            }
            group.wait()
            let left = context.registry.living
            #expect(left.count == 1_000 && left.allSatisfy { $0.isInserted })
            context.rollback()
        }
        held.letGo()
    }

    /// A look-up that finds nothing is remembered for the rows of its page.
    @Test func `a row that had no object has one as soon as it is added`() throws {
        let context = context
        try context.performAndWait {
            let layout = try #require(context.model.entitiesByName["Quake"]).layout
            func key(_ number: Int64) -> RowKey { RowKey(layout, RowID(number)) }
            var objects: [Int64: NSManagedObject] = [:]
            // The rows of two pages in an order of their own, each looked up before and after.
            for step in 0..<32 as Range<Int64> {
                let number = step &* 7 % 32 + 1
                for other in 1...32 as ClosedRange<Int64> { #expect(context.registry[key(other)] === objects[other]) }
                objects[number] = context.object(layout, RowID(number), row: nil)
                #expect(context.registry[key(number)] === objects[number])
            }
            for number in [3, 20, 4, 19] as [Int64] {
                objects[number] = nil
                #expect(context.registry[key(number)] == nil)
                let again = context.object(layout, RowID(number), row: nil)
                #expect(context.registry[key(number)] === again)
                objects[number] = again
            }
            #expect(Set(context.registry.living) == Set(objects.values))
        }
    }

    @Test func objectsThatAContextRetainsEndWithIt() throws {
        func fetched() throws -> Weak {
            let other = NSManagedObjectContext()
            other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            other.retainsRegisteredObjects = true
            let quakes = try other.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            return Weak(object: quakes.first)
        }
        #expect(try fetched().object == nil)
    }

    private struct Weak {
        weak var object: Quake?
    }

    @Test func anObjectWhoseContextIsGoneBelongsToNone() throws {
        func orphan() -> Quake {
            // A confined context, so that nothing else retains it even for a moment.
            let other = NSManagedObjectContext()
            other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            let quake = Quake(context: other)
            #expect(quake.managedObjectContext === other)
            return quake
        }
        #expect(orphan().managedObjectContext == nil)
    }
}
