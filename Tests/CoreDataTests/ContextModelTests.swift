import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Random operations on two contexts, compared with dictionaries that model the objects that each
/// context sees and the rows in the store.
@Suite(.eachStore) struct ContextModelTests {
    /// The values of a row, other than its code.
    private struct Plain: Equatable {
        var magnitude: Float
        var place: String?
    }

    @Test(arguments: 0..<6) func contextsBehaveAsDictionaries(run: Int) throws {
        let seed = testSeed(run)
        print("ContextModelTests run \(run): seed \(seed)")
        let store = try TestStore(history: run.isMultiple(of: 2))
        let contexts = [store.context(), store.context()]
        var random = SeededGenerator(seed: seed)
        var stored: [String: Plain] = [:]
        // The unsaved changes of each context, nil for deletions. A fetch must return the stored
        // rows with these changes applied.
        var pending: [[String: Plain?]] = [[:], [:]]
        var next = 0

        for step in 0..<400 {
            let index = Int.random(in: 0...1, using: &random)
            let context = contexts[index]
            let operation = Int.random(in: 0..<12, using: &random)
            let comment = Comment("seed \(seed), step \(step), operation \(operation)")
            let fresh = Plain(
                magnitude: Float(Int.random(in: 0..<9, using: &random)),
                place: ["Bali", "Ätna", nil].randomElement(using: &random) ?? nil
            )
            let visible = stored.merging(pending[index].compactMapValues { $0 }) { $1 }.filter {
                pending[index][$0.key, default: $0.value] != nil
            }
            // Excludes rows with unsaved changes in the other context: other suites test conflicts.
            let code = visible.keys.filter { pending[1 - index][$0] == nil }.sorted().randomElement(using: &random)
            switch operation {
            case 0..<4:
                next += 1
                let code = "c\(next)"
                pending[index][code] = .some(fresh)
                context.performAndWait {
                    let quake = Quake(context: context)
                    (quake.code, quake.magnitude, quake.place) = (code, fresh.magnitude, fresh.place)
                }
            case 4..<7:
                guard let code else { continue }
                pending[index][code] = .some(fresh)
                try context.performAndWait {
                    let quake = try #require(try find(code, context), comment)
                    (quake.magnitude, quake.place) = (fresh.magnitude, fresh.place)
                }
            case 7:
                guard let code else { continue }
                pending[index][code] = .some(nil)
                if stored[code] == nil { pending[index][code] = nil }
                try context.performAndWait { context.delete(try #require(try find(code, context), comment)) }
            case 8, 9:
                for (code, plain) in pending[index] { stored[code] = plain }
                pending[index] = [:]
                try context.performAndWait { try context.save() }
                // The other context reads the saved values, and keeps its own changes.
                let other = contexts[1 - index]
                other.performAndWait { other.refreshAllObjects() }
            case 10:
                pending[index] = [:]
                context.performAndWait { context.rollback() }
            default:
                pending[index] = [:]
                context.performAndWait { context.reset() }
            }
            for index in 0...1 {
                let expected = stored.merging(pending[index].compactMapValues { $0 }) { $1 }
                    .filter { pending[index][$0.key, default: $0.value] != nil }
                let found = try contexts[index].performAndWait { try all(contexts[index]) }
                try #require(found == expected, comment)
                #expect(contexts[index].performAndWait { contexts[index].hasChanges } == !pending[index].isEmpty, comment)
            }
        }
        let afterwards = try store.openedElsewhere().newBackgroundContext()
        #expect(try afterwards.performAndWait { try all(afterwards) } == stored, "seed \(seed)")
    }

    private func all(_ context: NSManagedObjectContext) throws -> [String: Plain] {
        let quakes = try context.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
        return Dictionary(uniqueKeysWithValues: quakes.map { ($0.code ?? "", Plain(magnitude: $0.magnitude, place: $0.place)) })
    }

    private func find(_ code: String, _ context: NSManagedObjectContext) throws -> Quake? {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "code == %@", code)
        return try context.fetch(request).first
    }
}
