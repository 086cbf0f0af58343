import Foundation
import Testing

@testable import CoreData

/// A limit and an offset stay what they are while the results change.
@Suite(.eachStore) struct FetchRangeTests {
    private func open(
        limit: Int, offset: Int = 0, count: Int = 400, _ body: (NSManagedObjectContext, LiveResults, Changes) throws -> Void
    ) throws {
        let store = try TestStore()
        let context = store.context()
        try context.run {
            let rows: [[String: Any]] = (0..<count).map { ["code": "\($0)", "magnitude": Float($0)] }
            _ = try context.execute(NSBatchInsertRequest(entityName: "Quake", objects: rows))
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
            (request.fetchLimit, request.fetchOffset) = (limit, offset)
            let results = try LiveResults.shared(request: request, sectionKey: nil, in: context)
            let changes = Changes()
            let subscription = results.subscribe { _, change in changes.add(change) }
            try body(context, results, changes)
            subscription.cancel()
        }
    }

    private final class Changes {
        var reopened = 0
        var told: [String] = []

        func add(_ change: LiveResults.Change) {
            reopened += change.isReopened ? 1 : 0
            told += change.rows.map { "\($0.before.map { "\($0)" } ?? "nil") to \($0.after.map { "\($0)" } ?? "nil")" }
        }
    }

    private func codes(_ results: LiveResults) -> [String] {
        (0..<results.count).map { (results.object(at: $0) as? Quake)?.code ?? "" }
    }

    /// The row behind the edge comes in without a new query.
    @Test func aRowThatLeavesMakesRoomForTheNext() throws {
        try open(limit: 3) { context, results, changes in
            #expect(codes(results) == ["0", "1", "2"])
            context.delete(results.object(at: 1))
            context.processPendingChanges()
            #expect(codes(results) == ["0", "2", "3"] && changes.told == ["1 to nil", "nil to 2"])
            let new = Quake(context: context)
            (new.code, new.magnitude) = ("new", -1)
            context.processPendingChanges()
            #expect(codes(results) == ["new", "0", "2"] && changes.told.suffix(2) == ["2 to nil", "nil to 0"])
            try context.save()
            #expect(codes(results) == ["new", "0", "2"] && changes.reopened == 0)
        }
    }

    @Test func rowsMoveThroughAnOffset() throws {
        try open(limit: 2, offset: 2) { context, results, changes in
            #expect(codes(results) == ["2", "3"])
            (results.object(at: 0) as? Quake)?.magnitude = -1
            context.processPendingChanges()
            #expect(codes(results) == ["1", "3"] && changes.told == ["0 to nil", "nil to 0"])
            // A change behind the fetch range is not reported.
            let all = try context.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            all[300].magnitude = 350.5
            context.processPendingChanges()
            #expect(codes(results) == ["1", "3"] && changes.told.count == 2 && changes.reopened == 0)
        }
    }

    /// The query runs again only when the spare rows behind the fetch range have run out.
    @Test func manyRowsLeave() throws {
        try open(limit: 10) { context, results, changes in
            for _ in 0..<300 {
                context.delete(results.object(at: 0))
                context.processPendingChanges()
            }
            #expect(codes(results) == (300..<310).map { "\($0)" })
            #expect((1...6).contains(changes.reopened))
        }
    }
}
