import Foundation
import Testing

@testable import StrataUserDefaults

/// Files of user defaults whose writing process is killed at any moment.
@Suite(.timeLimit(.minutes(30))) struct DefaultsKillTests {
    @Test func `a process that is killed while it writes leaves a whole file behind`() async throws {
        let folder = try DefaultsFolder()
        for round in 0..<20 {
            let pipe = Pipe()
            let suite = "Suite \(round)"
            let process = try folder.start("count", suite, output: pipe)
            // Until something was written, and then a little more or less.
            _ = try pipe.fileHandleForReading.read(upToCount: 1)
            for _ in 0..<(round * 40) { _ = try pipe.fileHandleForReading.read(upToCount: 1) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let values = try folder.stored(suite)
            let first = try #require(values["first"] as? Int)
            let second = values["second"] as? Int ?? 0
            // The changes are in the file in the order in which they were made.
            #expect((0...1).contains(first - second))
            #expect(try folder.files().filter { $0.hasPrefix(suite) } == ["\(suite).plist"])
        }
    }
}
