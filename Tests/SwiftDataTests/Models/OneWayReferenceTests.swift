import Foundation
import SwiftData
import Testing

@Model final class OneWayBook {
    var title: String
    @Relationship(inverse: nil) var author: OneWayAuthor
    init(_ title: String, author: OneWayAuthor) {
        self.title = title
        self.author = author
    }
}
@Model class OneWayAuthor {
    var name: String
    init(_ name: String) { self.name = name }
}
@Model final class OneWayPoet: OneWayAuthor {
    var verses: Int
    init(_ name: String, verses: Int) {
        self.verses = verses
        super.init(name)
    }
}
@Model final class OneWayShelf {
    var name: String
    @Relationship(inverse: nil) var favorite: OneWayAuthor?
    @Relationship(inverse: nil) var authors: [OneWayAuthor] = []
    init(_ name: String) { self.name = name }
}

@Suite struct OneWayReferenceTests {
    private func makeContainer() throws -> ModelContainer {
        try refContainer(OneWayShelf.self, OneWayBook.self, OneWayPoet.self, RefMatch.self, RefItem.self)
    }

    @Test func `references in models that are not in use become nil`() throws {
        let container = try makeContainer()
        do {
            let context = ModelContext(container)
            let team = RefTeam("red")
            for title in ["a", "b", "c"] {
                let match = RefMatch(title)
                context.insert(match)
                if title == "a" { match.home = team } else { match.guest = team }
            }
            try context.save()
        }
        let context = ModelContext(container)
        try context.delete(model: RefTeam.self)
        try context.save()
        let without = #Predicate<RefMatch> { $0.home == nil && $0.guest == nil }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: without)) == 3)
    }

    @Test func `a reference to a superclass is cleared for a model of a subclass`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let shelf = OneWayShelf("s")
        let poet = OneWayPoet("p", verses: 3)
        let author = OneWayAuthor("a")
        shelf.favorite = poet
        shelf.authors = [poet, author]
        context.insert(shelf)
        try context.save()
        context.delete(poet)
        #expect(shelf.authors.count >= 1)
        try context.save()
        #expect(shelf.favorite == nil)
        #expect(shelf.authors == [author])
        let read = try refReload(OneWayShelf.self, container)
        #expect(read.favorite == nil)
        #expect(read.authors.map(\.name) == ["a"])
    }

    @Test func `another context that has read the reference sees nil`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let match = RefMatch("m")
        match.home = RefTeam("red")
        match.referees = [RefPerson("p")]
        context.insert(match)
        try context.save()
        let other = ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<RefMatch>()).first)
        #expect(read.home?.name == "red")
        #expect(read.referees.count == 1)
        context.delete(try #require(match.home))
        context.delete(try #require(match.referees.first))
        try context.save()
        other.processPendingChanges()
        #expect(read.home == nil)
        #expect(read.referees.isEmpty)
    }

    @Test func `a required reference keeps its target from being deleted`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let author = OneWayAuthor("a")
        let book = OneWayBook("b", author: author)
        context.insert(book)
        try context.save()
        context.delete(author)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(book.author === author)
        context.rollback()
        #expect(book.author === author)
        #expect(!author.isDeleted)
        context.delete(author)
        context.delete(book)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<OneWayBook>()) == 0)
    }

    @Test func `a save that fails keeps the references`() throws {
        let container = try refContainer(RefMatch.self, RefBoss.self)
        let context = ModelContext(container)
        let match = RefMatch("m")
        let team = RefTeam("t")
        match.home = team
        let boss = RefBoss("b")
        boss.workers = [RefWorker("w")]
        context.insert(match)
        context.insert(boss)
        try context.save()
        context.delete(team)
        context.delete(boss)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(match.home === team)
        #expect(!context.hasChanges)
        #expect(try refReload(RefMatch.self, container).home?.name == "t")
    }
}
