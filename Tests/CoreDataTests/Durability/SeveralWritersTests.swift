import CoreData
import Foundation
import Testing

@testable import StoreWriter

/// Several processes write the same store at the same time. `STRATA_SECONDS` says for how long.
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

    @Test func noUpdateIsLostAndEachHearsOfTheOthers() async throws {
        let seed = SoakSettings.seed ?? .random(in: 0...(.max))
        print("SeveralWritersTests: STRATA_SEED=\(seed)")
        let writers = try (1...2).map { name in
            try WriterProcess(["count", path, "\(name)", "\(Self.seconds)", "\(seed &+ UInt64(name))"])
        }
        for writer in writers { #expect(await writer.wait { $0.contains("ready") }) }
        for writer in writers { writer.send("go") }
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
        // Otherwise nobody was in anybody's way.
        #expect(sums[2] > 0)
        for writer in writers {
            writer.send("\(800 + sums[0])")
            #expect(await writer.wait { $0.contains("seen") })
            #expect(await writer.ended().status == 0)
        }
    }

    /// One process imports tens of thousands of rows at a time; this one reads all of them, over and over, and writes a little.
    @Test func readsAndSavesGoOnBesideAnImport() async throws {
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
        // Never a part of a batch.
        #expect(counts.allSatisfy { $0.isMultiple(of: count) }, "\(counts)")
        let state = try ledger.state()
        #expect(state.batches == Dictionary(uniqueKeysWithValues: (0..<times).map { ($0, LedgerState.Batch(count: count)) }))
        #expect(state.transfers.count == saves)
        #expect(state.total == 800)
        #expect(try StoreInspection.problems(ledger.container) == [])
    }

    /// Readers follow each other without a gap, so that the write-ahead log is never unused; it is started anew all the same.
    @Test func theWriteAheadLogStaysBounded() async throws {
        let log = path + "-wal"
        func size() -> Int { (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0 }
        let container = ledger.container
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let context = container.newBackgroundContext()
                    while !isDone.isSet {
                        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
                        request.resultType = .managedObjectIDResultType
                        _ = try context.performAndWait { try context.fetch(request).count }
                        await Task.yield()
                    }
                }
            }
            var largest = 0
            let end = ContinuousClock.now + .seconds(Self.seconds)
            var step = 0
            while ContinuousClock.now < end {
                try ledger.take(.batchInsert(step: step, count: 500))
                step += 1
                largest = max(largest, size())
            }
            isDone.set()
            print("SeveralWritersTests: \(step) batches, the write-ahead log grew to \(largest / 1_000) kB")
            #expect(largest < 16_000_000)
        }
    }

    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false

        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }
}
