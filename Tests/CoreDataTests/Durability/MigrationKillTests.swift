import CoreData
import Foundation
import StrataTestSupport
import Testing

@testable import StoreWriter

/// A process that migrates a store is killed at random moments, or finds the disk full at a random
/// point. Each time the store is that of the old version or that of the new one, whole.
///
/// `STRATA_KILLS` sets the number, and `STRATA_SEED` repeats the moments of a run. How far the
/// process is at such a moment depends on the machine.
@Suite(.timeLimit(.minutes(120))) struct MigrationKillTests {
    /// The number of notes: enough for a migration that takes longer than the start of a process.
    private static let count = SoakSettings.isSoak ? 3_000 : 1_000
    private static let tries = SoakSettings.kills ?? 20

    private let folder: TemporaryFolder
    private let template: String

    init() throws {
        folder = try TemporaryFolder()
        template = folder.url.appending(path: "Notebook.sqlite").path
        try Notebook.create(template, count: Self.count)
    }

    /// Returns the number of the version that a store has, and expects that it has it wholly.
    private func version(_ path: String) throws -> Int {
        let version: Int
        let notebook: Notebook
        if let old = try? Notebook(path, version: 1, migrates: false) {
            (notebook, version) = (old, 1)
        } else {
            (notebook, version) = (try Notebook(path, version: 2, migrates: false), 2)
        }
        let content = try notebook.content()
        #expect(content.whole == Array(0..<Self.count))
        #expect(content.damaged == [])
        #expect(try StoreInspection.problems(notebook.container, isMigrated: true) == [])
        try notebook.close()
        return version
    }

    /// Migrates a store that a process did not, or does what it has left, and expects a new store.
    private func complete(_ path: String) throws {
        let notebook = try Notebook(path, version: 2, migrates: true, defers: true)
        let coordinator = notebook.container.persistentStoreCoordinator
        try coordinator.finishDeferredLightweightMigration()
        let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
        #expect(coordinator.persistentStores.first?.metadata[key] == nil)
        try notebook.close()
        #expect(try version(path) == 2)
    }

    @Test(.ownThread) func `a process that is killed leaves the old store or the new one`() async throws {
        let seed = testSeed()
        print("MigrationKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let path = folder.url.appending(path: "Copy.sqlite").path
        var (round, old, new, finished) = (0, 0, 0, 0)
        // How long a migration takes here, so that the moments of the kills spread over it.
        let length = try await length(path)
        // Few kills may hit what they are meant for, so there are more until both kinds have
        // occurred.
        while round < Self.tries || (min(old, new) == 0 && round < 20 * Self.tries) {
            defer { round += 1 }
            try restore(path)
            let writer = try WriterProcess(["migrate", path])
            #expect(await writer.wait { $0.contains("opening") })
            usleep(UInt32.random(in: 0...UInt32(length * 3 / 2), using: &random))
            let told = await writer.kill()
            if told.contains("finished") { finished += 1 }
            let version = try version(path)
            if version == 1 { old += 1 } else { new += 1 }
            #expect(version == 2 || !told.contains("opened"), "A migration that had ended is not there.")
            try complete(path)
        }
        print("MigrationKillTests: \(old) old, \(new) new, of which \(finished) had been finished")
        // Otherwise the moments are badly chosen.
        #expect(min(old, new) > 0)
    }

    @Test(.ownThread, .enabled(if: SmallDisk.isPossible, "Only root can mount a small disk."))
    func `a process without room leaves the old store or the new one`() async throws {
        let seed = testSeed()
        print("MigrationKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let disk = try SmallDisk(megabytes: 8)
        let path = disk.url.appending(path: "Copy.sqlite").path
        var (round, old, new) = (0, 0, 0)
        while round < Self.tries || (min(old, new) == 0 && round < 20 * Self.tries) {
            defer { round += 1 }
            try restore(path)
            // The migration takes 200 to 300 kilobytes beside the store.
            try disk.fill(leaving: Int.random(in: 8_192...600_000, using: &random))
            let writer = try WriterProcess(["migrate", path])
            // It ends with an error, or waits for a line when it has finished.
            let hasFinished = await writer.wait { $0.contains("finished") }
            let told = await writer.kill()
            try disk.empty()
            let version = try version(path)
            if version == 1 { old += 1 } else { new += 1 }
            #expect(version == 2 || !told.contains("opened"), "A migration that had ended is not there.")
            #expect(version == 2 || !hasFinished)
            try complete(path)
        }
        print("MigrationKillTests: full disk, \(old) old, \(new) new")
        #expect(min(old, new) > 0)
    }

    /// Puts a new copy of the old store in place.
    private func restore(_ path: String) throws {
        for end in ["", "-wal", "-shm", "-journal"] where FileManager.default.fileExists(atPath: path + end) {
            try FileManager.default.removeItem(atPath: path + end)
        }
        try FileManager.default.copyItem(atPath: template, toPath: path)
    }

    /// Returns the microseconds that a process needs for all of its steps.
    private func length(_ path: String) async throws -> Int {
        try restore(path)
        let writer = try WriterProcess(["migrate", path])
        #expect(await writer.wait { $0.contains("opening") })
        let start = ContinuousClock.now
        #expect(await writer.wait { $0.contains("finished") })
        let length = Int((ContinuousClock.now - start) / .microseconds(1))
        _ = await writer.kill()
        return length
    }
}
