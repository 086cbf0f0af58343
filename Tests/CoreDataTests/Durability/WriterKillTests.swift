import CoreData
import Foundation
import StrataTestSupport
import Testing

@testable import StoreWriter

/// Durability when the writing process is killed at random moments. After each kill, the store
/// contains every acknowledged step, all or nothing of the unfinished step, and a history that
/// matches its rows.
///
/// `STRATA_KILLS` sets the number of kills, and `STRATA_SEED` repeats the moments of a run. The
/// progress of the writer at such a moment still depends on the machine.
@Suite(.timeLimit(.minutes(60))) struct WriterKillTests {
    private static let kills = SoakSettings.kills ?? 50

    @Test(.ownThread) func aKilledWriterLosesAndHalvesNothing() async throws {
        let seed = testSeed()
        print("WriterKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        var tally = Tally()
        var store = try KilledStore()
        var round = 0
        // On a busy machine, few kills hit the step that they are meant for, so the test adds
        // kills until the tally is complete, up to twenty times the number.
        while round < Self.kills || (!tally.isComplete(Self.kills) && round < 20 * Self.kills) {
            defer { round += 1 }
            // Some writers are killed while they create the store; other stores survive many kills.
            if Int.random(in: 0..<6, using: &random) == 0 { store = try KilledStore() }
            try await store.kill(moment: KilledStore.Moment(&random), seed: random.next())
            let problems = try store.check(&tally, keepingOpen: Bool.random(using: &random))
            if !problems.isEmpty {
                Issue.record(
                    "seed \(seed), round \(round): \(problems.joined(separator: "; "))\n\(store.told.joined(separator: "\n"))")
                return
            }
        }
        print("WriterKillTests: \(tally)")
        // An incomplete tally means that the moments are badly chosen.
        #expect(tally.isComplete(Self.kills), "\(tally)")
    }

    struct Tally: CustomStringConvertible {
        var acknowledged = 0
        var underWay = 0
        var withFiles = 0
        var done = 0
        var whileOpening = 0
        var clearedByAnother = 0

        /// Whether the kills have produced each situation that a run of `kills` kills is meant to
        /// produce.
        func isComplete(_ kills: Int) -> Bool {
            guard acknowledged > kills, underWay > kills / 5 else { return false }
            // A run of ten kills, as under the Thread Sanitizer, often has no kill during a step
            // that writes files.
            return (kills < 50 || withFiles > 0) && (kills < 200 || clearedByAnother > 0)
        }

        var description: String {
            """
            \(acknowledged) steps acknowledged; killed \(whileOpening) times while opening, \(underWay) times in a step (\(withFiles) times in one \
            about files), of which \(done) were done; \(clearedByAnother) times a process that had the store open cleared up
            """
        }
    }
}

/// A store whose writer is killed, and the content that it must have.
private struct KilledStore {
    /// The moment of a kill: a delay after the writer reports a certain step.
    struct Moment {
        /// The step that the writer must begin before the delay starts.
        enum Beginning {
            case opening
            case steps(Int)
            /// A batch insert of thousands of rows.
            case largeBatch
            /// A save that writes or removes files.
            case files
        }

        private let beginning: Beginning
        let microseconds: Int

        init(_ random: inout SeededGenerator) {
            let longest: Int
            (beginning, longest) =
                switch Int.random(in: 0..<16, using: &random) {
                case 0, 1: (.largeBatch, 120_000)
                case 2, 3, 4: (.opening, 60_000)
                case 5, 6, 7: (.files, 15_000)
                default: (.steps(Int.random(in: 1...12, using: &random)), 15_000)
                }
            microseconds = Int.random(in: 0..<longest, using: &random)
        }

        /// Whether the awaited step has begun, according to the output of the writer.
        func hasBegun(_ lines: [String]) -> Bool {
            let begun = lines.filter { $0.hasPrefix("begin") }
            // The steps are random: after 60 without the awaited one, the wait ends.
            if begun.count >= 60 { return true }
            return switch beginning {
            case .opening: !lines.isEmpty
            case .steps(let count): begun.count >= count
            case .largeBatch: begun.last.map { $0.hasPrefix("begin batchInsert") && $0.hasSuffix(" 8000") } ?? false
            case .files: lines.last.flatMap(KilledStore.step)?.isAboutFiles == true && lines.last == begun.last
            }
        }
    }

    /// The step that a line of output reports, or nil for other lines.
    private static func step(_ line: String) -> LedgerStep? { LedgerStep(line.drop { $0 != " " }) }

    private let folder: TemporaryFolder
    private var expected = LedgerState()
    /// The number of the next step. Numbers make all steps different.
    private var next = 100
    private(set) var told: [String] = []
    /// The store that this process kept open while the writer was killed, or nil if the next
    /// check opens the store again.
    private var bystander: Ledger?

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.url.appending(path: "Ledger.sqlite").path }

    /// The marker files of unfinished transactions that write files.
    private var markers: [String] {
        let support = folder.url.appending(path: ".Ledger_SUPPORT").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: support)) ?? []).filter { $0.hasPrefix("unfinished") }
    }

    mutating func kill(moment: Moment, seed: UInt64) async throws {
        let writer = try WriterProcess(["ledger", path, "\(seed)", "\(next)"])
        _ = await writer.wait(until: moment.hasBegun)
        // A delay, not a wait for a condition: the kill may hit any part of the step.
        usleep(UInt32(moment.microseconds))
        told = await writer.kill()
        next += told.count { $0.hasPrefix("begin") }
    }

    /// Compares the store with the acknowledged steps, and returns the problems that it finds.
    ///
    /// - Parameter isKept: whether the store stays open in this process during the next kill.
    mutating func check(_ tally: inout WriterKillTests.Tally, keepingOpen isKept: Bool) throws -> [String] {
        var underWay: LedgerStep?
        for line in told {
            guard let step = Self.step(line) else {
                if line == "opening" { continue }
                return ["the writer said '\(line)'"]
            }
            if line.hasPrefix("begin") {
                underWay = step
            } else {
                expected.apply(step)
                tally.acknowledged += 1
                underWay = nil
            }
        }
        let ledger = try bystander ?? Ledger(path)
        if bystander != nil, !markers.isEmpty { tally.clearedByAnother += 1 }
        let found = try ledger.state()
        if told.count <= 1 { tally.whileOpening += 1 }
        if let underWay {
            tally.underWay += 1
            if underWay.isAboutFiles { tally.withFiles += 1 }
            if found != expected {
                expected.apply(underWay)
                tally.done += 1
            }
        }
        guard found == expected else { return ["found \(found), expected \(expected)"] }
        if bystander != nil, !expected.isEmpty {
            // Before a process writes a file, it removes the leftovers of the killed process.
            let document = LedgerStep.file([.init(number: next, bytes: 200_000)])
            next += 1
            try ledger.take(document)
            expected.apply(document)
        }
        let problems = try StoreInspection.problems(ledger.container) + markers.map { "the marker \($0) is left" }
        bystander = isKept ? ledger : nil
        if !found.isEmpty, found.total != 800 { return problems + ["\(found.total - 800) too much in all accounts together"] }
        return problems
    }
}
