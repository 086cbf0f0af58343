import CoreData
import Foundation
import Observation
import SwiftData
import Testing

@Model final class Pebble {
    var number: Int
    var pile: Pile?

    init(number: Int) { self.number = number }
}

@Model final class Pile {
    @Relationship(inverse: \Pebble.pile) var pebbles: [Pebble] = []

    init() {}
}

struct MemoryTests {
    private struct Reference<Object: AnyObject> {
        weak var object: Object?
    }

    private func container(_ count: Int) throws -> ModelContainer {
        let container = try ModelContainer(for: Pebble.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let pile = Pile()
        context.insert(pile)
        for number in 0..<count {
            let pebble = Pebble(number: number)
            context.insert(pebble)
            if number.isMultiple(of: 2) { pebble.pile = pile }
        }
        try context.save()
        return container
    }

    /// Calls a closure, and returns a weak reference to its result.
    private func reference<Object: AnyObject>(_ make: () throws -> Object) rethrows -> Reference<Object> {
        Reference(object: try make())
    }

    @Test func `a fetch of 10,000 models keeps none of them when they are released`() throws {
        let context = ModelContext(try container(10_000))
        func references() throws -> [Reference<Pebble>] {
            let models = try context.fetch(FetchDescriptor<Pebble>())
            let numbers = Set(models.map(\.number))
            #expect(numbers.count == 10_000)
            let references = models.map { Reference(object: $0) }
            #expect(references.allSatisfy { $0.object != nil })
            return references
        }
        let references = try references()
        #expect(references.count == 10_000)
        #expect(references.count { $0.object != nil } == 0)
    }

    @Test func `an enumeration and a walk through a relationship keep no model`() throws {
        let context = ModelContext(try container(1_000))
        var references: [Reference<Pebble>] = []
        try context.enumerate(FetchDescriptor<Pebble>(), batchSize: 100) { references.append(Reference(object: $0)) }
        #expect(references.count == 1_000)
        #expect(references.count { $0.object != nil } == 0)
        references = []
        func walk() throws {
            let pile = try #require(try context.fetch(FetchDescriptor<Pile>()).first)
            references = pile.pebbles.map { Reference(object: $0) }
        }
        try walk()
        #expect(references.count == 500)
        #expect(references.count { $0.object != nil } == 0)
    }

    @Test func `a changed model is kept until it is saved, and a new one, too`() throws {
        let context = ModelContext(try container(3))
        func change() throws -> [Reference<Pebble>] {
            let pebbles = try context.fetch(FetchDescriptor<Pebble>())
            pebbles[0].number = 100
            let new = Pebble(number: 101)
            context.insert(new)
            return [Reference(object: pebbles[0]), Reference(object: pebbles[1]), Reference(object: new)]
        }
        let references = try change()
        #expect(references.map { $0.object != nil } == [true, false, true])
        try context.save()
        #expect(references.map { $0.object != nil } == [false, false, false])
        let again = try change()
        context.rollback()
        #expect(again.map { $0.object != nil } == [false, false, false])
    }

    @Test func `a deleted model is released after the save`() throws {
        let context = ModelContext(try container(3))
        func delete() throws -> Reference<Pebble> {
            let pebble = try #require(try context.fetch(FetchDescriptor<Pebble>()).first)
            context.delete(pebble)
            return Reference(object: pebble)
        }
        let reference = try delete()
        try context.save()
        #expect(reference.object == nil)
    }

    @Test func `models that are in no context are released with their relationships`() throws {
        func references() -> [Reference<Pebble>] {
            let (one, other) = (Pebble(number: 1), Pebble(number: 2))
            other.pile = nil
            return [Reference(object: one), Reference(object: other)]
        }
        #expect(references().count { $0.object != nil } == 0)
    }

    @Test func `a context and its stores are released after saved, unsaved and observed changes`() throws {
        var (context, managed): (Reference<ModelContext>?, Reference<NSManagedObjectContext>?)
        var (container, coordinator): (Reference<ModelContainer>?, Reference<NSPersistentStoreCoordinator>?)
        func use() throws {
            let madeContainer = try self.container(20)
            let made = ModelContext(madeContainer)
            context = Reference(object: made)
            managed = Reference(object: made.managedObjectContext)
            container = Reference(object: madeContainer)
            coordinator = Reference(object: made.managedObjectContext.persistentStoreCoordinator)
            let pebbles = try made.fetch(FetchDescriptor<Pebble>(sortBy: [SortDescriptor(\.number)]))
            withObservationTracking {
                _ = pebbles.map(\.number)
            } onChange: {
            }
            pebbles[0].number = 50
            pebbles[1].pile = pebbles[0].pile
            try made.save()
            pebbles[2].number = 51
            made.delete(pebbles[3])
            made.insert(Pebble(number: 52))
            #expect(coordinator?.object != nil)
        }
        try use()
        #expect(context?.object == nil)
        #expect(managed?.object == nil)
        #expect(container?.object == nil)
        #expect(coordinator?.object == nil)
    }

    @MainActor @Test func `a container with a main context is released after an autosave`() async throws {
        var (container, context): (Reference<ModelContainer>?, Reference<ModelContext>?)
        var coordinator: Reference<NSPersistentStoreCoordinator>?
        func use() async throws {
            let made = try self.container(5)
            container = Reference(object: made)
            context = Reference(object: made.mainContext)
            coordinator = Reference(object: made.mainContext.managedObjectContext.persistentStoreCoordinator)
            let pebble = try #require(try made.mainContext.fetch(FetchDescriptor<Pebble>()).first)
            pebble.number = 77
            made.mainContext.processPendingChanges()
            for _ in 0..<10_000 where made.mainContext.hasChanges { await turn() }
            #expect(!made.mainContext.hasChanges)
            // A change that is not saved when the container goes.
            pebble.number = 78
        }
        try await use()
        // A save of the last change may be waiting in the main queue.
        for _ in 0..<10_000 where coordinator?.object != nil { await turn() }
        #expect(container?.object == nil)
        #expect(context?.object == nil)
        #expect(coordinator?.object == nil)
    }

    @MainActor private func turn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
}
