import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// Random changes to every kind of relationship, compared with a reference model without objects,
/// which maps names to names.
@Suite(.eachStore) struct RelationshipModelTests {
    @Test(arguments: 0..<12)
    func randomChangesKeepBothSidesInStep(run: Int) throws {
        let seed = testSeed(run)
        print("RelationshipModelTests run \(run): seed \(seed)")
        let store = try TestStore(model: .library(), history: run % 2 == 0)
        let context = store.context()
        try context.performAndWait {
            var world = World(context, SeededGenerator(seed: seed))
            for step in 0..<120 {
                try world.change()
                try world.check("run \(run), step \(step), seed \(seed)")
                if step % 7 == 6 {
                    try world.save()
                    let other = store.context()
                    nonisolated(unsafe) let world = world
                    try other.performAndWait {
                        try world.checkStored(in: other, "run \(run), saved at step \(step), seed \(seed)")
                    }
                }
            }
        }
    }
}

/// Objects by names that the test assigns, and the expected relationships between them.
private struct World {
    typealias Name = Int

    let context: NSManagedObjectContext
    var random: SeededGenerator
    var objects: [Name: NSManagedObject] = [:]
    var expected = Expected()
    var saved = Expected()
    var last = 0

    /// The expected objects and relationships, by name.
    struct Expected {
        var books: [Name] = []
        var authors: [Name] = []
        var tags: [Name] = []
        var chapters: [Name] = []
        var authorOfBook: [Name: Name] = [:]
        var sequelOfBook: [Name: Name] = [:]
        var tagsOfBook: [Name: Set<Name>] = [:]
        var chaptersOfBook: [Name: [Name]] = [:]

        func bookOfChapter(_ chapter: Name) -> Name? { chaptersOfBook.first { $0.value.contains(chapter) }?.key }

        mutating func take(_ chapter: Name) {
            for (book, chapters) in chaptersOfBook where chapters.contains(chapter) {
                chaptersOfBook[book] = chapters.filter { $0 != chapter }
            }
        }

        mutating func setSequel(_ sequel: Name?, of book: Name) {
            if let sequel, let old = sequelOfBook.first(where: { $0.value == sequel })?.key { sequelOfBook[old] = nil }
            sequelOfBook[book] = sequel
        }
    }

    init(_ context: NSManagedObjectContext, _ random: SeededGenerator) {
        self.context = context
        self.random = random
    }

    private func object<T>(_ name: Name, _ type: T.Type) -> T {
        guard let object = objects[name] as? T else { preconditionFailure("The test has no \(type) \(name).") }
        return object
    }

    private func book(_ name: Name) -> Book { object(name, Book.self) }
    private func chapter(_ name: Name) -> Chapter { object(name, Chapter.self) }
    private func tag(_ name: Name) -> Tag { object(name, Tag.self) }
    private func author(_ name: Name) -> Author { object(name, Author.self) }

    private mutating func add<T: NSManagedObject>(_ type: T.Type, to list: WritableKeyPath<Expected, [Name]>) {
        last += 1
        objects[last] = T(context: context)
        expected[keyPath: list].append(last)
    }

    private mutating func any(_ list: [Name]) -> Name? { list.randomElement(using: &random) }

    mutating func change() throws {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: add(Book.self, to: \.books)
        case 1: add(Author.self, to: \.authors)
        case 2: add(Tag.self, to: \.tags)
        case 3: add(Chapter.self, to: \.chapters)
        case 4, 5: changeAuthor()
        case 6, 7: changeTags()
        case 8, 9, 10: changeChapters()
        case 11: changeSequel()
        case 12: delete()
        case 13: rollback()
        case 14: for object in context.registeredObjects { context.refresh(object, mergeChanges: true) }
        default: context.processPendingChanges()
        }
    }

    private mutating func changeAuthor() {
        guard let book = any(expected.books), let author = any(expected.authors) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            self.book(book).author = self.author(author)
            expected.authorOfBook[book] = author
        case 1:
            self.author(author).addObject(self.book(book), at: 2, "books")
            expected.authorOfBook[book] = author
        default:
            self.author(author).mutableSetValue(forKey: "books").remove(self.book(book))
            if expected.authorOfBook[book] == author { expected.authorOfBook[book] = nil }
        }
    }

    private mutating func changeTags() {
        guard let book = any(expected.books), let tag = any(expected.tags) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            self.book(book).addToTags(self.tag(tag))
            expected.tagsOfBook[book, default: []].insert(tag)
        case 1:
            self.tag(tag).books?.insert(self.book(book))
            expected.tagsOfBook[book, default: []].insert(tag)
        case 2:
            self.book(book).removeFromTags(self.tag(tag))
            expected.tagsOfBook[book]?.remove(tag)
        default:
            self.tag(tag).setValue(NSSet(array: [self.book(book)]), forKey: "books")
            for other in expected.books { expected.tagsOfBook[other]?.remove(tag) }
            expected.tagsOfBook[book, default: []].insert(tag)
        }
    }

    private mutating func changeChapters() {
        guard let book = any(expected.books), let chapter = any(expected.chapters) else { return }
        let list = expected.chaptersOfBook[book] ?? []
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            self.book(book).addToChapters(self.chapter(chapter))
            if !list.contains(chapter) {
                expected.take(chapter)
                expected.chaptersOfBook[book, default: []].append(chapter)
            }
        case 1 where !list.contains(chapter):
            let index = Int.random(in: 0...list.count, using: &random)
            self.book(book).insertIntoChapters(self.chapter(chapter), at: index)
            expected.take(chapter)
            expected.chaptersOfBook[book, default: []].insert(chapter, at: index)
        case 2 where !list.isEmpty:
            let index = Int.random(in: 0..<list.count, using: &random)
            self.book(book).removeFromChapters(at: index)
            expected.chaptersOfBook[book]?.remove(at: index)
        case 3:
            let shuffled = list.shuffled(using: &random)
            self.book(book).chapters = NSOrderedSet(array: shuffled.map(self.chapter))
            expected.chaptersOfBook[book] = shuffled
        default:
            self.chapter(chapter).book = nil
            expected.take(chapter)
        }
    }

    private mutating func changeSequel() {
        guard let book = any(expected.books), let other = any(expected.books) else { return }
        if Bool.random(using: &random) {
            self.book(book).sequel = self.book(other)
            expected.setSequel(other, of: book)
        } else {
            self.book(other).prequel = nil
            if let prequel = expected.sequelOfBook.first(where: { $0.value == other })?.key {
                expected.sequelOfBook[prequel] = nil
            }
        }
    }

    private mutating func delete() {
        if let book = any(expected.books), Bool.random(using: &random) {
            context.delete(self.book(book))
            for chapter in expected.chaptersOfBook[book] ?? [] { forget(chapter) }
            forget(book)
        } else if let tag = any(expected.tags) {
            context.delete(self.tag(tag))
            forget(tag)
        }
        context.processPendingChanges()
    }

    private mutating func forget(_ name: Name) {
        expected.books.removeAll { $0 == name }
        expected.tags.removeAll { $0 == name }
        expected.chapters.removeAll { $0 == name }
        expected.take(name)
        expected.authorOfBook[name] = nil
        expected.sequelOfBook[name] = nil
        expected.sequelOfBook = expected.sequelOfBook.filter { $0.value != name }
        expected.chaptersOfBook[name] = nil
        expected.tagsOfBook[name] = nil
        for book in expected.books { expected.tagsOfBook[book]?.remove(name) }
    }

    private mutating func rollback() {
        context.rollback()
        expected = saved
    }

    mutating func save() throws {
        try context.save()
        saved = expected
    }

    // MARK: Comparison

    func check(_ place: String) throws {
        var names: [ObjectIdentifier: Name] = [:]
        for (name, object) in objects { names[ObjectIdentifier(object)] = name }
        try compare(place, { objects[$0] }, { names[ObjectIdentifier($0)] })
    }

    /// Checks the saved objects in another context, which reads all of them from the store.
    func checkStored(in other: NSManagedObjectContext, _ place: String) throws {
        var names: [NSManagedObjectID: Name] = [:]
        for (name, object) in objects where !object.objectID.isTemporaryID { names[object.objectID] = name }
        var kept: [NSManagedObject] = []
        try compare(
            place,
            { name in
                let object = objects[name].map { other.object(with: $0.objectID) }
                if let object { kept.append(object) }
                return object
            }, { names[$0.objectID] })
        #expect(try other.count(for: NSFetchRequest<Book>(entityName: "Book")) == expected.books.count, "\(place)")
        #expect(try other.count(for: NSFetchRequest<Chapter>(entityName: "Chapter")) == expected.chapters.count, "\(place)")
    }

    private func compare(
        _ place: String, _ object: (Name) -> NSManagedObject?, _ name: (NSManagedObject) -> Name?
    ) throws {
        for bookName in expected.books {
            let book = try #require(object(bookName) as? Book)
            #expect(book.author.flatMap(name) == expected.authorOfBook[bookName], "author of \(bookName), \(place)")
            #expect(book.sequel.flatMap(name) == expected.sequelOfBook[bookName], "sequel of \(bookName), \(place)")
            #expect(
                book.prequel.flatMap(name) == expected.sequelOfBook.first { $0.value == bookName }?.key,
                "prequel of \(bookName), \(place)")
            #expect(Set(book.tags.map { name($0) }) == Set(expected.tagsOfBook[bookName] ?? []), "tags of \(bookName), \(place)")
            let chapters = (book.chapters?.array ?? []).map { ($0 as? NSManagedObject).flatMap(name) }
            #expect(chapters == expected.chaptersOfBook[bookName] ?? [], "chapters of \(bookName), \(place)")
        }
        for authorName in expected.authors {
            let author = try #require(object(authorName) as? Author)
            let books = expected.books.filter { expected.authorOfBook[$0] == authorName }
            #expect(Set(author.books.map { name($0) }) == Set(books), "books of author \(authorName), \(place)")
        }
        for tagName in expected.tags {
            let tag = try #require(object(tagName) as? Tag)
            let books = expected.books.filter { expected.tagsOfBook[$0]?.contains(tagName) == true }
            #expect(Set((tag.books ?? []).map { name($0) }) == Set(books), "books of tag \(tagName), \(place)")
        }
        for chapterName in expected.chapters {
            let chapter = try #require(object(chapterName) as? Chapter)
            #expect(chapter.book.flatMap(name) == expected.bookOfChapter(chapterName), "book of \(chapterName), \(place)")
        }
    }
}
