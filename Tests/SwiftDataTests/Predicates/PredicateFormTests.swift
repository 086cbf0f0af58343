import Foundation
import SwiftData
import Testing

protocol OutNamed: PersistentModel { var name: String { get } }

extension OutLibrary.Author: OutNamed {}
extension OutLibrary.Chapter: OutNamed {}

extension FetchDescriptor where T == OutLibrary.Book {
    static func longer(than pages: Int) -> FetchDescriptor<OutLibrary.Book> {
        FetchDescriptor(predicate: #Predicate { $0.pages > pages }, sortBy: [.init(\.title), .init(\.pages, order: .reverse)])
    }
}

@Suite struct PredicateFormTests {
    typealias Book = OutLibrary.Book
    typealias Author = OutLibrary.Author
    typealias Chapter = OutLibrary.Chapter

    func context() throws -> ModelContext {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        try context.save()
        return ModelContext(context.container)
    }

    func named<T: OutNamed>(_ type: T.Type, _ name: String) -> FetchDescriptor<T> {
        FetchDescriptor(predicate: #Predicate<T> { $0.name == name })
    }

    func chapters(_ predicate: Predicate<Chapter>) throws -> [String] {
        let context = try context()
        let all = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Chapter.length)]))
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.length)]))
        let evaluated = try all.filter { try predicate.evaluate($0) }
        #expect(found.map(\.name) == evaluated.map(\.name))
        return found.map(\.name).sorted()
    }

    func authors(_ predicate: Predicate<Author>) throws -> [String] {
        let context = try context()
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        let all = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Author.name)]))
        let evaluated = try all.filter { try predicate.evaluate($0) }
        #expect(found.map(\.name) == evaluated.map(\.name))
        return found.map(\.name)
    }

    @Test func `a predicate of a protocol's property in a generic function`() throws {
        let context = try context()
        #expect(try context.fetch(named(Author.self, "Jane Austen")).count == 1)
        #expect(try context.fetch(named(Chapter.self, "Prophet")).map(\.length) == [40])
    }

    @Test func `a descriptor that is a static member`() throws {
        #expect(try context().fetch(.longer(than: 100)).map(\.title) == ["Dune", "Emma"])
        #expect(try context().fetchCount(.longer(than: 500)) == 1)
    }

    @Test func `chains of three relationships, structures and enumerations`() throws {
        let science = OutLibrary.Genre.science
        let audio = OutLibrary.Format.audio
        #expect(try chapters(#Predicate { $0.book?.author?.agent?.name == "Curtis" }) == ["Arrakis", "End", "Prophet"])
        #expect(try chapters(#Predicate { $0.book?.cover.color == "red" }) == ["I", "II"])
        #expect(try chapters(#Predicate { $0.book?.genre == science }).count == 3)
        #expect(try chapters(#Predicate { $0.book?.format == audio }).count == 3)
        #expect(try chapters(#Predicate { $0.book?.chapters.count == 2 }) == ["I", "II"])
        #expect(try chapters(#Predicate { $0.book?.labels?.contains { $0.text == "desert" } ?? false }).count == 3)
        #expect(try chapters(#Predicate { $0.book?.author?.agent?.phone == nil && $0.length > 20 }) == ["I"])
        #expect(try chapters(#Predicate { $0.book?.isLent == true && $0.length < 45 }) == ["End", "Prophet"])
    }

    @Test func `an optional structure at the end of a chain, or with a default`() throws {
        #expect(try chapters(#Predicate { $0.book?.origin?.city == "London" }) == ["I", "II"])
        #expect(try chapters(#Predicate { $0.book?.origin?.city != "London" }).count == 3)
        #expect(try chapters(#Predicate { $0.book?.origin?.year == 1815 }) == ["I", "II"])
        #expect(try chapters(#Predicate { $0.book?.origin == nil }).count == 3)
        #expect(try chapters(#Predicate { $0.book?.origin?.city.contains("don") ?? false }) == ["I", "II"])
        let other = OutLibrary.Origin(city: "Oslo", year: 1)
        try OutLibrary.check(#Predicate { ($0.origin ?? other).city == "Oslo" }, ["Dune", "notes"])
        let optional: OutLibrary.Origin? = other
        try OutLibrary.check(#Predicate { ($0.isLent ? optional : $0.origin)?.year == 1 }, ["Dune"])
    }

    @Test func `nested quantifiers`() throws {
        let novel = OutLibrary.Genre.novel
        #expect(try authors(#Predicate { $0.books.contains { $0.genre == novel } }) == ["Jane Austen"])
        #expect(
            try authors(#Predicate { $0.books.contains { book in book.chapters.contains { $0.length > 45 } } })
                == ["Frank Herbert"])
        #expect(try authors(#Predicate { $0.books.filter { $0.isLent }.count == 1 }) == ["Frank Herbert"])
        #expect(
            try authors(#Predicate { $0.books.contains { $0.labels?.contains { $0.text == "desert" } == true } })
                == ["Frank Herbert"])
        #expect(try authors(#Predicate { $0.books.contains { $0.origin?.city == "London" } }) == ["Jane Austen"])
        #expect(try authors(#Predicate { author in author.books.allSatisfy { $0.title != author.name } }).count == 2)
    }

    @Test func `a captured model's property and identifier`() throws {
        let context = try context()
        let author = try #require(try context.fetch(named(Author.self, "Frank Herbert")).first)
        let id = author.persistentModelID
        let none: PersistentIdentifier? = nil
        let some: PersistentIdentifier? = id
        func titles(_ predicate: Predicate<Book>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.pages)])).map(\.title)
        }
        #expect(try titles(#Predicate { $0.author?.persistentModelID == some }) == ["Dune"])
        #expect(try titles(#Predicate { $0.author?.persistentModelID == none }) == ["notes"])
        #expect(try titles(#Predicate { $0.author?.persistentModelID != id }) == ["notes", "Emma"])
        let ids = [id]
        #expect(
            try titles(#Predicate { $0.author.flatMap { ids.contains($0.persistentModelID) } ?? false }) == ["Dune"])
    }

    @Test func `captured optional values`() throws {
        let city: String? = nil
        try OutLibrary.check(#Predicate { $0.origin?.city == city }, ["Dune"])
        let rating: Double? = 1
        try OutLibrary.check(#Predicate { $0.rating == rating }, ["notes"])
        let date: Date? = OutLibrary.date(1965)
        try OutLibrary.check(#Predicate { $0.published == date }, ["Dune"])
    }

    @Test func `optional dates between two days`() throws {
        let start = OutLibrary.date(1800)
        let end = OutLibrary.date(1900)
        try OutLibrary.check(
            #Predicate { $0.published != nil && $0.published! >= start && $0.published! < end }, ["Emma"])
        let past = Date.distantPast
        try OutLibrary.check(#Predicate { ($0.published ?? past) >= start }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { ($0.published ?? past) < start }, ["notes"])
    }

    @Test func `array literals and raw values`() throws {
        try OutLibrary.check(#Predicate { [20, 600].contains($0.pages) }, ["Dune", "notes"])
        let names = ["novel", "science"]
        try OutLibrary.check(#Predicate { names.contains($0.genre.rawValue) }, ["Emma", "Dune"])
    }

    @Test func `an optional to-many compares with emptiness`() throws {
        try OutLibrary.check(#Predicate { $0.labels?.isEmpty == false }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.labels?.isEmpty ?? true }, ["notes"])
        try OutLibrary.check(#Predicate { !($0.labels?.isEmpty ?? true) }, ["Emma", "Dune"])
    }

    @Test func `negations keep rows without values`() throws {
        try OutLibrary.check(#Predicate { !($0.author?.name == "Jane Austen") }, ["Dune", "notes"])
        try OutLibrary.check(#Predicate { $0.author?.name != "Jane Austen" }, ["Dune", "notes"])
        try OutLibrary.check(#Predicate { !($0.rating == 1) }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.rating != 1 }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { !($0.rating ?? 0 > 2) }, ["Dune", "notes"])
    }

    @Test func `a chain of conditions with else if`() throws {
        let mode = 2
        try OutLibrary.check(
            #Predicate { book in
                if mode == 1 {
                    return book.isLent
                } else if mode == 2 {
                    return book.pages < 100
                } else {
                    return true
                }
            }, ["notes"])
    }

    @Test func `expressions use expressions`() throws {
        let count = #Expression<Book, Int> { $0.chapters.count }
        let double = #Expression<Book, Int> { count.evaluate($0) * 2 }
        try OutLibrary.check(#Predicate { double.evaluate($0) == 6 }, ["Dune"])
        try OutLibrary.check(#Predicate { count.evaluate($0) < double.evaluate($0) }, ["Emma", "Dune"])
    }

    @Test func `an expression with a condition`() throws {
        let price = #Expression<Book, Int> { $0.isLent ? 0 : $0.pages }
        try OutLibrary.check(#Predicate { price.evaluate($0) > 10 }, ["Emma", "notes"])
    }

    @Test func `a composed predicate keeps its own captured values`() throws {
        func pages(_ limit: Int) -> Predicate<Book> { #Predicate { $0.pages > limit } }
        let low = pages(10)
        let high = pages(500)
        try OutLibrary.check(#Predicate { low.evaluate($0) && !high.evaluate($0) }, ["Emma", "notes"])
    }

    @Test func `a whole structure is compared, or the fetch throws`() throws {
        let context = try context()
        let cover = OutLibrary.Cover(color: "blue", width: 12)
        do {
            let found = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.cover == cover }))
            #expect(found.map(\.title) == ["Dune"])
        } catch SwiftDataError.unsupportedPredicate {}
    }

    @Test func `a batch delete with a predicate of a relationship`() throws {
        let context = try context()
        try context.delete(model: Book.self, where: #Predicate { $0.author?.name == "Frank Herbert" })
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
        try context.save()
        let next = ModelContext(context.container)
        #expect(try next.fetchCount(FetchDescriptor<Chapter>()) == 2)
        #expect(try next.fetch(named(Author.self, "Frank Herbert")).first?.books.count == 0)
    }
}
