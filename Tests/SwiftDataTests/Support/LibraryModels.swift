import Foundation
import SwiftData
import Testing

/// Waits until a condition holds, and records an issue if it doesn't. The limit only ends a hang.
@MainActor func eventually(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ condition: @MainActor () throws -> Bool
) async rethrows {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(30 * 60)
    while clock.now < end {
        if try condition() { return }
        try? await Task.sleep(for: .milliseconds(5))
    }
    let holds = try condition()
    #expect(holds, comment, sourceLocation: sourceLocation)
}

/// A library, as an app would model it: enumerations, structures, and every kind of relationship.
enum OutLibrary {
    enum Genre: String, Codable, CaseIterable { case novel, fantasy, science }

    enum Format: Codable, Hashable { case paper, audio, screen }

    enum Shelf: Int, Codable { case low = 1, high = 2 }

    struct Cover: Codable, Hashable {
        var color: String
        var width: Double
    }

    struct Origin: Codable, Hashable {
        var city: String
        var year: Int?
    }

    @Model final class Book {
        var title: String
        var pages: Int
        var published: Date?
        var genre: Genre
        var format: Format
        var shelf: Shelf?
        var cover: Cover
        var origin: Origin?
        var rating: Double?
        var isLent: Bool
        var author: Author?
        @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
        @Relationship(inverse: \Label.books) var labels: [Label]?

        init(
            title: String, pages: Int, published: Date? = nil, genre: Genre = .novel, format: Format = .paper,
            shelf: Shelf? = nil, cover: Cover = Cover(color: "red", width: 10), origin: Origin? = nil,
            rating: Double? = nil, isLent: Bool = false, author: Author? = nil
        ) {
            self.title = title
            self.pages = pages
            self.published = published
            self.genre = genre
            self.format = format
            self.shelf = shelf
            self.cover = cover
            self.origin = origin
            self.rating = rating
            self.isLent = isLent
            self.author = author
        }
    }

    @Model final class Author {
        var name: String
        var agent: Agent?
        @Relationship(deleteRule: .nullify, inverse: \Book.author) var books: [Book] = []

        init(name: String, agent: Agent? = nil) {
            self.name = name
            self.agent = agent
        }
    }

    @Model final class Agent {
        var name: String
        var phone: String?

        init(name: String, phone: String? = nil) {
            self.name = name
            self.phone = phone
        }
    }

    @Model final class Chapter {
        var name: String
        var length: Int
        var book: Book?

        init(name: String, length: Int) {
            self.name = name
            self.length = length
        }
    }

    @Model final class Label {
        var text: String
        var books: [Book] = []

        init(text: String) { self.text = text }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Book.self, Author.self, Agent.self, Chapter.self, Label.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    static func date(_ year: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(year - 2001) * 31_556_952)
    }

    /// Emma, Dune and Notes, not yet saved.
    static func fill(_ context: ModelContext) {
        let agent = Agent(name: "Curtis", phone: "555")
        let austen = Author(name: "Jane Austen")
        let herbert = Author(name: "Frank Herbert", agent: agent)
        let emma = Book(
            title: "Emma", pages: 400, published: date(1815), origin: Origin(city: "London", year: 1815), rating: 4.5)
        let dune = Book(
            title: "Dune", pages: 600, published: date(1965), genre: .science, format: .audio, shelf: .high,
            cover: Cover(color: "blue", width: 12), isLent: true)
        let notes = Book(
            title: "notes", pages: 20, genre: .fantasy, format: .screen, shelf: .low, cover: Cover(color: "red", width: 8),
            origin: Origin(city: "Oslo"), rating: 1)
        for book in [emma, dune, notes] { context.insert(book) }
        emma.author = austen
        dune.author = herbert
        emma.chapters = [Chapter(name: "I", length: 30), Chapter(name: "II", length: 10)]
        dune.chapters = [
            Chapter(name: "Arrakis", length: 50), Chapter(name: "Prophet", length: 40), Chapter(name: "End", length: 30),
        ]
        let classic = Label(text: "classic")
        let desert = Label(text: "desert")
        emma.labels = [classic]
        dune.labels = [classic, desert]
    }

    /// Checks that a predicate selects the books with some titles: pending, saved, in a second
    /// context, without pending changes, and evaluated in memory.
    static func check(
        _ predicate: Predicate<Book>, _ titles: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let container = try container()
        let context = ModelContext(container)
        fill(context)
        func expect(_ found: [Book], _ what: Comment) {
            #expect(Set(found.map(\.title)) == titles, what, sourceLocation: sourceLocation)
        }
        expect(try context.fetch(FetchDescriptor(predicate: predicate)), "pending")
        expect(try context.fetch(FetchDescriptor<Book>()).filter { try predicate.evaluate($0) }, "in memory")
        try context.save()
        expect(try context.fetch(FetchDescriptor(predicate: predicate)), "saved")
        let second = ModelContext(container)
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.includePendingChanges = false
        expect(try second.fetch(descriptor), "second context")
        #expect(try second.fetchCount(descriptor) == titles.count, "count", sourceLocation: sourceLocation)
        expect(try second.fetch(FetchDescriptor<Book>()).filter { try predicate.evaluate($0) }, "second, in memory")
    }
}
