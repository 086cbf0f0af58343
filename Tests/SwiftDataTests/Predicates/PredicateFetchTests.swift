import Foundation
import SwiftData
import Testing

@Suite struct PredicateFetchTests {
    typealias Book = OutLibrary.Book

    @Test func `a captured enumeration with raw values selects its rows`() throws {
        let wanted = OutLibrary.Genre.science
        try OutLibrary.check(#Predicate { $0.genre == wanted }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.genre != wanted }, ["Emma", "notes"])
    }

    @Test func `a captured enumeration without raw values selects its rows`() throws {
        let wanted = OutLibrary.Format.audio
        try OutLibrary.check(#Predicate { $0.format == wanted }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.format != wanted }, ["Emma", "notes"])
    }

    @Test func `an optional enumeration compares with a case and with nil`() throws {
        let wanted = OutLibrary.Shelf.high
        try OutLibrary.check(#Predicate { $0.shelf == wanted }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.shelf == nil }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.shelf != nil }, ["Dune", "notes"])
    }

    @Test func `the raw value of an enumeration can be read in a predicate`() throws {
        try OutLibrary.check(#Predicate { $0.genre.rawValue == "novel" }, ["Emma"])
    }

    @Test func `captured enumerations in an array select their rows`() throws {
        let wanted: [OutLibrary.Genre] = [.science, .fantasy]
        try OutLibrary.check(#Predicate { wanted.contains($0.genre) }, ["Dune", "notes"])
    }

    @Test func `fields of a structure compare`() throws {
        try OutLibrary.check(#Predicate { $0.cover.color == "red" }, ["Emma", "notes"])
        try OutLibrary.check(#Predicate { $0.cover.width > 9 && $0.cover.color == "red" }, ["Emma"])
    }

    @Test func `fields of an optional structure compare`() throws {
        try OutLibrary.check(#Predicate { $0.origin?.city == "London" }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.origin?.city != "London" }, ["Dune", "notes"])
        try OutLibrary.check(#Predicate { $0.origin?.year == 1815 }, ["Emma"])
    }

    @Test func `an optional structure compares with nil`() throws {
        try OutLibrary.check(#Predicate { $0.origin == nil }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.origin != nil }, ["Emma", "notes"])
    }

    @Test func `a field of a captured structure is a constant`() throws {
        let cover = OutLibrary.Cover(color: "blue", width: 1)
        try OutLibrary.check(#Predicate { $0.cover.color == cover.color }, ["Dune"])
    }

    @Test func `an optional number compares with a value, with a default and unwrapped`() throws {
        try OutLibrary.check(#Predicate { $0.rating ?? 3 > 2 }, ["Emma", "Dune"])
        try OutLibrary.check(#Predicate { $0.rating != nil && $0.rating! > 2 }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.rating.flatMap { $0 > 2 } ?? false }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.rating.flatMap { $0 > 2 } == true }, ["Emma"])
    }

    @Test func `if let unwraps in a predicate`() throws {
        let limit = OutLibrary.date(1900)
        try OutLibrary.check(
            #Predicate { book in
                if let published = book.published {
                    return published > limit
                } else {
                    return false
                }
            }, ["Dune"])
    }

    @Test(arguments: [("", 3), ("un", 1), ("E", 3)])
    func `a search text that is empty selects all`(text: String, count: Int) throws {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        let descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { book in
                if text.isEmpty {
                    return true
                } else {
                    return book.title.localizedStandardContains(text)
                }
            })
        #expect(try context.fetchCount(descriptor) == count)
        try context.save()
        #expect(try context.fetchCount(descriptor) == count)
    }

    @Test func `a ternary chooses in a predicate`() throws {
        try OutLibrary.check(#Predicate { ($0.isLent ? $0.pages : $0.pages * 2) > 500 }, ["Emma", "Dune"])
    }

    @Test func `arithmetic on attributes`() throws {
        let factor = 2
        try OutLibrary.check(#Predicate { $0.pages * factor - 40 == 0 }, ["notes"])
        try OutLibrary.check(#Predicate { $0.pages % 3 == 0 }, ["Dune"])
        try OutLibrary.check(#Predicate { -$0.pages < -450 }, ["Dune"])
    }

    @Test func `ranges of captured values`() throws {
        let range = OutLibrary.date(1800)...OutLibrary.date(1900)
        try OutLibrary.check(
            #Predicate { $0.published.flatMap { range.contains($0) } ?? false }, ["Emma"])
        let pages = 20..<400
        try OutLibrary.check(#Predicate { pages.contains($0.pages) }, ["notes"])
        try OutLibrary.check(#Predicate { (100...500).contains($0.pages) }, ["Emma"])
    }

    @Test func `text operators`() throws {
        try OutLibrary.check(#Predicate { $0.title.starts(with: "D") }, ["Dune"])
        try OutLibrary.check(#Predicate { $0.title.contains("m") }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.title.contains("E") }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.title.localizedStandardContains("E") }, ["Emma", "Dune", "notes"])
        let same = ComparisonResult.orderedSame
        try OutLibrary.check(#Predicate { $0.title.caseInsensitiveCompare("EMMA") == same }, ["Emma"])
        try OutLibrary.check(#Predicate { $0.title.isEmpty }, [])
        try OutLibrary.check(#Predicate { $0.title.count == 5 }, ["notes"])
        try OutLibrary.check(#Predicate { $0.title > "Emma" }, ["notes"])
    }

    @Test func `captured sets and arrays of text contain an attribute`() throws {
        let array = ["Dune", "Nothing"]
        try OutLibrary.check(#Predicate { array.contains($0.title) }, ["Dune"])
        let set: Set<Int> = [20, 400]
        try OutLibrary.check(#Predicate { set.contains($0.pages) }, ["Emma", "notes"])
        let none: [String] = []
        try OutLibrary.check(#Predicate { none.contains($0.title) }, [])
        try OutLibrary.check(#Predicate { !none.contains($0.title) }, ["Emma", "Dune", "notes"])
    }

    @Test func `constant predicates select all or nothing`() throws {
        try OutLibrary.check(#Predicate { _ in true }, ["Emma", "Dune", "notes"])
        try OutLibrary.check(#Predicate { _ in false }, [])
        try OutLibrary.check(.true, ["Emma", "Dune", "notes"])
        try OutLibrary.check(.false, [])
    }

    @Test func `a descriptor's predicate can be made by a function with optional conditions`() throws {
        func predicate(lent: Bool?, atLeast: Int?) -> Predicate<Book> {
            let noLent = lent == nil
            let lent = lent ?? false
            let atLeast = atLeast ?? 0
            return #Predicate<Book> { ($0.isLent == lent || noLent) && $0.pages >= atLeast }
        }
        try OutLibrary.check(predicate(lent: nil, atLeast: nil), ["Emma", "Dune", "notes"])
        try OutLibrary.check(predicate(lent: true, atLeast: nil), ["Dune"])
        try OutLibrary.check(predicate(lent: false, atLeast: 100), ["Emma"])
    }
}
