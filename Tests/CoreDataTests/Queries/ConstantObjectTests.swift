import CoreData
import Foundation
import Testing

/// Predicates with key paths of an object that is an argument, and subqueries over to-one
/// relationships: in SQL and in memory.
@Suite(.eachStore) struct ConstantObjectTests {
    /// A prequel and a sequel by one author, each with a tag of its own; a third book without an author.
    private func withBooks(
        _ body: @Sendable (_ books: [Book], _ author: Author, NSManagedObjectContext) throws -> Void
    ) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            let author = Author(context: context)
            author.name = "Ann"
            let books = ["First", "Second", "Third"].map { title in
                let book = Book(context: context)
                book.title = title
                let tag = Tag(context: context)
                tag.name = title
                book.tags = [tag]
                return book
            }
            author.books = [books[0], books[1]]
            books[0].sequel = books[1]
            try context.save()
            try body(books, author, context)
        }
    }

    private static func found(
        _ predicate: NSPredicate, among books: [Book], _ context: NSManagedObjectContext
    ) throws -> (fetched: [String?], filtered: [String?]) {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return (try context.fetch(request).map(\.title), books.filtered(using: predicate).map(\.title))
    }

    @Test func `an attribute of an object that is an argument`() throws {
        try withBooks { books, _, context in
            let found = try Self.found(NSPredicate(format: "title == %@.title", books[1]), among: books, context)
            #expect(found.fetched == ["Second"])
            #expect(found.filtered == ["Second"])
        }
    }

    @Test func `a relationship of an object that is an argument`() throws {
        try withBooks { books, _, context in
            let found = try Self.found(NSPredicate(format: "SELF == %@.sequel", books[0]), among: books, context)
            #expect(found.fetched == ["Second"])
            #expect(found.filtered == ["Second"])
        }
    }

    @Test func `members of an object that is an argument`() throws {
        try withBooks { books, author, context in
            let members = try Self.found(NSPredicate(format: "SELF IN %@.books", author), among: books, context)
            #expect(members.fetched == ["First", "Second"])
            #expect(members.filtered == ["First", "Second"])
            let tags = try Self.found(NSPredicate(format: "title IN %@.books.title", author), among: books, context)
            #expect(tags.fetched == ["First", "Second"])
            #expect(tags.filtered == ["First", "Second"])
            let counted = try Self.found(NSPredicate(format: "%@.books.@count == 2", author), among: books, context)
            #expect(counted.fetched == ["First", "Second", "Third"])
            #expect(counted.filtered == ["First", "Second", "Third"])
        }
    }

    @Test func `a relationship that leads to nothing`() throws {
        try withBooks { books, _, context in
            let none = try Self.found(NSPredicate(format: "SELF IN %@.author.books", books[2]), among: books, context)
            #expect(none.fetched == [])
            #expect(none.filtered == [])
            let same = try Self.found(NSPredicate(format: "author == %@.author", books[2]), among: books, context)
            #expect(same.fetched == ["Third"])
            #expect(same.filtered == ["Third"])
        }
    }

    @Test func `unsaved changes of an object that is an argument`() throws {
        try withBooks { books, author, context in
            author.books = [books[2]]
            let found = try Self.found(NSPredicate(format: "SELF IN %@.books", author), among: books, context)
            #expect(found.fetched == ["Third"])
            #expect(found.filtered == ["Third"])
        }
    }

    @Test func `a variable that stands for an object`() throws {
        try withBooks { books, author, context in
            let predicate = NSPredicate(format: "SELF IN $author.books").withSubstitutionVariables(["author": author])
            let found = try Self.found(predicate, among: books, context)
            #expect(found.fetched == ["First", "Second"])
            #expect(found.filtered == ["First", "Second"])
            let bound = books.filter {
                NSPredicate(format: "SELF IN $author.books").evaluate(with: $0, substitutionVariables: ["author": author])
            }
            #expect(bound.map(\.title) == ["First", "Second"])
        }
    }

    /// A record that an app has decoded.
    private final class Download: NSObject {
        let title: String?
        let author: [String: String]

        init(_ title: String?, by author: String) {
            self.title = title
            self.author = ["name": author]
        }
    }

    @Test func `a plain object or a dictionary that is an argument`() throws {
        try withBooks { books, _, context in
            for argument: Any in [Download("Second", by: "Ann"), ["title": "Second", "author": ["name": "Ann"]]] {
                let titled = try Self.found(
                    NSPredicate(format: "title == %@.title", argumentArray: [argument]), among: books, context)
                #expect(titled.fetched == ["Second"])
                #expect(titled.filtered == ["Second"])
                let named = try Self.found(
                    NSPredicate(format: "author.name == $download.author.name").withSubstitutionVariables(["download": argument]),
                    among: books, context)
                #expect(named.fetched == ["First", "Second"])
                #expect(named.filtered == ["First", "Second"])
            }
        }
    }

    @Test func `plain objects or dictionaries that are an argument`() throws {
        try withBooks { books, _, context in
            let downloads = [Download("Second", by: "Ann"), Download("Fourth", by: "Ann"), Download(nil, by: "Ann")]
            let dictionaries: [[String: Any]] = [["title": "Second"], ["title": "Fourth"], [:]]
            for argument: Any in [downloads, Set(downloads), dictionaries, NSSet(array: dictionaries)] {
                let known = try Self.found(
                    NSPredicate(format: "title IN %@.title", argumentArray: [argument]), among: books, context)
                #expect(known.fetched == ["Second"])
                #expect(known.filtered == ["Second"])
                let others = try Self.found(
                    NSPredicate(format: "NOT (title IN %@.title)", argumentArray: [argument]), among: books, context)
                #expect(others.fetched == ["First", "Third"])
                #expect(others.filtered == ["First", "Third"])
            }
            let none = try Self.found(
                NSPredicate(format: "title IN %@.title", argumentArray: [[Download]()]), among: books, context)
            #expect(none.fetched == [])
            #expect(none.filtered == [])
        }
    }

    @Test(.ownStore) func `a key that a plain object lacks fails the fetch`() throws {
        try withBooks { _, _, context in
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == %@.name", Download("Second", by: "Ann"))
            let error = #expect(throws: NSError.self) { try context.fetch(request) }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(error?.localizedDescription.contains("name") == true)
        }
    }

    @Test func `a subquery over a to-one relationship has one element, or none`() throws {
        try withBooks { books, _, context in
            let byName = try Self.found(
                NSPredicate(format: "SUBQUERY(author, $a, $a.name == 'Ann').@count == 1"), among: books, context)
            #expect(byName.fetched == ["First", "Second"])
            #expect(byName.filtered == ["First", "Second"])
            let none = try Self.found(
                NSPredicate(format: "SUBQUERY(author, $a, TRUEPREDICATE).@count == 0"), among: books, context)
            #expect(none.fetched == ["Third"])
            #expect(none.filtered == ["Third"])
            let deeper = try Self.found(
                NSPredicate(format: "SUBQUERY(prequel.author, $a, ANY $a.books.title == 'First').@count > 0"),
                among: books, context)
            #expect(deeper.fetched == ["Second"])
            #expect(deeper.filtered == ["Second"])
        }
    }
}
