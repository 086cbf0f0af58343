import Foundation
import StrataPredicates
import StrataTestSupport
import Testing

@testable import CoreData

/// Random predicates and sorts have the same results in SQL and in memory, over random models and
/// objects, with and without unsaved changes.
@Suite struct TwoEvaluatorsTests {
    private static let pairs = SampleSettings.pairs ?? 6_000
    /// The number of pairs in every world, whatever the total, so that a world's seed repeats them.
    private static let pairsPerWorld = 600
    /// The number of worlds that run at once: the number of cores of a small machine.
    private static let lanes = 2

    /// The number of disagreements after which a lane stops.
    private static let tolerance = 5

    private static let seed = testSeed()

    @Test(.ownThread, arguments: 0..<lanes) func theStoreAndMemoryAgree(lane: Int) throws {
        let worlds = max(1, Self.pairs / Self.lanes / Self.pairsPerWorld)
        let tally = try ask(worlds, Self.seed &+ UInt64(lane) &* 1 << 32, "lane \(lane)") {
            try StoreUnderTest.memory.container($0, in: $1)
        }
        let refused = tally.refusals.values.reduce(0, +)
        #expect(refused * 100 <= tally.asked * 3, "More than three in a hundred were refused: \(tally.refusals)")
        #expect(tally.telling * 4 >= tally.asked, "Fewer than one in four told objects apart; the others prove little.")
    }

    /// An engine of the tests, which evaluates rows without SQL, and the same engine when it decides
    /// few comparisons, so that most predicates are divided.
    @Test(.ownThread, arguments: [StoreUnderTest.plain, .divided])
    func `an engine without SQL and memory agree`(kind: StoreUnderTest) throws {
        let tally = try ask(max(1, Self.pairs / 20 / Self.pairsPerWorld), Self.seed, kind.rawValue) {
            try kind.container($0, in: $1)
        }
        #expect(tally.telling * 4 >= tally.asked, "Fewer than one in four told objects apart; the others prove little.")
    }

    /// SQLite with another dialect, so that nothing in a query depends on the spelling of one engine.
    @Test(.ownThread) func `another spelling of SQL and memory agree`() throws {
        StoreKinds.register(SQLiteKind(dialect: StandardSpelling()), for: "StandardSpelling")
        let tally = try ask(max(1, Self.pairs / 20 / Self.pairsPerWorld), Self.seed, "standard spelling") { model, folder in
            try .loaded(folder.url.appending(path: "Store.sqlite"), model: model, type: "StandardSpelling")
        }
        #expect(tally.telling * 4 >= tally.asked, "Fewer than one in four told objects apart; the others prove little.")
    }

    /// SQLite with each of the functions taken away that the SQL of comparisons calls, and without all
    /// of them.
    @Test(.ownThread, arguments: LimitedKind.functions.map { [$0] } + [LimitedKind.functions])
    func `SQLite without a function and memory agree`(missing: [String]) throws {
        let (type, undecided) = try LimitedKind.register(without: missing)
        let name = missing.joined(separator: ", ")
        let worlds = max(1, Self.pairs / 40 / Self.pairsPerWorld)
        let tally = try ask(worlds, Self.seed, "without \(name)", after: FunctionCalls.forms) { model, folder in
            try .loaded(folder.url.appending(path: "Store.sqlite"), model: model, type: type)
        }
        for function in missing {
            #expect(undecided.value(of: function) > 0, "No comparison called \(function), so nothing was divided.")
        }
        #expect(tally.telling * 4 >= tally.asked, "Fewer than one in four told objects apart; the others prove little.")
    }

    /// Asks questions in random worlds, and records each disagreement.
    ///
    /// - Parameter fixed: Returns predicates over an entity that are asked besides random ones.
    private func ask(
        _ worlds: Int, _ seed: UInt64, _ name: String,
        after fixed: @Sendable (NSEntityDescription) throws -> [PredicateForm] = { _ in [] },
        _ openStore: (NSManagedObjectModel, TemporaryFolder) throws -> NSPersistentContainer
    ) throws -> Interview.Tally {
        print("TwoEvaluatorsTests \(name): STRATA_SEED=\(seed)")
        var tally = Interview.Tally()
        let start = ContinuousClock.now
        var (told, disagreements) = (start, 0)
        for number in 0..<UInt64(worlds) {
            let world = try SampleWorld(seed: seed &+ number, openStore)
            do {
                tally += try world.ask(Self.pairsPerWorld, after: fixed)
            } catch let disagreement as Interview.Disagreement {
                // Continues, because other worlds may find different disagreements.
                Issue.record("\(disagreement)")
                disagreements += 1
                if disagreements == Self.tolerance { break }
            }
            if SampleSettings.pairs != nil, told.duration(to: .now) > .seconds(5) {
                told = .now
                FileHandle.standardError.write(
                    Data("\(name): world \(number + 1) of \(worlds), \(start.duration(to: told))\n".utf8))
            }
        }
        print(
            "TwoEvaluatorsTests \(name): \(tally.asked) pairs, \(tally.telling) of them told objects apart, "
                + "refused: \(Refusals.report(tally.refusals))")
        return tally
    }
}
