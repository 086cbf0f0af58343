import CoreData
import Foundation
import Testing

/// Predicates in memory, along the relationships of managed objects.
@Suite(.eachStore) struct RelationshipPredicateTests {
    @Test func readAlongRelationships() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            let (author, other) = (Author(context: context), Author(context: context))
            (author.name, other.name) = ("Ann", "Bob")
            let (book, sequel, plain) = (Book(context: context), Book(context: context), Book(context: context))
            (book.title, sequel.title, plain.title) = ("One", "Two", "Three")
            (book.author, sequel.author, plain.author) = (author, author, other)
            sequel.prequel = book
            for name in ["red", "blue"] {
                let tag = Tag(context: context)
                tag.name = name
                book.addToTags(tag)
            }
            for title in ["a", "b", "c"] {
                let chapter = Chapter(context: context)
                chapter.title = title
                book.addToChapters(chapter)
            }
            let books = [book, sequel, plain]
            func titles(_ format: String, _ arguments: Any...) -> [String] {
                books.filtered(using: NSPredicate(format: format, argumentArray: arguments)).compactMap(\.title)
            }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                #expect(titles("author.name == 'Ann' AND prequel == nil") == ["One"])
                #expect(
                    titles("author == %@", author) == ["One", "Two"] && titles("SELF IN %@", [plain, book]) == ["One", "Three"])
                #expect(
                    titles("ANY tags.name BEGINSWITH 'r'") == ["One"] && titles("NONE tags.name == 'red'") == ["Two", "Three"])
                #expect(titles("tags.@count == 0 AND ALL tags.name == 'x'") == ["Two", "Three"])
                #expect(titles("prequel.tags.@count == 2 AND prequel.author.books.@count == 2") == ["Two"])
                #expect(titles("chapters[FIRST].title == 'a' AND chapters[1].title == 'b' AND chapters[SIZE] == 3") == ["One"])
                #expect(titles("SUBQUERY(chapters, $c, $c.title > 'a' AND $c.book == SELF).@count == 2") == ["One"])
                #expect(titles("ANY author.books.title == 'One' AND author.books.@max.title == 'Two'") == ["One", "Two"])
                #expect(titles("author.name.length + chapters.@count == 6") == ["One"])
            }
            let read = try #require(NSPredicate(#Predicate<Book> { $0.author?.name == "Ann" && $0.tags.count == 2 }))
            #expect(
                read.predicateFormat == "TERNARY(author != nil, author.name, nil) == \"Ann\" AND tags.@count == 2"
                    && books.filtered(using: read) == [book])
            let sorted = books.sortedArray(using: [
                NSSortDescriptor(key: "author.name", ascending: false), NSSortDescriptor(key: "title", ascending: false),
            ])
            #expect(sorted == [plain, sequel, book])
        }
    }
}
