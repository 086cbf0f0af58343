import CoreData
import Foundation
import Testing

/// The methods that are generated for to-many relationships, such as `addToChapters(_:)` with a set
/// and `replaceChapters(at:with:)`.
@Suite(.eachStore) struct GeneratedMembersTests {
    private func onShelf(_ body: @Sendable (Bookshelf) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait { try body(Bookshelf(context)) }
    }

    /// Makes chapters with titles.
    private func chapters(_ titles: String..., on shelf: Bookshelf) -> [Chapter] {
        titles.map { title in
            let chapter = Chapter(context: shelf.context)
            chapter.title = title
            return chapter
        }
    }

    private func titles(_ book: Book) -> [String] { (book.chapters?.array as? [Chapter])?.compactMap(\.title) ?? [] }

    @Test func `members of a set are added and removed with their inverse`() throws {
        try onShelf { shelf in
            let (blue, green) = (Tag(context: shelf.context), Tag(context: shelf.context))
            shelf.two.addObjects(NSSet(array: [blue, green]), at: 6, "tags")
            #expect(shelf.two.tags == [blue, green])
            #expect(blue.books == [shelf.two])
            shelf.one.removeObjects(NSSet(array: [shelf.red, blue]), at: 6, "tags")
            #expect(shelf.one.tags.isEmpty)
            #expect(shelf.red.books == [shelf.three])
            #expect(blue.books == [shelf.two])
        }
    }

    @Test func `members of an ordered set are added at the end in its order`() throws {
        try onShelf { shelf in
            let new = chapters("b", "c", on: shelf)
            shelf.one.addObjects(NSOrderedSet(array: new), at: 1, "chapters")
            #expect(titles(shelf.one) == ["a", "b", "c"])
            #expect(new[1].book === shelf.one)
            shelf.one.removeObjects(NSOrderedSet(array: [new[0]]), at: 1, "chapters")
            #expect(titles(shelf.one) == ["a", "c"])
            #expect(new[0].book == nil)
            shelf.one.removeObjects(NSSet(array: new), at: 1, "chapters")
            #expect(titles(shelf.one) == ["a"])
        }
    }

    @Test func `members are inserted at the positions that they have afterward`() throws {
        try onShelf { shelf in
            let new = chapters("b", "c", on: shelf)
            shelf.one.insertObjects(new, atIndexes: NSIndexSet(indexSet: [0, 2]), at: 1, "chapters")
            #expect(titles(shelf.one) == ["b", "a", "c"])
            #expect(new[0].book === shelf.one)
            shelf.one.removeObjects(atIndexes: NSIndexSet(indexSet: [0, 1]), at: 1, "chapters")
            #expect(titles(shelf.one) == ["c"])
            #expect(new[0].book == nil)
        }
    }

    @Test func `members are replaced at their positions`() throws {
        try onShelf { shelf in
            let new = chapters("b", "c", "d", on: shelf)
            shelf.one.addObjects(NSOrderedSet(array: [new[0]]), at: 1, "chapters")
            shelf.one.replaceObject(atIndex: 1, with: new[1], at: 1, "chapters")
            #expect(titles(shelf.one) == ["a", "c"])
            #expect(new[0].book == nil)
            #expect(new[1].book === shelf.one)
            shelf.one.replaceObjects(atIndexes: NSIndexSet(indexSet: [0, 1]), with: [new[2], new[0]], at: 1, "chapters")
            #expect(titles(shelf.one) == ["d", "b"])
            #expect(new[1].book == nil)
        }
    }

    @Test func `the identifiers of members are known without the members`() throws {
        try onShelf { shelf in
            #expect(Set(shelf.ann.objectIDs(forRelationshipNamed: "books")) == [shelf.one.objectID, shelf.two.objectID])
            #expect(shelf.one.objectIDs(forRelationshipNamed: "author") == [shelf.ann.objectID])
            #expect(shelf.one.objectIDs(forRelationshipNamed: "sequel") == [])
            #expect(shelf.one.objectIDs(forRelationshipNamed: "chapters").count == 1)
        }
    }

    @Test func `sets of objects have the values of their members`() throws {
        try onShelf { shelf in
            let books = [shelf.three, shelf.one]
            #expect(NSSet(array: books).value(forKey: "title") as? Set<String> == ["One", "Three"])
            #expect(NSSet(array: books).value(forKeyPath: "author.name") as? Set<String> == ["Ann", "Bob"])
            #expect((NSOrderedSet(array: books).value(forKey: "title") as? NSOrderedSet)?.array as? [String] == ["Three", "One"])
            #expect(NSOrderedSet(array: books).value(forKeyPath: "@count") as? Int == 2)
            let names = NSOrderedSet(array: books).value(forKeyPath: "author.name") as? NSOrderedSet
            #expect(names?.array as? [String] == ["Bob", "Ann"])
        }
    }

    @Test func `a copy of an identifier is the identifier`() throws {
        try onShelf { shelf in
            let objectID = shelf.one.objectID
            #expect(objectID.copy() as? NSManagedObjectID === objectID)
        }
    }
}
