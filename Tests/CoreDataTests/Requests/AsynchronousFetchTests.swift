@testable import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct AsynchronousFetchTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake", objects: (0..<200).map { ["code": "us\($0)", "magnitude": $0] })
        try context.performAndWait { _ = try context.execute(request) }
    }

    /// Executes an asynchronous fetch, and returns the result that the completion block received.
    private func outcome(
        estimate: Int = 0, cancels: Bool = false, _ change: @escaping @Sendable (NSFetchRequest<Quake>) -> Void = { _ in }
    ) async throws -> (count: Int?, error: NSError?, isOnQueue: Bool, progress: [Int64]) {
        try await withCheckedThrowingContinuation { continuation in
            context.perform {
                let fetch = NSFetchRequest<Quake>(entityName: "Quake")
                change(fetch)
                let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { result in
                    let isOnQueue = (result.finalResult ?? []).allSatisfy {
                        $0.managedObjectContext === context && $0.code != nil
                    }
                    continuation.resume(
                        returning: (
                            result.finalResult?.count, result.operationError as NSError?, isOnQueue,
                            [result.progress?.completedUnitCount ?? -1, result.progress?.totalUnitCount ?? -1]
                        ))
                }
                request.estimatedResultCount = estimate
                do {
                    let result = try context.execute(request) as? NSAsynchronousFetchResult<Quake>
                    #expect(result?.finalResult == nil)
                    // This queue is busy, so the completion block runs after the cancellation.
                    if cancels { result?.cancel() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    @Test func theCompletionBlockGetsTheObjects() async throws {
        let all = try await outcome()
        #expect(all.count == 200 && all.error == nil && all.isOnQueue)
        #expect(all.progress == [200, 200])
        let paged = try await outcome(estimate: 150) {
            $0.fetchBatchSize = 10
            $0.fetchLimit = 30
        }
        #expect(paged.count == 30)
        #expect(paged.progress == [150, 150])
    }

    @Test func aCancelledFetchHasAnErrorAndNoResult() async throws {
        let cancelled = try await outcome(cancels: true)
        #expect(cancelled.count == nil)
        #expect(cancelled.error?.code == CocoaError.userCancelled.rawValue)
    }

    @Test func unsavedChangesCount() async throws {
        await context.perform { Quake(context: context).code = "new" }
        #expect(try await outcome().count == 201)
        #expect(try await outcome { $0.includesPendingChanges = false }.count == 200)
    }

    /// Returns the quake with a code.
    private func quake(_ code: String, in context: NSManagedObjectContext) throws -> Quake {
        let fetch = NSFetchRequest<Quake>(entityName: "Quake")
        fetch.predicate = NSPredicate(format: "code == %@", code)
        return try #require(try context.fetch(fetch).first)
    }

    /// Reads the three lowest quakes as the background thread does, calls `change`, and returns what
    /// is delivered to the context then.
    private func delivered(after change: () throws -> Void) throws -> [Quake] {
        let fetch = NSFetchRequest<Quake>(entityName: "Quake")
        fetch.fetchLimit = 3
        fetch.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
        let reading = AsynchronousFetchReader(
            fetch: try Fetch(fetch, in: context), progress: Progress(totalUnitCount: -1), hasParent: false,
            feed: context.coordinator.feed)
        let content = try reading.read(context.storesRead)
        try change()
        return try #require(try context.results(of: reading.fetch, having: content) as? [Quake])
    }

    @Test func anObjectThatWasDeletedSinceTheReadDoesNotComeBack() throws {
        try context.performAndWait {
            let quakes = try delivered {
                context.delete(try quake("us0", in: context))
                try context.save()
            }
            #expect(quakes.map(\.code) == ["us1", "us2", "us3"])
        }
    }

    @Test func anObjectThatThisContextHasSavedSinceTheReadCounts() throws {
        try context.performAndWait {
            let quakes = try delivered {
                let quake = Quake(context: context)
                quake.code = "new"
                quake.magnitude = -1
                try context.save()
            }
            #expect(quakes.map(\.code) == ["new", "us0", "us1"])
        }
    }

    @Test func aRowThatAnotherContextHasSavedSinceTheReadIsTheNewerOne() throws {
        let other = store.context()
        try context.performAndWait {
            let quakes = try delivered {
                try other.performAndWait {
                    try quake("us1", in: other).place = "Napa"
                    try other.save()
                }
            }
            #expect(quakes.map(\.place) == [nil, "Napa", nil])
        }
    }

    @Test func aFaultDoesNotTakeARowFromBeforeItsMerge() throws {
        let other = store.context()
        try context.performAndWait {
            let fault = try quake("us1", in: context)
            let quakes = try delivered {
                try other.performAndWait {
                    try quake("us1", in: other).place = "Napa"
                    try other.save()
                }
                context.refresh(fault, mergeChanges: false)
            }
            #expect(quakes.map(\.place) == [nil, "Napa", nil])
            #expect(fault.place == "Napa")
        }
    }

    @Test func onlyChangesOfTheEntityOrUnknownOnesReadAgain() throws {
        let feed = context.coordinator.feed
        context.performAndWait {
            let (revision, quakes) = (feed.revision, context.layout(of: Quake.self))
            feed.append(ChangeSet())
            #expect(!feed.mayHaveChanged(quakes, after: revision))
            feed.forgetAll()
            #expect(feed.mayHaveChanged(quakes, after: revision))
            #expect(!feed.mayHaveChanged(quakes, after: feed.revision))
        }
    }
}

@Suite(.eachStore) struct FetchExpressionTests {
    @Test func aFetchInsideAnExpression() throws {
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        try context.performAndWait {
            Quake(context: context).code = "a"
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            let parts = (NSExpression(forConstantValue: request), NSExpression(forConstantValue: context))
            let count = NSFetchRequestExpression.expression(forFetch: parts.0, context: parts.1, countOnly: true)
            #expect(count.expressionType == NSFetchRequestExpressionType)
            #expect(count.expressionValue(with: nil, context: nil) as? Int == 1)
            let objects = NSFetchRequestExpression.expression(forFetch: parts.0, context: parts.1, countOnly: false)
            let found = objects.expressionValue(with: nil, context: nil) as? [Any]
            #expect((found?.first as? Quake)?.code == "a")
        }
    }
}
