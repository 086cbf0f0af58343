import Foundation
import SwiftData
import Testing

@Suite struct RelationshipPredicateTests {
    typealias Book = OutLibrary.Book
    typealias Chapter = OutLibrary.Chapter

    @Test func `a to-one compares with nil in both polarities`() throws {
        try OutLibrary.check(#Predicate { $0.author == nil }, ["notes"])
        try OutLibrary.check(#Predicate { $0.author != nil }, ["Emma", "Dune"])
    }

    @Test func `chains through optional to-ones`() throws {
        try OutLibrary.check(#Predicate { $0.author?.name == "Jane Austen" }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.author?.agent?.name == "Curtis" }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.author?.agent?.phone == nil }, ["Emma", "notes"])
        try OutLibrary.check(#Predicate { $0.author?.agent == nil }, ["Emma", "notes"])
        try OutLibrary.check(#Predicate { $0.author?.name.localizedStandardContains("frank") == true }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.author?.name.contains("e") ?? true }, ["Emma", "Dune", "notes"])
        try OutLibrary.check(#Predicate { ($0.author?.agent?.phone ?? "none") == "none" }, ["Emma", "notes"])
    }

    @Test func `to-many counts, emptiness and quantifiers`() throws {
        try OutLibrary.check(#Predicate { $0.chapters.isEmpty }, ["notes"])
        try OutLibrary.check(#Predicate { !$0.chapters.isEmpty }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.chapters.isEmpty == false }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.chapters.count > 2 }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.chapters.contains { $0.length == 30 } }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.chapters.allSatisfy { $0.length >= 30 } }, ["Dune", "notes"])
        try OutLibrary.check(#Predicate { $0.chapters.filter { $0.length > 35 }.count == 2 }, ["Dune"])
    }

    @Test func `a quantifier may use the outer model`() throws {
        try OutLibrary.check(
            #Predicate { book in book.chapters.contains { $0.length * 10 < book.pages } }, ["Emma", "Dune"])
    }

    @Test func `an optional to-many in its usual forms`() throws {
        try OutLibrary.check(#Predicate { $0.labels?.contains { $0.text == "desert" } ?? false }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.labels?.contains { $0.text == "classic" } == true }, ["Emma", "Dune"])
        try OutLibrary.check(
            #Predicate { $0.labels.flatMap { $0.contains { $0.text == "desert" } } ?? false }, ["Dune"])
        try OutLibrary.check(#Predicate { ($0.labels?.count ?? 0) == 2 }, ["Dune"])
    }

    @Test func `the inner collection of a chain`() throws {
        try OutLibrary.check(#Predicate { ($0.author?.books.count ?? 0) == 1 }, ["Emma", "Dune"])
    }

    // The empty collection is a constant, so its models have to be Codable.
    @Test func `the count and the emptiness of a collection that an empty one replaces`() throws {
        let context = ModelContext(
            try ModelContainer(for: CodableBough.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let bough = CodableBough(name: "bough")
        context.insert(bough)
        bough.twigs = [CodableTwig(name: "a"), CodableTwig(name: "b")]
        context.insert(CodableTwig(name: "loose"))
        let count = #Expression<[CodableTwig], Int> { $0.count }
        func names(_ predicate: Predicate<CodableTwig>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
        for _ in 0..<2 {
            #expect(try names(#Predicate { ($0.bough.flatMap { $0.twigs } ?? []).count == 2 }) == ["a", "b"])
            #expect(try names(#Predicate { ($0.bough.flatMap { $0.twigs } ?? []).count < 1 }) == ["loose"])
            #expect(try names(#Predicate { ($0.bough.flatMap { $0.twigs } ?? []).isEmpty }) == ["loose"])
            #expect(try names(#Predicate { !($0.bough.flatMap { $0.twigs } ?? []).isEmpty }) == ["a", "b"])
            #expect(try names(#Predicate { count.evaluate($0.bough?.twigs ?? []) + 1 == 1 }) == ["loose"])
            #expect(try names(#Predicate { ($0.bough?.spares ?? []).count == 0 }) == ["a", "b"])
            try context.save()
        }
    }

    @Test func `identifiers of a model and of its related model`() throws {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        try context.save()
        let dune = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.isLent })).first)
        let id = dune.persistentModelID
        let author = try #require(dune.author?.persistentModelID)
        let agent = try #require(dune.author?.agent?.persistentModelID)
        let ids: Set<PersistentIdentifier> = [id]
        func titles(_ predicate: Predicate<Book>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])).map(\.title)
        }
        #expect(try titles(#Predicate { $0.persistentModelID == id }) == ["Dune"])
        #expect(try titles(#Predicate { $0.persistentModelID != id }).count == 2)
        #expect(try titles(#Predicate { $0.id == id }) == ["Dune"])
        #expect(try titles(#Predicate { ids.contains($0.persistentModelID) }) == ["Dune"])
        #expect(try titles(#Predicate { $0.author?.persistentModelID == author }) == ["Dune"])
        #expect(try titles(#Predicate { $0.author?.id == author }) == ["Dune"])
        #expect(try titles(#Predicate { $0.author?.agent?.persistentModelID == agent }) == ["Dune"])
        #expect(
            try context.fetch(FetchDescriptor<Chapter>(predicate: #Predicate { $0.book?.persistentModelID == id })).count == 3)
    }

    @Test func `a predicate is evaluated within a predicate`() throws {
        let lent = #Predicate<Book> { $0.isLent }
        let long = #Predicate<Book> { $0.pages > 300 }
        try OutLibrary.check(#Predicate { lent.evaluate($0) && long.evaluate($0) }, ["Dune"])
        try OutLibrary.check(#Predicate { !lent.evaluate($0) && $0.pages > 300 }, ["Emma"])
    }

    @Test func `predicates are combined in a loop`() throws {
        let parts: [Predicate<Book>] = [
            #Predicate { $0.pages > 100 }, #Predicate { $0.rating != nil }, #Predicate { $0.title.contains("m") },
        ]
        let all = parts.reduce(Predicate<Book>.true) { combined, next in
            #Predicate<Book> { combined.evaluate($0) && next.evaluate($0) }
        }
        try OutLibrary.check(all, ["Emma"])
    }

    @Test func `a predicate of a related model is evaluated within a quantifier`() throws {
        let long = #Predicate<Chapter> { $0.length > 45 }
        try OutLibrary.check(#Predicate { $0.chapters.contains { long.evaluate($0) } }, ["Dune"])
    }

    @Test func `an expression gives a number within a predicate`() throws {
        let long = #Expression<[Chapter], Int> { chapters in
            chapters.filter { $0.length > 20 }.count
        }
        try OutLibrary.check(#Predicate { long.evaluate($0.chapters) >= 2 }, ["Dune"])
        try OutLibrary.check(#Predicate { long.evaluate($0.chapters) + 1 == 2 }, ["Emma"])
    }

    @Test func `two expressions are added within a predicate`() throws {
        let names = ["I", "End"]
        let lengths = [50, 10]
        let named = #Expression<[Chapter], Int> { chapters in chapters.filter { names.contains($0.name) }.count }
        let sized = #Expression<[Chapter], Int> { chapters in chapters.filter { lengths.contains($0.length) }.count }
        let total = 2
        try OutLibrary.check(
            #Predicate { named.evaluate($0.chapters) + sized.evaluate($0.chapters) == total }, ["Emma", "Dune"])
    }

    @Test func `an expression of a model gives text, and is evaluated outside of a fetch`() throws {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        let author = #Expression<Book, String> { $0.author?.name ?? "unknown" }
        let notes = try #require(try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.pages == 20 })).first)
        #expect(try author.evaluate(notes) == "unknown")
        try OutLibrary.check(#Predicate { author.evaluate($0) == "unknown" }, ["notes"])
    }

    @Test func `a predicate of a text attribute throws nothing for a book without author`() throws {
        try OutLibrary.check(#Predicate { $0.author?.name.isEmpty ?? true }, ["notes"])
    }

    @Test func `sorts by attributes, optional attributes and related models`() throws {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        func titles(_ sort: SortDescriptor<Book>...) throws -> [String] {
            try context.fetch(FetchDescriptor(sortBy: sort)).map(\.title)
        }
        for _ in 0..<2 {
            #expect(try titles(SortDescriptor(\.pages, order: .reverse)) == ["Dune", "Emma", "notes"])
            #expect(try titles(SortDescriptor(\.published)) == ["notes", "Emma", "Dune"])
            #expect(try titles(SortDescriptor(\.author?.name, order: .reverse)) == ["Emma", "Dune", "notes"])
            #expect(try titles(SortDescriptor(\.cover.color), SortDescriptor(\.pages)) == ["Dune", "notes", "Emma"])
            #expect(try titles(SortDescriptor(\.title, comparator: .localizedStandard)) == ["Dune", "Emma", "notes"])
            try context.save()
        }
    }
}
