import Foundation
import Testing

@testable import CoreData

/// Comparisons that mean something else in a fetch than in `evaluate(with:)`: a fetch finds what
/// Apple's SQLite store finds, whether objects are saved or not.
@Suite(.eachStore) struct FetchRewriterTests {
    /// Runs a test with three books, first while they are unsaved, then when they are saved.
    ///
    /// One, by Ann, has the tag "red", the chapter "a" and the note "n". Two, by Ann, has nothing.
    /// Three, by Bob, has the tags "red" and one without a name, and the chapter "Banana".
    private func withBooks(
        in container: NSPersistentContainer? = nil, _ test: @Sendable (Bookshelf) throws -> Void
    ) throws {
        let context = try (container ?? .inMemory(.library())).newBackgroundContext()
        try context.performAndWait {
            let shelf = Bookshelf(context)
            shelf.three.addToTags(Tag(context: context))
            let chapter = Chapter(context: context)
            chapter.title = "Banana"
            shelf.three.addToChapters(chapter)
            try test(shelf)
            try context.save()
            try test(shelf)
        }
    }

    private static let absent: [(format: String, found: [String])] = [
        ("ANY tags == nil", ["Two"]), ("ANY tags.name == nil", ["Three", "Two"]), ("NONE tags.name == nil", ["One"]),
        ("NOT (ANY tags.name == nil)", ["One"]), ("NOT (ANY tags == nil)", ["One", "Three"]),
        ("ANY notes == nil", ["Three", "Two"]),
        ("ANY chapters == nil AND author.name == 'Ann'", ["Two"]), ("ANY SELF.tags.self == nil", ["Two"]),
        ("ANY tags.name != nil", ["One", "Three"]), ("ALL tags.name == nil", ["Two"]),
        // Along a to-one relationship, before and after the to-many one.
        ("ANY prequel.tags == nil", ["One", "Three", "Two"]), ("ANY author.books.cover == nil", ["One", "Three", "Two"]),
        ("ANY author.books == nil", []), ("ANY chapters.book.author == nil", ["Two"]),
        // Along several to-many relationships, of which any may have no members.
        ("ANY author.books.tags == nil", ["One", "Two"]), ("ANY author.books.tags.name == nil", ["One", "Three", "Two"]),
        ("NONE author.books.tags == nil", ["Three"]), ("ANY tags.books.chapters == nil", ["Two"]),
        ("ANY tags.books.notes == nil", ["One", "Three", "Two"]),
        ("ANY author.books.tags.books.chapters == nil", ["One", "Two"]),
        ("ANY author.books.prequel.tags.name == nil", ["One", "Three", "Two"]),
        ("SUBQUERY(author.books, $b, ANY $b.author.books.tags == nil).@count == 2", ["One", "Two"]),
        // Without a to-many relationship, nothing is an empty collection.
        ("ANY prequel == nil", []),
        ("SUBQUERY(author.books, $b, ANY $b.tags == nil).@count == 1", ["One", "Two"]),
        ("SUBQUERY(SUBQUERY(author.books, $b, TRUEPREDICATE), $b, NONE $b.tags == nil).@count == 1", ["One", "Three", "Two"]),
    ]

    @Test(arguments: absent.indices) func `objects without members have a member that is nil`(place: Int) throws {
        let (format, found) = Self.absent[place]
        try withBooks { (shelf) throws in
            #expect(try shelf.titles(format, sort: "title") == found)
            #expect(try shelf.context.count(for: shelf.request(format)) == found.count)
        }
    }

    private static let searches: [(format: String, found: [String])] = [
        ("chapters.title CONTAINS 'a'", ["One", "Three"]), ("chapters.title CONTAINS[cd] 'B\u{e1}'", ["Three"]),
        ("'anan' IN chapters.title", ["Three"]), ("'BAN' IN[c] chapters.title", ["Three"]),
        ("NOT chapters.title CONTAINS 'n'", ["One", "Two"]), ("tags.name CONTAINS 'e' AND notes.text CONTAINS 'n'", ["One"]),
        ("author.books.title CONTAINS 'hre'", ["Three"]), ("tags.books.author.name CONTAINS 'nn'", ["One", "Three"]),
        ("SUBQUERY(author.books, $b, $b.chapters.title CONTAINS 'a').@count == 1", ["One", "Three", "Two"]),
        // In a list of constants, and for a text that is not constant, there is no search.
        ("title CONTAINS 'w'", ["Two"]), ("'re' IN {'red', 'blue'}", []), ("ANY tags.name IN {'re'}", []),
        ("title IN author.books.title", ["One", "Three", "Two"]),
    ]

    @Test(arguments: searches.indices) func `texts of members are searched`(place: Int) throws {
        let (format, found) = Self.searches[place]
        try withBooks { (shelf) throws in
            #expect(try shelf.titles(format, sort: "title") == found)
            #expect(try shelf.context.count(for: shelf.request(format)) == found.count)
        }
    }

    @Test func `key-value coding gives evaluate(with:) a collection`() throws {
        try withBooks { (shelf) throws in
            let books = [shelf.one, shelf.two, shelf.three]
            func titles(_ format: String) -> [String?] { books.filtered(using: NSPredicate(format: format)).map(\.title) }
            #expect(titles("ANY tags == nil") == [] && titles("ANY tags.name == nil") == ["Three"])
            #expect(titles("chapters.title CONTAINS 'a'") == ["One"] && titles("'anan' IN chapters.title") == [])
        }
    }

    @Test func `live results find the same`() throws {
        try withBooks { (shelf) throws in
            let context = shelf.context
            let untagged = try LiveResults.shared(
                request: shelf.request("ANY tags == nil", sort: "title"), sectionKey: nil, in: context)
            let found = try LiveResults.shared(
                request: shelf.request("chapters.title CONTAINS[c] 'ANA'", sort: "title"), sectionKey: nil, in: context)
            func titles(_ results: LiveResults) -> [String?] {
                (0..<results.count).map { (results.object(at: $0) as? Book)?.title }
            }
            #expect(titles(untagged) == ["Two"] && titles(found) == ["Three"])
            shelf.one.tags = []
            let chapter = try #require(shelf.one.chapters?.firstObject as? Chapter)
            chapter.title = "banana"
            context.processPendingChanges()
            #expect(titles(untagged) == ["One", "Two"] && titles(found) == ["One", "Three"])
            try context.save()
            #expect(titles(untagged) == ["One", "Two"] && titles(found) == ["One", "Three"])
            shelf.one.tags = [shelf.red]
            chapter.title = "a"
            try context.save()
            #expect(titles(untagged) == ["Two"] && titles(found) == ["Three"])
        }
    }

    @Test(.ownStore) func `an engine that decides few comparisons finds the same`() throws {
        let container = try StoreUnderTest.divided.container(.library(), in: TemporaryFolder())
        try withBooks(in: container) { (shelf) throws in
            for (format, found) in Self.absent + Self.searches {
                #expect(try shelf.titles("title >= 'O' AND (\(format))", sort: "title") == found, "\(format)")
                let all = Set(found + ["One", "Three"]).sorted()
                #expect(try shelf.titles("title < 'Tw' OR (\(format))", sort: "title") == all, "\(format)")
            }
        }
    }

    /// It gets the predicate as the app has written it.
    @Test(.ownStore) func `an incremental store finds what memory does, before and after the save`() throws {
        let container = try StoreUnderTest.incremental.container(.library(), in: TemporaryFolder())
        let predicates: [(format: String, found: [String])] = [
            ("ANY tags == nil", []), ("NOT (ANY tags == nil)", ["One", "Three", "Two"]), ("ANY tags.name == nil", ["Three"]),
            ("chapters.title CONTAINS 'a'", ["One"]), ("'anan' IN chapters.title", []),
            ("'Banana' IN chapters.title", ["Three"]),
        ]
        try withBooks(in: container) { (shelf) throws in
            for (format, found) in predicates {
                #expect(try shelf.titles(format, sort: "title") == found, "\(format)")
                #expect(try shelf.context.count(for: shelf.request(format)) == found.count, "\(format)")
            }
        }
    }
}
