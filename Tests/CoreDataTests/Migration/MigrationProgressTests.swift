import Foundation
import Testing

@testable import CoreData

/// The progress of a long migration in the log.
@Suite struct MigrationProgressTests {
    @Test func `the log has a line for each second of a migration`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var now = ContinuousClock.now
            let progress = MigrationProgress(URL(filePath: "/stores/Quakes.sqlite")) { now }
            progress.begin(1_000)
            for _ in 0..<25 {
                now += .milliseconds(100)
                try progress.advance(40)
            }
            progress.finish()
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(
            log.filter { $0.hasPrefix("CoreData: ") } == [
                "CoreData: annotation: Migrating /stores/Quakes.sqlite: 40 % after 1 s",
                "CoreData: annotation: Migrating /stores/Quakes.sqlite: 80 % after 2 s",
            ])
    }
}
