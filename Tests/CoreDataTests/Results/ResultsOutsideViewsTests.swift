import Foundation
import Observation
import StrataTestSupport
import Testing

@testable import CoreData

/// Fetched results without SwiftUI views: an asynchronous sequence of changes, and an observable
/// object.
@Suite(.timeLimit(.whenStuck), .eachStore) struct ResultsOutsideViewsTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func request() -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [
            NSSortDescriptor(key: "place", ascending: true), NSSortDescriptor(key: "code", ascending: true),
        ]
        return request
    }

    private func quake(_ code: String, _ place: String) {
        let quake = Quake(context: context)
        (quake.code, quake.place) = (code, place)
    }

    private func described(_ changes: FetchedResultsChanges?) -> [String] {
        guard let changes else { return ["nil"] }
        func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "nil" }
        return changes.deletedSections.map { "- section \($0)" } + changes.insertedSections.map { "+ section \($0)" }
            + changes.objects.map { "\($0.type) \(text($0.indexPath)) to \(text($0.newIndexPath))" }
    }

    /// A box for a value that is used only on the context's queue.
    private final class Held<Value>: @unchecked Sendable {
        var value: Value?
        init(_ value: Value?) { self.value = value }
    }

    private func controller() async throws -> (Held<NSFetchedResultsController<Quake>>, FetchedResultsChangeSequence) {
        try await context.perform {
            quake("1", "a")
            quake("2", "b")
            try context.save()
            let controller = NSFetchedResultsController(
                fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: "place", cacheName: nil)
            try controller.performFetch()
            return (Held(controller), controller.changes)
        }
    }

    @Test func changesOneAfterTheOther() async throws {
        let (held, changes) = try await controller()
        var iterator = changes.makeAsyncIterator()
        await context.perform { quake("3", "b") }
        #expect(described(await iterator.next()) == ["insert nil to 1.1"])
        // A save replaces the temporary ID of the new object, which is not reported as a change.
        try await context.perform { try context.save() }
        await context.perform { quake("4", "c") }
        #expect(described(await iterator.next()) == ["+ section 2", "insert nil to 2.0"])
        // While the sequence is consumed, the controller is up to date, too.
        await context.perform { #expect(held.value?.sections?.map(\.numberOfObjects) == [1, 2, 1]) }
        await context.perform { held.value = nil }
        #expect(described(await iterator.next()) == ["nil"])
    }

    /// Changes between two calls of `next()` arrive as one difference. It includes every change
    /// except those that canceled each other out.
    @Test func aSlowConsumerGetsMergedChanges() async throws {
        let (held, changes) = try await controller()
        await context.perform { quake("3", "b") }
        try await context.perform { try context.save() }
        await context.perform { held.value?.fetchedObjects?.first?.place = "z" }
        await context.perform { quake("4", "m") }
        try await context.perform {
            try context.save()
            held.value?.fetchedObjects.map { context.delete($0[2]) }
        }
        var iterator = changes.makeAsyncIterator()
        let told = described(await iterator.next())
        #expect(told == ["- section 0", "+ section 1", "insert nil to 0.1", "move 0.0 to 1.0"])
        await context.perform {
            #expect(held.value?.fetchedObjects?.map(\.code) == ["2", "3", "1"])
            held.value = nil
        }
    }

    /// A list that applies the differences ends up equal to the results, however the changes are
    /// merged.
    @Test(arguments: 0..<8) func gatheredChangesGiveTheSame(run: Int) async throws {
        let seed = testSeed(run)
        let (held, changes) = try await controller()
        var random = SeededGenerator(seed: seed)
        var iterator = changes.makeAsyncIterator()
        nonisolated(unsafe) var shown: [[NSManagedObjectID]] = []
        await context.perform { shown = ids(held.value) }
        // Codes are unique.
        var last = 0
        for _ in 0..<40 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let numbers = (0..<3).map { _ in Int(random.next() % 1_000_000) }
                last += 1
                let step = last
                try await context.perform { try edit(numbers, step: step) }
            }
            // A change that is certain to be reported.
            let code = "x\(random.next())"
            await context.perform { quake(code, "c") }
            let step = try #require(await iterator.next(), "seed \(seed)")
            for change in step.objects.filter({ $0.type == .delete || $0.type == .move }).compactMap(\.indexPath).sorted()
                .reversed()
            {
                shown[change.section].remove(at: change.row)
            }
            for section in step.deletedSections.reversed() { #expect(shown.remove(at: section).isEmpty, "seed \(seed)") }
            for section in step.insertedSections { shown.insert([], at: section) }
            let came = step.objects.filter { $0.type == .insert || $0.type == .move }
                .compactMap { change in change.newIndexPath.map { ($0, change.objectID) } }.sorted { $0.0 < $1.0 }
            for (path, id) in came { shown[path.section].insert(id, at: path.row) }
            let now = await context.perform { ids(held.value) }
            try #require(shown.map(\.count) == now.map(\.count), "seed \(seed)")
        }
        try await context.perform {
            try context.save()
            held.value = nil
        }
    }

    private func ids(_ controller: NSFetchedResultsController<Quake>?) -> [[NSManagedObjectID]] {
        (controller?.sections ?? []).map { ($0.objects as? [Quake] ?? []).map(\.objectID) }
    }

    private func edit(_ numbers: [Int], step: Int) throws {
        let quakes = try context.fetch(request())
        let place = ["a", "b", "c", "d"][numbers[1] % 4]
        switch numbers[0] % 6 {
        case 0: quake("n\(step)", place)
        case 1: quakes.isEmpty ? () : context.delete(quakes[numbers[2] % quakes.count])
        case 2: try context.save()
        default: quakes.isEmpty ? () : (quakes[numbers[2] % quakes.count].place = place)
        }
    }

    @Test func anObserverTellsWhoReadsIt() async throws {
        try await context.perform {
            quake("1", "a")
            quake("2", "b")
            try context.save()
            let observer = try FetchedResultsObserver(
                fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: "place")
            nonisolated(unsafe) var told = 0
            func read() -> [String] {
                withObservationTracking {
                    observer.sections.map { "\($0.name): \($0.objects.compactMap(\.code).joined(separator: " "))" }
                } onChange: {
                    told += 1
                }
            }
            #expect(read() == ["a: 1", "b: 2"])
            quake("3", "a")
            context.processPendingChanges()
            #expect(told == 1 && read() == ["a: 1 3", "b: 2"])
            // An array that was read before a change keeps its elements.
            let objects = observer.objects
            context.delete(objects[0])
            context.processPendingChanges()
            #expect(told == 2 && objects.count == 3 && observer.objects.count == 2)
            #expect(read() == ["a: 3", "b: 2"])
            try observer.fetch(NSPredicate(format: "place == 'b'"), sortDescriptors: observer.sortDescriptors)
            #expect(told == 3 && read() == ["b: 2"] && observer.predicate?.predicateFormat == "place == \"b\"")
        }
    }

    /// SQL cannot express a block, which plain stores evaluate.
    @Test(.ownStore) func `an observer keeps its results when a new fetch fails`() async throws {
        try await context.perform {
            quake("1", "a")
            try context.save()
            let observer = try FetchedResultsObserver(fetchRequest: request(), managedObjectContext: context)
            let count = observer.sortDescriptors.count
            #expect(throws: (any Error).self) {
                try observer.fetch(NSPredicate { _, _ in true }, sortDescriptors: [])
            }
            #expect(observer.objects.map(\.code) == ["1"])
            #expect(count > 0 && observer.sortDescriptors.count == count)
        }
    }
}
