import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// A migration that is killed at any moment leaves the old store or the new one.
///
/// `MigrationKillTests` kill a smaller process, as often as `STRATA_KILLS` says.
@Suite(.timeLimit(.minutes(30))) struct MigrationFaultKillTests {
    @Test(.ownThread) func `a migration that is killed leaves the old store or the new one`() async throws {
        let seed = testSeed()
        print("MigrationFaultKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let count = 3_000
        let store = try MigrationFaultTests.filled(count)
        // How long a migration takes here, so that the moments of the kills spread over it.
        let start = ContinuousClock.now
        try MigrationFaultTests.migrate(MigrationFaultTests.copy(store, to: store.folder.url))
        let length = Int((ContinuousClock.now - start) / .microseconds(1))
        var versions: [Int] = []
        for _ in 0..<20 {
            let url = try MigrationFaultTests.copy(store, to: store.folder.url)
            let delay = Int.random(in: 0...(length * 3 / 2), using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = url.path as String, delay = delay as Int] in
                let model = try ModelSource.model(MigrationFaultTests.versions[1])
                Thread.detachNewThread {
                    usleep(UInt32(delay))
                    kill(getpid(), SIGKILL)
                }
                _ = try NSPersistentContainer.loaded(URL(filePath: path), model: model)
                while true { sleep(1) }
            }
            versions.append(try MigrationFaultTests.version(of: url, count: count))
        }
        print("MigrationFaultKillTests: \(versions.count { $0 == 0 }) old, \(versions.count { $0 == 1 }) new")
    }
}
