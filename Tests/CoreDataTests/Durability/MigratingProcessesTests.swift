import CoreData
import Foundation
import GRDB
import StrataTestSupport
import Testing

@testable import StoreWriter

/// Two processes of a new version that open a store of an old one at the same time.
@Suite(.timeLimit(.minutes(30)), .serialized) struct MigratingProcessesTests {
    private static let count = 2_000

    @Test(.ownThread, arguments: 0..<3)
    func `one migrates, the other waits, and nothing is lost of what either saves`(round: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "Notebook.sqlite").path
        try Notebook.create(path, count: Self.count)
        let added = 20
        let first = (0..<2).map { Self.count + $0 * added }
        let writers = try first.map { try WriterProcess(["open", path, "\($0)", "\(added)"]) }
        // A process that has ended takes no line.
        for writer in writers { try #require(await writer.wait { $0.contains("ready") }) }
        for writer in writers { writer.send("go") }
        for writer in writers { try #require(await writer.wait { $0.contains("done") }, "\(writer.lines)") }
        for writer in writers { writer.send("read") }
        for writer in writers {
            let (lines, status) = await writer.ended()
            #expect(status == 0)
            #expect(lines.last == "read \(Array(0..<Self.count + 2 * added)) []")
        }
        let notebook = try Notebook(path, version: 2, migrates: false)
        #expect(try notebook.content() == Notebook.Content(whole: Array(0..<Self.count + 2 * added)))
        #expect(try StoreInspection.problems(notebook.container, isMigrated: true) == [])
        // Each migration leaves a transaction of its own in the history.
        let context = notebook.container.newBackgroundContext()
        let authors = try context.performAndWait { () throws in
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let transactions = (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
            return try #require(transactions).map(\.author)
        }
        #expect(authors.count { $0 == "com.apple.coredata.schemamigrator" } == 1)
        try notebook.close()
    }
}
