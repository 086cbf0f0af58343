import Foundation
import StrataViewTesting
import SwiftData
import SwiftUI
import Testing

@testable import Shelf

/// The folder of a test, which is removed at its end.
final class TemporaryShelf {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ShelfTests-\(UUID().uuidString)")

    func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "\(name).json"))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

@MainActor
struct ShelfTests {
    private let temporary = TemporaryShelf()

    private func books(_ container: ModelContainer) throws -> [Book] {
        try container.mainContext.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    }

    @Test func `books are files, and only those of changed books are written`() throws {
        try temporary.write(#"{"title":"Emma"}"#, "emma")
        let container = try ShelfApp.container(in: temporary.folder)
        container.mainContext.insert(Book(title: "Walden; or, Life in the Woods", author: "Thoreau"))
        container.mainContext.insert(Book(title: "Walden – or life in the woods"))
        try container.mainContext.save()
        let found = try books(container)
        #expect(found.map(\.title) == ["Emma", "Walden – or life in the woods", "Walden; or, Life in the Woods"].sorted())
        #expect(try temporary.text("emma") == #"{"title":"Emma"}"#)
        let read = try BookFile(contentsOf: temporary.folder.appending(path: "walden-or-life-in-the-woods.json"))
        #expect(read.title.hasPrefix("Walden"))
        #expect(try BookFile(contentsOf: temporary.folder.appending(path: "walden-or-life-in-the-woods-2.json")) != read)
        for book in found where book.title != "Emma" { container.mainContext.delete(book) }
        try container.mainContext.save()
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path) == ["emma.json"])
    }

    @Test func `a change in a file reaches the query of a window, and its model`() throws {
        try temporary.write(#"{"title":"Emma"}"#, "emma")
        let container = try ShelfApp.container(in: temporary.folder)
        let window = TestWindow(ShelfView().modelContainer(container))
        #expect(window.texts.contains("Emma"))
        let emma = try #require(try books(container).first)
        try temporary.write(#"{"title":"Emma","author":"Jane Austen","isRead":true}"#, "emma")
        try temporary.write(#"{"title":"Dracula"}"#, "dracula")
        _ = try books(container)
        #expect(emma.author == "Jane Austen")
        #expect(window.texts.contains("Jane Austen"))
        #expect(window.texts.contains("Dracula"))
        try FileManager.default.removeItem(at: temporary.folder.appending(path: "dracula.json"))
        _ = try books(container)
        #expect(!window.texts.contains("Dracula"))
    }

    @Test func `an edit that was not read yet is not replaced`() throws {
        try temporary.write(#"{"title":"Emma"}"#, "emma")
        let container = try ShelfApp.container(in: temporary.folder)
        let emma = try #require(try books(container).first)
        try temporary.write(#"{"title":"Emma","author":"Austen"}"#, "emma")
        emma.isRead = true
        #expect(throws: EditedFile.self) { try container.mainContext.save() }
        container.mainContext.rollback()
        #expect(try temporary.text("emma") == #"{"title":"Emma","author":"Austen"}"#)
        #expect(try books(container).first?.author == "Austen")
        emma.isRead = true
        try container.mainContext.save()
        let file = try BookFile(contentsOf: temporary.folder.appending(path: "emma.json"))
        #expect(file.author == "Austen" && file.isRead == true)
    }
}
