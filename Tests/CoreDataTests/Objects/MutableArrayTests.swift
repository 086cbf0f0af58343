import CoreData
import Foundation
import Testing

/// `mutableArrayValue(forKey:)` of an ordered relationship, and of an attribute with an array.
@Suite(.eachStore) struct MutableArrayTests {
    private func withBook(_ body: @Sendable (Bookshelf, _ chapter: (String) -> Chapter) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            try body(Bookshelf(context)) { title in
                let chapter = Chapter(context: context)
                chapter.title = title
                return chapter
            }
        }
    }

    private func titles(_ array: NSArray) -> [String?] { array.map { ($0 as? Chapter)?.title } }

    @Test func `an array of an ordered relationship changes it and the inverse`() throws {
        try withBook { shelf, chapter in
            let chapters = shelf.one.mutableArrayValue(forKey: "chapters")
            let (b, c) = (chapter("b"), chapter("c"))
            chapters.add(c)
            chapters.insert(b, at: 1)
            #expect(titles(chapters) == ["a", "b", "c"])
            #expect(shelf.one.chapters?.array as? [Chapter] == chapters as? [Chapter])
            #expect(b.book === shelf.one)
            chapters.removeObject(at: 0)
            #expect(titles(chapters) == ["b", "c"])
            chapters.exchangeObject(at: 0, withObjectAt: 1)
            #expect((shelf.one.chapters?.array as? [Chapter])?.map(\.title) == ["c", "b"])
            chapters.setArray([b, c])
            #expect((shelf.one.chapters?.array as? [Chapter])?.map(\.title) == ["b", "c"])
            chapters.removeLastObject()
            #expect(c.book == nil)
            #expect(chapters.count == 1)
            chapters.removeAllObjects()
            #expect(shelf.one.chapters?.count == 0)
        }
    }

    @Test func `an array of an ordered relationship shows changes made elsewhere`() throws {
        try withBook { shelf, chapter in
            let chapters = shelf.one.mutableArrayValue(forKey: "chapters")
            #expect(chapters.count == 1)
            shelf.one.addToChapters(chapter("b"))
            #expect(titles(chapters) == ["a", "b"])
            shelf.one.chapters = nil
            #expect(chapters.count == 0)
        }
    }

    @Test func `a member is not added a second time`() throws {
        try withBook { shelf, _ in
            let chapters = shelf.one.mutableArrayValue(forKey: "chapters")
            chapters.add(chapters[0])
            #expect(chapters.count == 1)
        }
    }

    @Test func `an array at the end of a path changes the last object`() throws {
        try withBook { shelf, chapter in
            let b = chapter("b")
            b.book = shelf.one
            b.mutableArrayValue(forKeyPath: "book.chapters").removeObject(at: 0)
            #expect(shelf.one.chapters?.array as? [Chapter] == [b])
        }
    }

    // MARK: Attributes

    /// An object whose attribute `tags` is transformable.
    private func withItem(_ body: @Sendable (NSManagedObject) throws -> Void) throws {
        let model = try ModelSource.model(
            """
            <entity name="Item">
                <attribute name="tags" optional="YES" attributeType="Transformable" \
            valueTransformerName="NSSecureUnarchiveFromData"/>
                <attribute name="name" optional="YES" attributeType="String"/>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            try body(NSEntityDescription.insertNewObject(forEntityName: "Item", into: context))
        }
    }

    @Test func `an array of an attribute reads and sets the attribute`() throws {
        try withItem { item in
            item.setValue(["b"], forKey: "tags")
            let tags = item.mutableArrayValue(forKey: "tags")
            tags.add("c")
            tags.insert("a", at: 0)
            tags.replaceObject(at: 2, with: "d")
            #expect(item.value(forKey: "tags") as? [String] == ["a", "b", "d"])
            tags.remove("b")
            #expect(tags as? [String] == ["a", "d"])
            item.setValue(["z"], forKey: "tags")
            #expect(tags.count == 1)
            #expect(tags[0] as? String == "z")
        }
    }

    @Test func `methods that change several elements set the attribute`() throws {
        try withItem { item in
            let tags = item.mutableArrayValue(forKey: "tags")
            tags.addObjects(from: ["c", "a", "b"])
            tags.sort(comparator: { ($0 as? String ?? "").compare($1 as? String ?? "") })
            #expect(item.value(forKey: "tags") as? [String] == ["a", "b", "c"])
            tags.exchangeObject(at: 0, withObjectAt: 2)
            tags.removeObjects(at: IndexSet([1]))
            #expect(item.value(forKey: "tags") as? [String] == ["c", "a"])
            tags.setArray(["z", "y"])
            #expect(item.value(forKey: "tags") as? [String] == ["z", "y"])
            tags.removeAllObjects()
            #expect((item.value(forKey: "tags") as? [Any])?.isEmpty == true)
        }
    }

    @Test func `a change through an array of an attribute is saved`() throws {
        try withItem { item in
            item.setValue(["a"], forKey: "tags")
            let context = try #require(item.managedObjectContext)
            try context.save()
            #expect(!item.hasChanges)
            item.mutableArrayValue(forKey: "tags").add("b")
            #expect(item.hasChanges)
            try context.save()
            context.refresh(item, mergeChanges: false)
            #expect(item.value(forKey: "tags") as? [String] == ["a", "b"])
        }
    }

    @Test func `an attribute without a value counts as an empty array`() throws {
        try withItem { item in
            let tags = item.mutableArrayValue(forKey: "tags")
            #expect(tags.count == 0)
            #expect(item.value(forKey: "tags") == nil)
            tags.add("a")
            #expect(item.value(forKey: "tags") as? [String] == ["a"])
        }
    }

    @Test func `an array of an unordered relationship traps with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
            context.performAndWait { _ = Book(context: context).mutableArrayValue(forKey: "tags") }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Book.tags is neither an ordered relationship nor an attribute whose value is an array."))
    }
}
