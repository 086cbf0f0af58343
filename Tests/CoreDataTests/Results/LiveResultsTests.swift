import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

@Suite(.eachStore) struct LiveResultsTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func fill(_ count: Int) throws {
        nonisolated(unsafe) let rows: [[String: Any]] = (0..<count).map {
            ["code": "us\($0)", "magnitude": $0 % 10, "time": Date(timeIntervalSinceReferenceDate: Double($0))]
        }
        let context = context
        try context.performAndWait { _ = try context.execute(NSBatchInsertRequest(entityName: "Quake", objects: rows)) }
    }

    private func open(_ format: String = "TRUEPREDICATE", section: String? = nil) throws -> LiveResults {
        try LiveResults.shared(
            entity: Quake.entity(), predicate: NSPredicate(format: format),
            sortDescriptors: [NSSortDescriptor(key: "time", ascending: false)], sectionKey: section, in: context
        )
    }

    @Test func equalRequestsShareAResultWhileItIsHeld() throws {
        let context = context
        try context.performAndWait {
            let results = try open("magnitude > 1")
            #expect(try open("magnitude > 1") === results)
            #expect(try open("magnitude > 2") !== results)
            #expect(try open("magnitude > 1", section: "day") !== results)
            weak let gone = try open("magnitude > 3")
            #expect(gone == nil)
            withExtendedLifetime(results) {}
        }
    }

    @Test func aPageIsReadAtOnce() throws {
        try fill(500)
        let context = context
        try context.performAndWait {
            let results = try open()
            #expect(results.count == 500)
            let quake = try #require(results.object(at: 100) as? Quake)
            #expect(quake.isFault && quake.code == "us399")
            // The page begins where the list jumps to: descending time gives keys 500 - position.
            let cache = context.coordinator.cache
            func cached() -> [Int] {
                (0..<500).filter { cache[RowKey(results.query.layout.entity, results.rowIDs[$0])] != nil }
            }
            #expect(cached() == Array(100..<164))
            // Downwards, the next page begins there as well. Upwards, it ends before the last one.
            _ = results.object(at: 164)
            #expect(cached() == Array(100..<228))
            _ = results.object(at: 163)
            _ = results.object(at: 300)
            _ = results.object(at: 299)
            #expect(cached() == Array(100..<228) + Array(236..<364))
        }
    }

    @Test func subscribersHearWhatChanged() throws {
        try fill(300)
        let context = context
        try context.performAndWait {
            let results = try open("magnitude < 5")
            nonisolated(unsafe) var heard: [String] = []
            let subscription = results.subscribe { results, change in
                heard.append("+\(change.inserted) -\(change.removed) ~\(change.updated) = \(results.count)")
            }
            let quake = try #require(results.object(at: 0) as? Quake)
            quake.place = "Bali"
            context.processPendingChanges()
            quake.magnitude = 7
            context.processPendingChanges()
            (Quake(context: context)).magnitude = 1
            context.processPendingChanges()
            // The save gives the new object its permanent key, which is no other row to look at.
            try context.save()
            #expect(heard == ["+0 -0 ~1 = 150", "+0 -1 ~0 = 149", "+1 -0 ~0 = 150", "+0 -0 ~0 = 150"])
            subscription.cancel()
            quake.magnitude = 2
            context.processPendingChanges()
            #expect(heard.count == 4 && results.count == 151)
        }
    }

    @Test func muchAtOnceRunsTheQueryAnew() throws {
        let context = context
        try context.performAndWait {
            let results = try open()
            nonisolated(unsafe) var reopened = 0
            let subscription = results.subscribe { _, change in reopened += change.isReopened ? 1 : 0 }
            for index in 0..<300 { Quake(context: context).magnitude = Float(index) }
            try context.save()
            #expect(reopened > 0 && results.count == 300)
            subscription.cancel()
        }
    }

    /// Another thread saves all the while; whatever the timing, the result ends where a fetch does.
    @Test func writersOnOtherThreadsDoNotMisplaceRows() async throws {
        try fill(400)
        let seed = testSeed()
        print("LiveResultsTests.writersOnOtherThreadsDoNotMisplaceRows: seed \(seed)")
        let (view, writer) = (context, store.context())
        view.automaticallyMergesChangesFromParent = true
        view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        nonisolated(unsafe) var held: LiveResults?
        try await view.perform { held = try open("magnitude < 8") }

        @Sendable func edit(_ context: NSManagedObjectContext, seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.fetchOffset = Int(random.next() % 380)
            request.fetchLimit = 3
            for quake in try context.fetch(request) {
                quake.time = Date(timeIntervalSinceReferenceDate: Double(random.next() % 500))
                quake.magnitude = Float(random.next() % 10)
            }
            try context.save()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for step in 0..<300 { try await writer.perform { try edit(writer, seed: seed &+ UInt64(step)) } }
            }
            group.addTask {
                for step in 0..<300 { try await view.perform { try edit(view, seed: seed &- UInt64(step)) } }
            }
            try await group.waitForAll()
        }
        // Merges stand in the view's queue before this.
        try await view.perform {
            let results = try #require(held)
            let fresh = try LiveResults(results.query, section: nil, in: view)
            #expect(results.rowIDs == fresh.rowIDs, "seed \(seed)")
            held = nil
        }
    }

    /// Texts with one beginning are told apart by reading rows, also one that another process
    /// changed a moment ago.
    @Test(.ownStore) func placesAmongRowsThatOthersChangedUnheard() throws {
        let store = try TestStore(history: true)
        let (view, other) = (store.context(), try NSPersistentContainer.loaded(store.url, history: true).newBackgroundContext())
        let numbers = [10, 20, 30, 40, 50, 60]
        func quake(_ number: Int, in context: NSManagedObjectContext) throws -> Quake {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == %@", "\(number)")
            return try #require(try context.fetch(request).first)
        }
        try view.performAndWait {
            for number in numbers {
                let quake = Quake(context: view)
                (quake.code, quake.place) = ("\(number)", "The same beginning \(number)")
            }
            try view.save()
            let results = try LiveResults.shared(
                entity: Quake.entity(), predicate: nil, sortDescriptors: [NSSortDescriptor(key: "place", ascending: true)],
                sectionKey: nil,
                in: view)
            let (moved, edited) = (try quake(60, in: view), try quake(10, in: view))
            try other.performAndWait {
                try quake(30, in: other).place = "The same beginning 05"
                try other.save()
            }
            // Nothing says what the row was when its place was found.
            view.coordinator.cache.forgetAll()
            moved.place = "The same beginning 15"
            view.processPendingChanges()
            for store in view.coordinator.stores.stores { view.coordinator.publishExternalChanges(store) }
            edited.magnitude = 1
            view.processPendingChanges()
            let codes = results.rowIDs.indices.map { (results.object(at: $0) as? Quake)?.code }
            #expect(codes == ["30", "10", "60", "20", "40", "50"])
        }
    }
}
