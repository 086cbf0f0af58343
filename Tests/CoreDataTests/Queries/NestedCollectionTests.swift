import CoreData
import Foundation
import Testing

/// IN, CONTAINS and SUBQUERY over two to-many relationships find the same objects in SQL and in
/// memory: those of the inner collections count, as for ANY.
@Suite(.eachStore) struct NestedCollectionTests {
    private static let cases: [(format: String, found: [String])] = [
        ("'a' IN books.chapters.title", ["Ann"]), ("NOT 'a' IN books.chapters.title", ["Bob"]),
        ("'A' IN[c] books.chapters.title", ["Ann"]), ("books.chapters.title CONTAINS 'a'", ["Ann"]),
        ("books.chapters.title CONTAINS[c] 'A'", ["Ann"]), ("NOT books.chapters.title CONTAINS 'a'", ["Bob"]),
        ("'red' IN books.tags.name", ["Ann", "Bob"]), ("books.tags.name CONTAINS 'x'", []),
        ("books.tags CONTAINS %@", ["Ann", "Bob"]), ("%@ IN books.tags", ["Ann", "Bob"]),
        ("ANY books.title IN books.tags.books.title", ["Ann", "Bob"]), ("name IN books.tags.books.author.name", ["Ann", "Bob"]),
        ("SUBQUERY(books.chapters, $c, $c.title == 'a').@count == 1", ["Ann"]),
        ("SUBQUERY(books.tags, $t, $t.name == 'red').@count == 1", ["Ann", "Bob"]),
        ("SUBQUERY(books.tags.books, $b, $b.title != 'Two').@count == 2", ["Ann", "Bob"]),
        ("ANY SUBQUERY(books.tags, $t, $t.name == 'red').books.title == 'Three'", ["Ann", "Bob"]),
    ]

    @Test(arguments: cases.indices) func `the store and memory agree`(place: Int) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        let (format, found) = Self.cases[place]
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            let predicate = NSPredicate(format: format, argumentArray: format.contains("%@") ? [shelf.red] : [])
            let request = NSFetchRequest<Author>(entityName: "Author")
            let authors = try context.fetch(request)
            #expect(authors.count == 2)
            #expect(authors.filtered(using: predicate).compactMap(\.name).sorted() == found)
            request.predicate = predicate
            #expect(try context.fetch(request).compactMap(\.name).sorted() == found)
        }
    }

    /// Only key paths through relationships lead to inner collections: the lists that a format
    /// writes, and the arrays that an object has, have lists as elements.
    @Test(arguments: [
        ("'a' IN {{'a', 'b'}, {'c'}}", false), ("{'a', 'b'} IN {{'a', 'b'}, {'c'}}", true), ("'a' IN lists", false),
        ("lists CONTAINS {'a', 'b'}", true), ("SUBQUERY(lists, $l, $l.@count == 2).@count == 1", true),
        ("rows.list CONTAINS {'a', 'b'}", true), ("rows.list CONTAINS 'a'", false),
        ("SUBQUERY(rows.list, $l, $l.@count == 2).@count == 1", true),
    ])
    func `a list of lists has the lists`(format: String, holds: Bool) {
        let object: [String: Any] = [
            "lists": [["a", "b"], ["c"]], "rows": [["list": ["a", "b"]], ["list": ["c"]]],
        ]
        #expect(NSPredicate(format: format).evaluate(with: object) == holds)
    }
}
