import CoreData
import Foundation
import SwiftData
import Testing

/// Models whose changes end without a save or a rollback.
struct LostChangesTests {
    private struct Reference {
        weak var model: Pebble?
    }

    private func prepared() throws -> ModelContext {
        let context = ModelContext(
            try ModelContainer(for: Pebble.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        for number in 0..<2 { context.insert(Pebble(number: number)) }
        try context.save()
        return context
    }

    private func first(_ context: ModelContext) throws -> Pebble {
        try #require(try context.fetch(FetchDescriptor<Pebble>(sortBy: [SortDescriptor(\.number)])).first)
    }

    private func deleteAll(_ container: ModelContainer) throws {
        let other = ModelContext(container)
        try other.delete(model: Pebble.self)
        try other.save()
    }

    @Test func `a new model is released that was inserted and deleted`() throws {
        let context = try prepared()
        func use() -> Reference {
            let pebble = Pebble(number: 5)
            context.insert(pebble)
            context.delete(pebble)
            return Reference(model: pebble)
        }
        let reference = use()
        context.processPendingChanges()
        #expect(reference.model == nil)
    }

    @Test func `a stored model is released whose deletion was withdrawn`() throws {
        let context = try prepared()
        func use() throws -> Reference {
            let pebble = try first(context)
            context.delete(pebble)
            context.insert(pebble)
            return Reference(model: pebble)
        }
        let reference = try use()
        context.processPendingChanges()
        #expect(reference.model == nil)
    }

    @Test(arguments: [false, true]) func `a changed model is released whose row was deleted elsewhere`(isMerged: Bool) throws {
        let context = try prepared()
        func use() throws -> Reference {
            let pebble = try first(context)
            pebble.number = -1
            try deleteAll(context.container)
            return Reference(model: pebble)
        }
        let reference = try use()
        if isMerged {
            context.processPendingChanges()
        } else {
            // Ignored: a save that finds the row gone may fail, and the changes end with the rollback.
            do { try context.managedObjectContext.save() } catch { context.rollback() }
        }
        #expect(reference.model == nil)
    }
}
