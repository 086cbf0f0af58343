import Foundation
import Synchronization
import Testing

@testable import CoreData

/// Live results of stores in which the read of a row costs more or less than in others.
@Suite struct ReadCostTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a context of a new store with a cost, which has quakes at some places.
    private func context(rowsPassedInOneRead cost: Int, _ places: [String]) throws -> NSManagedObjectContext {
        let kind = PlainKind(type: "Plain.cost\(cost)", rowsPassedInOneRead: cost)
        StoreKinds.register(kind, for: kind.type)
        let container = try NSPersistentContainer.loaded(folder.url.appending(path: "Plain"), type: kind.type)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for place in places { Quake(context: context).place = place }
            try context.save()
        }
        return context
    }

    /// The places have one sort prefix, so that the place of a row is found by comparing it with
    /// others.
    @Test(arguments: [(16, false), (1_000_000, true)])
    func `a query runs again if it costs less than the reads that place a row`(_ cost: Int, _ reopens: Bool) throws {
        let context = try context(rowsPassedInOneRead: cost, ["Oak Hill 1", "Oak Hill 3", "Oak Hill 5"])
        try context.performAndWait {
            let entity = try #require(NSEntityDescription.entity(forEntityName: "Quake", in: context))
            let results = try LiveResults.shared(
                entity: entity, predicate: nil, sortDescriptors: [NSSortDescriptor(key: "place", ascending: true)],
                sectionKey: nil, in: context)
            nonisolated(unsafe) var changes: [Bool] = []
            let subscription = results.subscribe { _, change in changes.append(change.isReopened) }
            let quake = try #require(results.object(at: 2) as? Quake)
            quake.place = "Oak Hill 2"
            context.processPendingChanges()
            #expect(changes == [reopens])
            let places = (0..<results.count).map { (results.object(at: $0) as? Quake)?.place }
            #expect(places == ["Oak Hill 1", "Oak Hill 2", "Oak Hill 3"])
            subscription.cancel()
        }
    }

    @Test func `a result names the changed rows ahead`() throws {
        let context = try context(rowsPassedInOneRead: 16, ["a", "b", "c"])
        try context.performAndWait {
            let entity = try #require(NSEntityDescription.entity(forEntityName: "Quake", in: context))
            let results = try LiveResults.shared(
                entity: entity, predicate: nil, sortDescriptors: [NSSortDescriptor(key: "place", ascending: true)],
                sectionKey: nil, in: context)
            let quakes = try [0, 2].map { try #require(results.object(at: $0) as? Quake) }
            for quake in quakes { quake.magnitude = 5 }
            context.processPendingChanges()
            let engine = try #require(context.coordinator.stores.stores.first).engine as? PlainEngine
            #expect(try #require(engine).rowsAhead.withLock { $0 } == Set(quakes.map(\.objectID.rowID)))
            #expect(results.count == 3)
        }
    }
}
