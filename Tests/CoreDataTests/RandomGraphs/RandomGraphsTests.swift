import Foundation
import StrataTestSupport
import Testing

/// Random operations on contexts, compared with dictionaries that model the objects that each
/// context sees and the rows in the store.
///
/// A failing run is shrunk: operations are removed for as long as it still fails. `STRATA_SEED`
/// repeats one world, `STRATA_OPERATIONS` sets the total number of operations, and
/// `STRATA_TRACE=1` prints each operation before it runs.
@Suite struct RandomGraphsTests {
    private static let operations = SoakSettings.operations ?? 6_000
    private static let seed = testSeed()

    /// Two contexts, a child and a grandchild, without conflicting changes: relationships, delete
    /// rules, merges and batch requests.
    @Test(.ownThread, arguments: StoreUnderTest.allCases) func contextsBehaveAsPlainDictionaries(kind: StoreUnderTest) {
        let run = RandomRun(name: "RandomGraphs", operationsPerWorld: 80, operation: { GraphOperation(&$0) }) {
            operations, seed, didOne in
            let world = try GraphWorld(kind, seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.compareEverything()
        }
        run(kind.share(of: Self.operations / 2), seed: Self.seed)
    }

    /// Two contexts that change the same rows: conflicts, under every merge policy.
    @Test(.ownThread, arguments: StoreUnderTest.allCases) func conflictsAreSettledAsThePolicySays(kind: StoreUnderTest) {
        let run = RandomRun(name: "RandomConflicts", operationsPerWorld: 50, operation: { ConflictWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try ConflictWorld(kind)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations / 4), seed: Self.seed)
    }

    /// Conflicts of relationships and deletions, under every merge policy: the store keeps its
    /// referential integrity.
    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func theStoreStaysWholeUnderConflicts(kind: StoreUnderTest) {
        let run = RandomRun(name: "StaleGraphs", operationsPerWorld: 50, operation: { StaleWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try StaleWorld(kind)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations / 4), seed: Self.seed)
    }

    /// Three contexts that connect and disconnect the same objects: one-to-one relationships,
    /// conflicts, refreshes and the row cache.
    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func `the two ends of a one-to-one relationship agree in the store, the row cache and each context`(kind: StoreUnderTest) {
        let run = RandomRun(name: "RandomPairs", operationsPerWorld: 60, operation: { PairWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try PairWorld(kind)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations / 4), seed: Self.seed)
    }

    /// Three contexts that save objects with the same unique names: rows that insertions become, rows
    /// that updates replace, and conflicts of versions.
    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func `both sides of relationships agree in the store and each context after upserts`(kind: StoreUnderTest) {
        let run = RandomRun(name: "RandomUpserts", operationsPerWorld: 60, operation: { UniqueWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try UniqueWorld(kind)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations / 4), seed: Self.seed)
    }

    // MARK: Stores that fail

    /// A save that fails throws and changes nothing in the store, and its changes are saved later. A
    /// read that fails where it cannot throw leaves a fault, and loses no edit.
    @Test(.ownThread, arguments: StoreUnderTest.allCases)
    func `contexts behave as plain dictionaries when the store fails now and then`(kind: StoreUnderTest) {
        fail(kind, "FailingGraphs", operationsPerWorld: 80, { GraphOperation(&$0) }) { operations, seed, tally, didOne in
            let world = try GraphWorld(kind, seed: seed, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.compareEverything()
        }
    }

    @Test(.ownThread, arguments: StoreUnderTest.allCases)
    func `conflicts are settled as the policy says after a save has failed`(kind: StoreUnderTest) {
        fail(kind, "FailingConflicts", operationsPerWorld: 50, { ConflictWorld.Operation(&$0) }) {
            operations, _, tally, didOne in
            let world = try ConflictWorld(kind, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
    }

    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func `the store stays whole under conflicts after a save has failed`(kind: StoreUnderTest) {
        fail(kind, "FailingStaleGraphs", operationsPerWorld: 50, { StaleWorld.Operation(&$0) }) {
            operations, _, tally, didOne in
            let world = try StaleWorld(kind, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
    }

    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func `the two ends of a one-to-one relationship agree after a save has failed`(kind: StoreUnderTest) {
        fail(kind, "FailingPairs", operationsPerWorld: 60, { PairWorld.Operation(&$0) }) { operations, _, tally, didOne in
            let world = try PairWorld(kind, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
    }

    @Test(.ownThread, arguments: StoreUnderTest.withConsistentEnds)
    func `both sides of relationships agree after an upsert has failed`(kind: StoreUnderTest) {
        fail(kind, "FailingUpserts", operationsPerWorld: 60, { UniqueWorld.Operation(&$0) }) { operations, _, tally, didOne in
            let world = try UniqueWorld(kind, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
    }

    private static let failingOperations = SoakSettings.operations ?? 8_000

    /// Runs operations in worlds whose store fails now and then.
    private func fail<Operation: CustomStringConvertible>(
        _ kind: StoreUnderTest, _ name: String, operationsPerWorld: Int,
        _ operation: @escaping (inout SeededGenerator) -> Operation,
        _ run: @escaping ([Operation], UInt64, SeededFailures.Tally, () -> Void) throws -> Void
    ) {
        let tally = SeededFailures.Tally()
        let random = RandomRun(name: "\(name) of \(kind)", operationsPerWorld: operationsPerWorld, operation: operation) {
            try run($0, $1, tally, $2)
        }
        random(kind.share(of: Self.failingOperations / 4), seed: Self.seed)
        print("\(name) of \(kind): \(tally.calls) calls and \(tally.failed) of \(tally.attempted) saves and requests failed")
        // `make check` tries so few operations that none of them may fail.
        if tally.attempted < 20 { return }
        #expect(tally.failed > 0)
        if tally.attempted < 100 { return }
        #expect(tally.failed * 10 > tally.attempted, "Fewer than one in ten saves and requests failed; the others prove little.")
    }
}
