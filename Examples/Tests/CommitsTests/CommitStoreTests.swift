import CoreData
import Foundation
import StrataViewTesting
import SwiftUI
import Testing

@testable import Commits

@MainActor
struct CommitStoreTests {
    private let temporary: TemporaryRepository

    init() throws {
        temporary = try TemporaryRepository()
        try temporary.commit("Begin\n\nWith a file of two lines.", on: "2024-02-01", ["a.txt": "one\ntwo\n"])
        try temporary.commit("Add a folder", by: "Émile", on: "2024-02-01", ["b/c.txt": "three\n", "a.txt": "one\n"])
        try temporary.commit("Go on", on: "2024-02-03", ["a.txt": "1\n"])
    }

    private func request(_ predicate: NSPredicate? = nil) -> NSFetchRequest<Commit> {
        let request = NSFetchRequest<Commit>(entityName: "Commit")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "date", ascending: true)]
        return request
    }

    @Test func `commits are fetched with predicate, order, limit and offset`() throws {
        let context = try Repository(folder: temporary.folder).container.viewContext
        #expect(try Set(context.fetch(request()).map(\.subject)) == ["Begin", "Add a folder", "Go on"])
        #expect(try context.fetch(request()).last?.subject == "Go on")
        let byEmile = request(NSPredicate(format: "author CONTAINS[cd] 'emile'"))
        #expect(try context.fetch(byEmile).map(\.subject) == ["Add a folder"])
        let limited = request()
        limited.sortDescriptors = [NSSortDescriptor(key: "subject", ascending: true)]
        limited.fetchOffset = 1
        limited.fetchLimit = 1
        #expect(try context.fetch(limited).map(\.subject) == ["Begin"])
        #expect(try context.count(for: request()) == 3)
    }

    @Test func `a commit has its message and its files`() throws {
        let context = try Repository(folder: temporary.folder).container.viewContext
        let second = try #require(try context.fetch(request(NSPredicate(format: "subject == 'Add a folder'"))).first)
        let files = try #require(second.files?.array as? [ChangedFile])
        #expect(files.map(\.path) == ["a.txt", "b/c.txt"])
        #expect(files.map(\.added) == [0, 1])
        #expect(files.map(\.removed) == [1, 0])
        #expect(files.allSatisfy { $0.commit === second })
        let first = try #require(try context.fetch(request(NSPredicate(format: "subject == 'Begin'"))).first)
        #expect(first.message == "Begin\n\nWith a file of two lines.")
        #expect(first.day == "2024-02-01")
    }

    @Test func `the URI of a commit is valid after the next start, and one of something else is not a command`() throws {
        let context = try Repository(folder: temporary.folder).container.viewContext
        let uri = try #require(try context.fetch(request()).last).objectID.uriRepresentation()
        let next = try Repository(folder: temporary.folder).container
        let objectID = try #require(next.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        let commit = try #require(try next.viewContext.existingObject(with: objectID) as? Commit)
        #expect(commit.subject == "Go on")
        let written = temporary.folder.appending(path: "written")
        let text = uri.deletingLastPathComponent().absoluteString + "p--output=written"
        let option = try #require(URL(string: text))
        let other = try #require(next.persistentStoreCoordinator.managedObjectID(forURIRepresentation: option))
        #expect(throws: (any Error).self) { try next.viewContext.existingObject(with: other) }
        #expect(!FileManager.default.fileExists(atPath: written.path))
    }

    @Test func `a save is refused and a folder without a repository is not opened`() throws {
        let context = try Repository(folder: temporary.folder).container.viewContext
        let commit = try #require(try context.fetch(request()).first)
        commit.subject = "Another"
        #expect(throws: Git.Failure(message: "Commits can only be read.")) { try context.save() }
        context.rollback()
        #expect(commit.subject != "Another")
        #expect(throws: (any Error).self) { try Repository(folder: URL(filePath: "/nowhere")) }
    }

    @Test func `a window shows the days, and a new commit`() async throws {
        let repository = try Repository(folder: temporary.folder)
        let window = TestWindow(
            RepositoryView().environment(repository)
                .environment(\.managedObjectContext, repository.container.viewContext))
        #expect(window.texts.filter { $0.hasPrefix("2024") } == ["2024-02-03", "2024-02-01"])
        try temporary.commit("The newest", on: "2024-02-04", ["d.txt": ""])
        await repository.look()
        #expect(window.texts.filter { $0.hasPrefix("2024") } == ["2024-02-04", "2024-02-03", "2024-02-01"])
        #expect(window.texts.contains("The newest"))
    }
}
