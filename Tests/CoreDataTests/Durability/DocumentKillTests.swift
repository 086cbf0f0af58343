import CoreData
import Foundation
import StrataTestSupport
import Testing

@testable import StoreWriter

/// Durability of stores that are one file, when the writing process is killed at random moments.
/// After each kill, the store has every acknowledged save, and all or nothing of the unfinished one.
///
/// `STRATA_KILLS` sets the number of kills, and `STRATA_SEED` repeats the moments of a run.
@Suite(.timeLimit(.minutes(60))) struct DocumentKillTests {
    private static let kills = SoakSettings.kills ?? 20

    @Test(.ownThread, arguments: [NSBinaryStoreType, NSXMLStoreType])
    func `a writer that is killed leaves the whole file of its last save or of the one before`(type: String) async throws {
        let seed = testSeed()
        print("DocumentKillTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "Series").path
        var expected: [Int] = []
        var next = 1
        var (unfinished, acknowledged) = (0, 0)
        var round = 0
        // On a busy machine, few kills hit a save, so the test adds kills, up to twenty times the number.
        while round < Self.kills || (unfinished < Self.kills / 5 && round < 20 * Self.kills) {
            defer { round += 1 }
            let writer = try WriterProcess(["series", path, type, "\(next)"])
            let awaited = Int.random(in: 0...4, using: &random)
            _ = await writer.wait { lines in lines.count { $0.hasPrefix("begin") } >= awaited }
            // A delay, not a wait for a condition: the kill may hit any part of a save.
            usleep(UInt32.random(in: 0..<15_000, using: &random))
            var underWay: Int?
            for line in await writer.kill() {
                guard let number = line.split(separator: " ").last.flatMap({ Int($0) }) else { continue }
                next = number + 1
                underWay = line.hasPrefix("begin") ? number : nil
                if underWay == nil {
                    expected = Self.adding(number, to: expected)
                    acknowledged += 1
                }
            }
            let found = try DocumentSeries(path, type: type).numbers()
            if let underWay {
                unfinished += 1
                if found != expected { expected = Self.adding(underWay, to: expected) }
            }
            guard found == expected else {
                Issue.record("seed \(seed), round \(round): found \(found), expected \(expected)")
                return
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(Set(files).isSubset(of: ["Series", "Series.tmp"]), "seed \(seed), round \(round)")
        }
        print("DocumentKillTests: \(round) kills, \(acknowledged) saves acknowledged, \(unfinished) unfinished")
        #expect(unfinished >= Self.kills / 5)
        // The next save uses what the last kill has left.
        try DocumentSeries(path, type: type).add(next)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Series"])
    }

    private static func adding(_ number: Int, to numbers: [Int]) -> [Int] {
        numbers.filter { $0 > number - DocumentSeries.length } + [number]
    }
}
