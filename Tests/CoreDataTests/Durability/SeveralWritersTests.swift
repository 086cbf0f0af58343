import Foundation
import GRDB
import StrataTestSupport
import Synchronization
import Testing

@testable import CoreData
@testable import StoreWriter

/// Several processes write the same store at the same time, for `STRATA_SECONDS` seconds.
@Suite(.timeLimit(.minutes(30)), .serialized) struct SeveralWritersTests: Sendable {
    private static let seconds = SoakSettings.seconds ?? 3
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(folder.url.appending(path: "Ledger.sqlite").path)
        try ledger.take(.found(accounts: 8, labels: 1))
    }

    private var path: String { folder.url.appending(path: "Ledger.sqlite").path }

    @Test(.ownThread) func noUpdateIsLostAndEachHearsOfTheOthers() async throws {
        let seed = testSeed()
        print("SeveralWritersTests: STRATA_SEED=\(seed)")
        let writers = try (1...2).map { name in
            try WriterProcess(["count", path, "\(name)", "\(Self.seconds)", "\(seed &+ UInt64(name))"])
        }
        for writer in writers { #expect(await writer.wait { $0.contains("ready") }) }
        for writer in writers { writer.send("go") }
        for writer in writers { #expect(await writer.wait { $0.contains("enough") }) }
        for writer in writers { writer.send("stop") }
        var sums = [0, 0, 0]
        for writer in writers {
            #expect(await writer.wait { $0.contains { $0.hasPrefix("total") } })
            let numbers = (writer.lines.last { $0.hasPrefix("total") } ?? "").split(separator: " ").compactMap { Int($0) }
            try #require(numbers.count == 3, "\(writer.lines)")
            for (index, number) in numbers.enumerated() { sums[index] += number }
        }
        print("SeveralWritersTests: \(sums[0]) increments, \(sums[1]) insertions, \(sums[2]) conflicts")
        let state = try ledger.state()
        #expect(state.total == 800 + sums[0])
        #expect(state.transfers.count == sums[1])
        #expect(try StoreInspection.problems(ledger.container) == [])
        // Without a conflict, the writers did not compete for any row.
        #expect(sums[2] > 0)
        for writer in writers {
            writer.send("\(800 + sums[0])")
            #expect(await writer.wait { $0.contains("seen") })
            #expect(await writer.ended().status == 0)
        }
    }

    /// Another process imports tens of thousands of rows at a time. This one repeatedly reads all
    /// of them, with small saves in between.
    @Test(.ownThread) func readsAndSavesGoOnBesideAnImport() async throws {
        let (count, times) = (50_000, max(2, Self.seconds / 3))
        let writer = try WriterProcess(["import", path, "\(count)", "\(times)"])
        let reader = ledger.container.newBackgroundContext()
        var (saves, counts) = (0, Set<Int>())
        while !writer.lines.contains("done \(times - 1)") {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
            request.resultType = .managedObjectIDResultType
            counts.insert(try reader.performAndWait { try reader.fetch(request).count })
            try ledger.take(.transfer([.init(number: saves, source: saves % 8, target: (saves + 1) % 8, amount: 1)]))
            saves += 1
        }
        #expect(await writer.ended().status == 0)
        // No read sees part of a batch.
        #expect(counts.allSatisfy { $0.isMultiple(of: count) }, "\(counts)")
        let state = try ledger.state()
        #expect(state.batches == Dictionary(uniqueKeysWithValues: (0..<times).map { ($0, LedgerState.Batch(count: count)) }))
        #expect(state.transfers.count == saves)
        #expect(state.total == 800)
        #expect(try StoreInspection.problems(ledger.container) == [])
    }

    /// Overlapping readers keep the write-ahead log in use at all times. It is truncated all the
    /// same.
    @Test(.ownThread) func theWriteAheadLogStaysBounded() throws {
        let log = path + "-wal"
        let store = try ledger.container.persistentStoreCoordinator.requireStores().stores[0].sqlite
        let limit = 4_000_000
        // A truncation that times out leaves a longer log. The timeout is long enough for a busy
        // machine to run the readers in turn.
        store.logLimit.withLock { $0 = SQLiteEngine.LogLimit(limit, patience: 300_000) }
        let relay = Relay()
        let readers = DispatchGroup()
        for lane in 0..<2 {
            readers.enter()
            // Threads, since tasks that block on each other would need as many cores.
            Thread.detachNewThread {
                while !relay.isDone {
                    try? store.read { database in
                        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM ZACCOUNT")
                        relay.enter(lane)
                    }
                }
                readers.leave()
            }
        }
        defer {
            relay.finish()
            readers.wait()
        }
        func size(_ path: String) throws -> Int { (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 }
        var largest = 0
        for step in 0..<60 {
            try ledger.take(.batchInsert(step: step, count: 5_000))
            largest = max(largest, try size(log))
        }
        print("SeveralWritersTests: a store of \(try size(path) / 1_000) kB, the write-ahead log grew to \(largest / 1_000) kB")
        #expect(largest < 2 * limit)
        #expect(try size(path) > limit)
    }

    /// Two readers, at least one of which is reading at any time.
    private final class Relay: @unchecked Sendable {
        private let condition = NSCondition()
        private var reading: Int?
        private var done = false

        var isDone: Bool { condition.withLock { done } }

        /// Makes this the current reader, and returns when the other one becomes current.
        func enter(_ lane: Int) {
            condition.withLock {
                reading = lane
                condition.broadcast()
                while reading == lane, !done { condition.wait() }
            }
        }

        func finish() {
            condition.withLock {
                done = true
                condition.broadcast()
            }
        }
    }
}
