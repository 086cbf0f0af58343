import CoreData
import Foundation
import Testing

@Suite struct AsynchronousFetchTests: Sendable {
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
}

@Suite struct FetchExpressionTests {
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
