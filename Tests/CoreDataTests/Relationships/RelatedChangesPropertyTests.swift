import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// After random edits a fetch finds, before the save, what it finds after it; and live results show
/// the same all along.
@Suite(.eachStore) struct RelatedChangesPropertyTests {
    @Test func unsavedChangesCountAsIfTheyWereSaved() throws {
        // Some 160 edits and 100 questions in each round, a second's work.
        for run in 0..<max(1, (SoakSettings.operations ?? 8_000) / 2_000) {
            let seed = testSeed(run)
            print("RelatedChangesPropertyTests: STRATA_SEED=\(seed)")
            nonisolated(unsafe) var random = SeededGenerator(seed: seed)
            let container = try NSPersistentContainer.inMemory(.library())
            let context = container.newBackgroundContext()
            try context.performAndWait {
                var edits = LibraryEdits(context)
                for _ in 0..<60 { try edits.perform(&random) }
                try context.save()
                for step in 0..<25 {
                    let live = try Self.queries(&random).map { ($0, try $0.live(in: context)) }
                    for _ in 0..<Int.random(in: 1...6, using: &random) { try edits.perform(&random) }
                    context.processPendingChanges()
                    let place: (RelatedQuestion) -> Comment = { "STRATA_SEED=\(seed), step \(step): \($0)" }
                    let before = try live.map { question, results in
                        let titles = try question.titles(in: context)
                        #expect(question.titles(results) == titles, place(question))
                        #expect(try context.count(for: question.request) == titles.count, place(question))
                        return titles
                    }
                    try context.save()
                    let fresh = container.newBackgroundContext()
                    for ((question, results), titles) in zip(live, before) {
                        let after = try fresh.performAndWait { try question.titles(in: fresh) }
                        try #require(titles == after, place(question))
                        #expect(question.titles(results) == after, place(question))
                    }
                }
            }
        }
    }

    private static func queries(_ random: inout SeededGenerator) -> [RelatedQuestion] {
        (0..<4).map { _ in
            RelatedQuestion(
                predicate: predicates.randomElement(using: &random) ?? "TRUEPREDICATE",
                sort: sorts.randomElement(using: &random) ?? "title", ascending: .random(using: &random),
                limit: Bool.random(using: &random) ? 0 : Int.random(in: 1...6, using: &random),
                offset: Bool.random(using: &random) ? 0 : Int.random(in: 1...3, using: &random))
        }
    }

    private static let predicates = [
        "TRUEPREDICATE", "author.name > 'b'", "NOT author.name == 'a'", "author == nil", "author.agent != nil",
        "author.agent.name == nil", "author.agent.name IN {'a', 'b'}", "ANY tags.name == 'a'", "ALL tags.name == 'a'",
        "NONE tags.name == 'b'", "tags.@count > 1", "chapters.@count == 0", "ANY chapters.title CONTAINS[c] 'A'",
        "SUBQUERY(chapters, $c, $c.title == 'b' AND $c.book.author.name == 'a').@count > 0", "ANY notes.text == 'a'",
        "notes.@count BETWEEN {1, 2}", "SUBQUERY(notes, $n, $n.text != 'a').@count == 1", "prequel.author.name == author.name",
        "sequel.title > title", "prequel.tags.@count == 0", "ANY author.books.tags.name == 'c'",
        "author.books.@count > 2 OR cover == nil", "title > 'book 3' AND author.name BEGINSWITH 'a'",
    ]

    private static let sorts = [
        "title", "author.name", "author.agent.name", "author", "tags.@count", "chapters.@count", "chapters.@max.title",
        "notes.@count", "prequel.title", "prequel.author.name", "author.books.@count",
    ]
}

/// A request for books.
private struct RelatedQuestion: CustomStringConvertible {
    let predicate: String
    let sort: String
    let ascending: Bool
    let limit: Int
    let offset: Int

    var description: String { "\(predicate), by \(sort) \(ascending ? "up" : "down"), \(offset) + \(limit)" }

    /// Sorted by title at last: titles are unique, while new objects have no key to be ordered by
    /// yet.
    var request: NSFetchRequest<Book> {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = NSPredicate(format: predicate)
        request.sortDescriptors = [
            NSSortDescriptor(key: sort, ascending: ascending), NSSortDescriptor(key: "title", ascending: true),
        ]
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        return request
    }

    func titles(in context: NSManagedObjectContext) throws -> [String] { try context.fetch(request).map { $0.title ?? "" } }

    func live(in context: NSManagedObjectContext) throws -> LiveResults {
        try LiveResults.shared(request: request, sectionKey: nil, in: context)
    }

    func titles(_ results: LiveResults) -> [String] {
        (0..<results.count).map { (results.object(at: $0) as? Book)?.title ?? "" }
    }
}

/// Random edits of a library.
private struct LibraryEdits {
    private let context: NSManagedObjectContext
    private var titles = 0

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    mutating func perform(_ random: inout SeededGenerator) throws {
        let name = ["a", "b", "c", nil].randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1, 2:
            let book = Book(context: context)
            book.title = newTitle(&random)
            book.author = try any("Author", &random)
        case 3: try (any("Book", &random) as Book?).map(context.delete)
        case 4: try (any("Book", &random) as Book?)?.title = newTitle(&random)
        case 5: try (any("Person", &random) as Person?)?.name = name
        case 6: Author(context: context).name = name
        case 7: Reader(context: context).name = name
        case 8: try (any("Author", &random) as Author?)?.agent = name == nil ? nil : any("Person", &random)
        case 9: try (any("Book", &random) as Book?)?.author = name == nil ? nil : any("Author", &random)
        case 10: try (any("Reader", &random) as Reader?).map(context.delete)
        case 11, 12:
            guard let book: Book = try any("Book", &random), let tag: Tag = try any("Tag", &random) else { break }
            if book.tags.contains(tag) { book.removeFromTags(tag) } else { book.addToTags(tag) }
        case 13:
            if name == nil { try (any("Tag", &random) as Tag?).map(context.delete) } else { Tag(context: context).name = name }
        case 14: try (any("Tag", &random) as Tag?)?.name = name
        case 15:
            let chapter = Chapter(context: context)
            chapter.title = name
            chapter.book = try any("Book", &random)
        case 16:
            guard let chapter: Chapter = try any("Chapter", &random) else { break }
            if name == nil { context.delete(chapter) } else { (chapter.title, chapter.book) = (name, try any("Book", &random)) }
        case 17:
            guard let book: Book = try any("Book", &random) else { break }
            let note = Note(context: context)
            note.text = name
            book.mutableSetValue(forKey: "notes").add(note)
        case 18:
            guard let note: Note = try any("Note", &random) else { break }
            if name == nil { context.delete(note) } else { note.text = name }
        default:
            guard let book: Book = try any("Book", &random), let other: Book = try any("Book", &random) else { break }
            book.prequel = book === other ? nil : other
        }
    }

    private mutating func newTitle(_ random: inout SeededGenerator) -> String {
        titles += 1
        return "book \(Int.random(in: 0..<10, using: &random)) \(titles)"
    }

    /// Any object of an entity; the same for the same seed.
    private func any<Object: NSManagedObject>(_ entity: String, _ random: inout SeededGenerator) throws -> Object? {
        let request = NSFetchRequest<Object>(entityName: entity)
        return try context.fetch(request).randomElement(using: &random)
    }
}
