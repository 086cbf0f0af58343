import Foundation
import Testing

/// Random operations on contexts, against plain dictionaries that say what each must see and what is stored.
///
/// A failure is made small: operations are left out for as long as it still fails. `STRATA_SEED` asks one world again, `STRATA_OPERATIONS` says
/// how many operations there are in all, `STRATA_TRACE=1` prints each before it is done.
@Suite struct RandomGraphsTests {
    private static let operations = SoakSettings.operations ?? 20_000
    /// As many run at once as a small machine has cores.
    private static let lanes = 2
    private static let seed = SoakSettings.seed ?? .random(in: 0...(.max))

    /// Two contexts, a child and a grandchild, which keep out of each other's way: relationships, delete rules, merges, batches.
    @Test(.ownThread, arguments: 0..<lanes) func contextsBehaveAsPlainDictionaries(lane: Int) {
        let run = RandomRun(name: "RandomGraphs", operationsPerWorld: 80, operation: { GraphOperation(&$0) }) {
            operations, seed, didOne in
            let world = try GraphWorld(seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.compareEverything()
        }
        run(Self.operations / 2 / Self.lanes, seed: Self.seed &+ UInt64(lane) &* 1 << 32)
    }

    /// Two contexts that change the same rows: conflicts, under every merge policy.
    @Test(.ownThread) func conflictsAreSettledAsThePolicySays() {
        let run = RandomRun(name: "RandomConflicts", operationsPerWorld: 50, operation: { ConflictWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try ConflictWorld()
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(Self.operations / 4, seed: Self.seed)
    }

    /// The same with relationships: the store stays whole.
    @Test(.ownThread) func theStoreStaysWholeUnderConflicts() {
        let run = RandomRun(name: "StaleGraphs", operationsPerWorld: 50, operation: { StaleWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try StaleWorld()
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(Self.operations / 4, seed: Self.seed)
    }

    /// Three contexts that pair and part the same objects: one-to-one relationships, conflicts,
    /// refreshes and the row cache.
    @Test(.ownThread) func `the two ends of a one-to-one relationship agree in the store, the row cache and each context`() {
        let run = RandomRun(name: "RandomPairs", operationsPerWorld: 60, operation: { PairWorld.Operation(&$0) }) {
            operations, seed, didOne in
            let world = try PairWorld()
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(Self.operations / 4, seed: Self.seed)
    }
}
