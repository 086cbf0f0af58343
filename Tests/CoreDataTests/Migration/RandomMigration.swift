import CoreData
import Foundation
import StrataTestSupport
import Testing

/// The migration of a random store, whose model is changed at random.
enum RandomMigration {
    /// Migrates a random store. Returns how many objects it has had, or nil after a failure.
    ///
    /// - Parameter steps: The number of versions that it is migrated to, one after the other.
    static func run(_ seed: UInt64, rows: ClosedRange<Int>, steps: Int) -> Int? {
        do {
            let (count, problems) = try migrate(seed, rows: rows, steps: steps)
            if problems.isEmpty { return count }
            Issue.record("STRATA_SEED=\(seed): \(problems.prefix(5).joined(separator: "; "))")
        } catch {
            Issue.record("STRATA_SEED=\(seed): \(error)")
        }
        return nil
    }

    private static func migrate(
        _ seed: UInt64, rows: ClosedRange<Int>, steps: Int
    ) throws -> (count: Int, problems: [String]) {
        var random = SeededGenerator(seed: seed)
        var schema = RandomSchema(&random)
        let store = try VersionedStore(history: seed % 3 == 0)
        var model = schema.model(originally: [:])
        let first = schema
        var world = try store.open(model) { (context) throws in
            try first.fill(context, rows: rows, &random)
            return try RandomWorld(first, in: context)
        }
        var count = world.values.count
        // Some migrations defer what they clean up, and some of these are followed by another one
        // before that is done.
        let isDeferred = seed % 2 == 1
        for step in 0..<steps {
            let before = schema
            for _ in 0..<Int.random(in: 1...20, using: &random) { schema.edit(&random) }
            // A model that has none of a store's entities is refused.
            guard schema.entities.contains(where: { before.names[$0.id] != nil }) else { return (count, []) }
            let after = schema
            let (old, new) = (model, after.model(originally: before.names))
            let expected = world.migrated(from: before, to: after)
            let isLast = step == steps - 1
            let defers = isDeferred && !(isLast && seed % 8 == 7)
            var next = expected
            let problems = try store.open(
                new, options: defers ? [NSPersistentStoreDeferredLightweightMigrationOptionKey: true as NSNumber] : [:],
                inspects: isLast && seed % 4 != 0
            ) { (context) throws -> [String] in
                let problems = expected.differences(in: try RandomWorld(after, in: context), after)
                if !problems.isEmpty { return problems }
                if !isLast {
                    // Edits remove entities with their rows.
                    try after.fill(context, rows: rows, &random)
                    next = try RandomWorld(after, in: context)
                    return []
                }
                guard defers else { return [] }
                try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
                context.reset()
                return expected.differences(in: try RandomWorld(after, in: context), after)
            }
            if !problems.isEmpty { return (count, problems) }
            count += next.values.count - expected.values.count
            (world, model) = (next, new)
            // A change of indexes alone makes no other version. The comparison takes a second
            // store, so it is made for some of the models.
            if isLast, seed % 4 != 2, old.entityVersionHashesByName != new.entityVersionHashesByName {
                try store.expectSchema(of: new)
            }
        }
        return (count, [])
    }
}
