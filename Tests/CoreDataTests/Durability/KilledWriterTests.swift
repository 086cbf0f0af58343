import CoreData
import Foundation
import Testing

@testable import StoreWriter

/// A process that writes is killed at a random moment, again and again; each time the store has all that was acknowledged, all or nothing of
/// what was under way, and a history that agrees.
///
/// `STRATA_KILLS` says how often, `STRATA_SEED` asks for the same moments; what the writer has done by then depends on the machine.
@Suite(.timeLimit(.minutes(60))) struct KilledWriterTests {
    private static let kills = SoakSettings.kills ?? 50

    @Test(.ownThread) func aKilledWriterLosesAndHalvesNothing() async throws {
        let seed = SoakSettings.seed ?? .random(in: 0...(.max))
        print("KilledWriterTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        var tally = Tally()
        var store = try KilledStore()
        var round = 0
        // On a busy machine the writer is seldom killed where it is meant to be: then there are more kills. Twenty times as many always do.
        while round < Self.kills || (!tally.isComplete(Self.kills) && round < 20 * Self.kills) {
            defer { round += 1 }
            // Some stores are killed as they are made; others live through many deaths.
            if Int.random(in: 0..<6, using: &random) == 0 { store = try KilledStore() }
            try await store.kill(moment: KilledStore.Moment(&random), seed: random.next())
            let problems = try store.check(&tally, keepingOpen: Bool.random(using: &random))
            if !problems.isEmpty {
                Issue.record(
                    "seed \(seed), round \(round): \(problems.joined(separator: "; "))\n\(store.told.joined(separator: "\n"))")
                return
            }
        }
        print("KilledWriterTests: \(tally)")
        // Otherwise the moments are badly chosen.
        #expect(tally.isComplete(Self.kills), "\(tally)")
    }

    struct Tally: CustomStringConvertible {
        var acknowledged = 0
        var underWay = 0
        var withFiles = 0
        var done = 0
        var whileOpening = 0
        var clearedByAnother = 0

        /// Whether so many kills, or more, brought about all that they are meant to.
        func isComplete(_ kills: Int) -> Bool {
            guard acknowledged > kills, underWay > kills / 5 else { return false }
            // One kill in five; of ten kills, as under the Thread Sanitizer, often none.
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

/// A store whose writer is killed, and what it must have in it.
private struct KilledStore {
    /// When to kill, after something that the writer said.
    struct Moment {
        /// What to let it begin.
        enum Beginning {
            case opening
            case steps(Int)
            /// A batch of thousands.
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

        /// Whether what it waits for has begun, by what the writer said.
        func hasBegun(_ lines: [String]) -> Bool {
            let begun = lines.filter { $0.hasPrefix("begin") }
            // What chance does not bring about in so many steps is not waited for any longer.
            if begun.count >= 60 { return true }
            return switch beginning {
            case .opening: !lines.isEmpty
            case .steps(let count): begun.count >= count
            case .largeBatch: begun.last.map { $0.hasPrefix("begin batchInsert") && $0.hasSuffix(" 8000") } ?? false
            case .files: lines.last.flatMap(KilledStore.step)?.isAboutFiles == true && lines.last == begun.last
            }
        }
    }

    /// The step that a line is about; nil for another line.
    private static func step(_ line: String) -> LedgerStep? { LedgerStep(line.drop { $0 != " " }) }

    private let folder: TemporaryFolder
    private var expected = LedgerState()
    /// Steps have numbers, so that no two are alike.
    private var next = 100
    private(set) var told: [String] = []
    /// The store as this process had it open while the writer was killed; nil where it opens it anew.
    private var bystander: Ledger?

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.url.appending(path: "Ledger.sqlite").path }

    /// What transactions that write files leave where they do not come to their end.
    private var markers: [String] {
        let support = folder.url.appending(path: ".Ledger_SUPPORT").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: support)) ?? []).filter { $0.hasPrefix("unfinished") }
    }

    mutating func kill(moment: Moment, seed: UInt64) async throws {
        let writer = try WriterProcess(["ledger", path, "\(seed)", "\(next)"])
        _ = await writer.wait(until: moment.hasBegun)
        // The moment itself: nothing is waited for.
        usleep(UInt32(moment.microseconds))
        told = await writer.kill()
        next += told.count { $0.hasPrefix("begin") }
    }

    /// - Parameter isKept: whether the store stays open here while the writer is killed the next time.
    mutating func check(_ tally: inout KilledWriterTests.Tally, keepingOpen isKept: Bool) throws -> [String] {
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
            // Who writes a file first removes what the dead one left.
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
