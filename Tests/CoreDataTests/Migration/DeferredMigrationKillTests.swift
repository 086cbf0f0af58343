import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// A deferred lightweight migration whose process is killed while it finishes the work.
///
/// `MigrationKillTests` kill a process at any moment of a migration.
@Suite(.timeLimit(.minutes(30))) struct DeferredMigrationKillTests {
    private typealias Migration = DeferredMigrationTests

    @Test(.ownThread) func `a process that is killed while it finishes leaves a whole store`() async throws {
        let seed = testSeed()
        print("DeferredMigrationKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let count = 2_000
        let store = try Migration.filled(count)
        // How long it takes here, so that the moments of the kills spread over it.
        let trial = try VersionedStore()
        try FileManager.default.copyItem(at: store.url, to: trial.url)
        let length = try trial.open(ModelSource.model(Migration.second), options: Migration.deferred) { (context) throws in
            let start = ContinuousClock.now
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
            return Int((ContinuousClock.now - start) / .microseconds(1))
        }
        var left: [Int] = []
        for _ in 0..<20 {
            let copy = try VersionedStore()
            try FileManager.default.copyItem(at: store.url, to: copy.url)
            try await Self.kill(copy.url, after: Int.random(in: 0...(length * 3 / 2), using: &random))
            try copy.open(ModelSource.model(Migration.second)) { (context) throws in try Migration.expectRows(context, count) }
            left.append(try Migration.tasks(copy, Migration.second).count)
            try copy.open(ModelSource.model(Migration.second)) { (context) throws in
                try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
                try Migration.expectRows(context, count)
            }
            try copy.expectSchema(of: ModelSource.model(Migration.second))
        }
        print("DeferredMigrationKillTests: steps left by kills: \(left.sorted())")
    }

    /// Starts a process that migrates a store, and kills it while it finishes the work.
    private static func kill(_ url: URL, after microseconds: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = url.path as String, microseconds = microseconds as Int] in
            let model = try ModelSource.model(Migration.second)
            let container = NSPersistentContainer(name: "Test", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: URL(filePath: path))
            description.setOption(true as NSNumber, forKey: NSPersistentStoreDeferredLightweightMigrationOptionKey)
            container.persistentStoreDescriptions = [description]
            container.loadPersistentStores { _, _ in }
            Thread.detachNewThread {
                usleep(UInt32(microseconds))
                Glibc.kill(getpid(), SIGKILL)
            }
            try container.persistentStoreCoordinator.finishDeferredLightweightMigration()
            while true { sleep(1) }
        }
    }
}
