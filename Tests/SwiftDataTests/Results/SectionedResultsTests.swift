import Foundation
import SwiftData
import Testing

struct SectionedResultsTests {
    private func books() -> [Book] {
        [
            Book("Dune", "novel", shelf: "b"), Book("Atlas", "maps"), Book("Emma", "novel", shelf: "a"),
            Book("Globe", "maps", shelf: ""), Book("Zoo", "animals", shelf: "b"),
        ]
    }

    private func observer(
        _ keyPath: KeyPath<Book, String>, _ sort: [SortDescriptor<Book>]? = nil
    ) throws -> ResultsObserver<Book, String> {
        try ResultsObserver(sortBy: sort, sectionBy: keyPath, modelContext: ModelContext(bookContainer(books())))
    }

    @Test func `sections are in the order of their titles, and models in that of the sort`() throws {
        let sections = try #require(observer(\.genre, [SortDescriptor(\.title, order: .reverse)]).sections)
        #expect(sections.listed == ["animals: Zoo", "maps: Globe Atlas", "novel: Emma Dune"])
        #expect(sections.map(\.id) == ["animals", "maps", "novel"])
    }

    @Test func `a descriptor of the section key path gives the order of the sections`() throws {
        let sort = [SortDescriptor(\Book.genre, order: .reverse), SortDescriptor(\.title)]
        let sections = try #require(observer(\.genre, sort).sections)
        #expect(sections.listed == ["novel: Dune Emma", "maps: Atlas Globe", "animals: Zoo"])
    }

    @Test func `sections are found by title`() throws {
        let sections = try #require(observer(\.genre, [SortDescriptor(\.title)]).sections)
        #expect(sections.sectionTitles == ["animals", "maps", "novel"])
        #expect(sections[sectionTitle: "maps"]?.map(\.title) == ["Atlas", "Globe"])
        #expect(sections[sectionTitle: "poems"] == nil)
        #expect(sections.contains(sectionTitle: "novel"))
        #expect(!sections.contains(sectionTitle: ""))
        #expect(sections.index(ofSectionTitled: "novel") == 2)
        #expect(sections.index(ofSectionTitled: "poems") == nil)
    }

    @Test func `models without a title are in one section with those whose title is empty`() throws {
        for order in [SortOrder.forward, .reverse] {
            let observer = try ResultsObserver(
                sortBy: [SortDescriptor(\Book.shelf, order: order), SortDescriptor(\.title)], sectionBy: \Book.shelf,
                modelContext: ModelContext(bookContainer(books())))
            let sections = try #require(observer.sections)
            #expect(sections.sectionTitles == (order == .forward ? ["", "a", "b"] : ["b", "a", ""]))
            #expect(Set(sections[sectionTitle: ""]?.map(\.title) ?? []) == ["Atlas", "Globe"])
            #expect(sections[sectionTitle: "b"]?.map(\.title) == ["Dune", "Zoo"])
            // The positions of the sections' models are those of the results.
            #expect(sections.flatMap { $0.map(\.title) } == observer.results.map(\.title))
            for (index, section) in sections.enumerated() {
                for (row, book) in section.enumerated() {
                    #expect(observer.indexPath(for: book) == IndexPath(indexes: [index, row]))
                }
            }
        }
    }

    @Test func `a related model may give the title`() throws {
        let (ann, bob) = (Author("Ann"), Author("Bob"))
        let context = ModelContext(
            try bookContainer([
                Book("c", "x", author: bob), Book("a", "x", author: ann), Book("b", "x"), Book("d", "x", author: bob),
            ]))
        let observer = try ResultsObserver(
            sortBy: [SortDescriptor(\Book.title)], sectionBy: \Book.author?.name, modelContext: context)
        #expect(observer.sections?.listed == [": b", "Ann: a", "Bob: c d"])
    }

    @Test func `titles that begin alike are different sections`() throws {
        let context = ModelContext(
            try bookContainer([Book("a", "long prefix 2"), Book("b", "long prefix 1"), Book("c", "Long prefix 1")]))
        let observer = try ResultsObserver(sectionBy: \Book.genre, modelContext: context)
        #expect(observer.sections?.listed == ["Long prefix 1: c", "long prefix 1: b", "long prefix 2: a"])
    }

    @Test func `texts that a comparison finds equal are different sections`() throws {
        let context = ModelContext(
            try bookContainer([Book("1", "Map"), Book("2", "map"), Book("3", "Map"), Book("4", "map"), Book("5", "art")]))
        let observer = try ResultsObserver(
            sortBy: [SortDescriptor(\Book.genre, comparator: .localizedStandard), SortDescriptor(\.title)],
            sectionBy: \Book.genre, modelContext: context)
        let sections = try #require(observer.sections)
        #expect(sections.count == 3)
        #expect(sections.first?.map(\.title) == ["5"])
        #expect(sections[sectionTitle: "Map"]?.map(\.title) == ["1", "3"])
        #expect(sections[sectionTitle: "map"]?.map(\.title) == ["2", "4"])
    }

    @Test func `sections keep their members and order while the results change`() throws {
        let context = ModelContext(try bookContainer(books()))
        let observer = try ResultsObserver(sortBy: [SortDescriptor(\Book.title)], sectionBy: \Book.genre, modelContext: context)
        let before = try #require(observer.sections)
        let first = before[1]
        try #require(context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Atlas" })).first).genre = "art"
        context.insert(Book("Bears", "animals"))
        context.processPendingChanges()
        #expect(before.sectionTitles == ["animals", "maps", "novel"])
        #expect(first.map(\.title) == ["Atlas", "Globe"])
        #expect(observer.sections?.listed == ["animals: Bears Zoo", "art: Atlas", "maps: Globe", "novel: Dune Emma"])
    }

    @Test func `there are no sections without models`() throws {
        let observer = try ResultsObserver(sectionBy: \Book.genre, modelContext: ModelContext(bookContainer()))
        let sections = try #require(observer.sections)
        #expect(sections.isEmpty)
        #expect(sections.sectionTitles.isEmpty)
        #expect(sections.index(ofSectionTitled: "") == nil)
    }

    @Test func `a limit counts models and not sections`() throws {
        var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        descriptor.fetchLimit = 2
        let context = ModelContext(try bookContainer(books()))
        let observer = try ResultsObserver(fetchDescriptor: descriptor, sectionBy: \Book.genre, modelContext: context)
        #expect(observer.sections?.listed == ["animals: Zoo", "maps: Atlas"])
        for book in try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Zoo" })) { context.delete(book) }
        context.processPendingChanges()
        #expect(observer.sections?.listed == ["maps: Atlas Globe"])
    }
}
