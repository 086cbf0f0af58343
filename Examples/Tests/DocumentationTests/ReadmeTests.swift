import Foundation
import Testing

struct ReadmeTests {
    /// The README's app is the example Notes, which is built and tested.
    @Test(arguments: ["Notes/NotesApp.swift", "Notes/Notes.xcdatamodeld/Notes.xcdatamodel/contents"])
    func `the README shows the source of Notes`(path: String) throws {
        let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let readme = try String(contentsOf: examples.appending(path: "../README.md"), encoding: .utf8)
        let source = try String(contentsOf: examples.appending(path: path), encoding: .utf8)
        #expect(readme.contains("\n\(source)```"))
    }
}
