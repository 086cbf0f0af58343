import CoreData
import Foundation
import Testing

final class Box: NSManagedObject {
    nonisolated(unsafe) var extra: Any?

    override func value(forUndefinedKey key: String) -> Any? { key == "extra" ? extra : super.value(forUndefinedKey: key) }

    override func setValue(_ value: Any?, forUndefinedKey key: String) {
        if key == "extra" { extra = value } else { super.setValue(value, forUndefinedKey: key) }
    }
}

@Suite(.eachStore) struct KeyValueCodingTests {
    private func onShelf(_ body: @Sendable (Bookshelf) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait { try body(Bookshelf(context)) }
    }

    /// The conversion that the overrides of `XcodeFolderPlugin` call.
    @Test func `a value has the type of a property, or none`() throws {
        try onShelf { shelf in
            #expect(shelf.one.convertedValue(NSNumber(value: 5), like: { (_: Book) in Int16(0) }) == 5)
            #expect(shelf.one.convertedValue(NSNumber(value: 70_000), like: { (_: Book) in Int16(0) }) == nil)
            #expect(shelf.one.convertedValue("a", like: { (book: Book) in book.title }) == "a")
            #expect(shelf.one.convertedValue(nil, like: { (book: Book) in book.title }) == .some(nil))
            #expect(shelf.one.convertedValue(nil, like: { (_: Book) in Int16(0) }) == nil)
        }
    }

    @Test func aPathThroughMembersMapsThem() throws {
        try onShelf { shelf in
            #expect(shelf.ann.value(forKeyPath: "books.title") as? Set<String> == ["One", "Two"])
            #expect(shelf.red.value(forKeyPath: "books.author.name") as? Set<String> == ["Ann", "Bob"])
            // A set leaves nil out, an array keeps its place.
            #expect((shelf.ann.value(forKeyPath: "books.cover") as? NSSet)?.count == 0)
            let books = NSArray(array: [shelf.one, shelf.two, shelf.three])
            #expect(books.value(forKey: "title") as? [String] == ["One", "Two", "Three"])
            #expect((books.value(forKey: "cover") as? NSArray)?.object(at: 2) is NSNull)
            #expect((shelf.one.value(forKeyPath: "chapters.title") as? NSOrderedSet)?.array as? [String] == ["a"])
            #expect(shelf.one.value(forKeyPath: "title.length") as? Int == 3)
            #expect(shelf.one.value(forKeyPath: "author.agent.name") as? String == "Rex")
            #expect(shelf.three.value(forKeyPath: "author.agent.name") == nil)
        }
    }

    @Test func `a path over an array passes through nil`() throws {
        try onShelf { shelf in
            let book = Book(context: shelf.context)
            let books = NSArray(array: [shelf.one, book])
            let names = try #require(books.value(forKeyPath: "author.name") as? NSArray)
            #expect(names.count == 2)
            #expect(names.object(at: 0) as? String == "Ann")
            #expect(names.object(at: 1) is NSNull)
            let agents = try #require(books.value(forKeyPath: "author.agent.name") as? NSArray)
            #expect(agents.object(at: 0) as? String == "Rex")
            #expect(agents.object(at: 1) is NSNull)
            #expect(books.value(forKeyPath: "@unionOfObjects.author.name") as? [String] == ["Ann"])
        }
    }

    @Test func `a collection sets the values of its elements`() throws {
        try onShelf { shelf in
            let all = [shelf.one, shelf.two, shelf.three]
            NSArray(array: all).setValue("a", forKey: "title")
            #expect(all.map(\.title) == ["a", "a", "a"])
            NSSet(array: [shelf.one, shelf.two]).setValue("b", forKey: "title")
            #expect(all.map(\.title) == ["b", "b", "a"])
            NSOrderedSet(array: [shelf.three]).setValue(nil, forKey: "title")
            #expect(all.map(\.title) == ["b", "b", nil])
            // Changes the collection that is being passed through.
            shelf.ann.mutableSetValue(forKey: "books").setValue(shelf.bob, forKey: "author")
            #expect(shelf.bob.books == Set(all))
        }
    }

    @Test func `a path to be set passes through collections and nil`() throws {
        try onShelf { shelf in
            shelf.ann.setValue("c", forKeyPath: "books.title")
            #expect([shelf.one, shelf.two, shelf.three].map(\.title) == ["c", "c", "Three"])
            shelf.red.setValue("Eve", forKeyPath: "books.author.name")
            #expect([shelf.ann.name, shelf.bob.name] == ["Eve", "Eve"])
            NSArray(array: [shelf.one, Book(context: shelf.context)]).setValue("Ann", forKeyPath: "author.name")
            #expect(shelf.ann.name == "Ann")
            NSOrderedSet(array: [shelf.ann]).setValue("d", forKeyPath: "books.title")
            NSSet(array: [shelf.bob]).setValue("e", forKeyPath: "books.title")
            #expect([shelf.one, shelf.two, shelf.three].map(\.title) == ["d", "d", "e"])
        }
    }

    @Test func operatorsWorkOnMembers() throws {
        try onShelf { shelf in
            let (ada, rex) = (Reader(context: shelf.context), shelf.rex)
            (ada.age, rex.age) = (30, 41)
            let readers = NSArray(array: [ada, rex, rex])
            #expect(readers.value(forKeyPath: "@count") as? Int == 3)
            #expect(readers.value(forKeyPath: "@sum.age") as? Int == 112)
            #expect(readers.value(forKeyPath: "@max.age") as? Int == 41)
            #expect(readers.value(forKeyPath: "@min.age") as? Int == 30)
            // Nil counts as zero in an average: Ada has no name, whose length that would be.
            #expect(readers.value(forKeyPath: "@avg.name.length") as? Double == 2)
            #expect(readers.value(forKeyPath: "@unionOfObjects.age") as? [Int] == [30, 41, 41])
            #expect(readers.value(forKeyPath: "@distinctUnionOfObjects.age") as? [Int] == [30, 41])
            #expect(shelf.red.value(forKeyPath: "books.@count") as? Int == 2)
            #expect(shelf.red.value(forKeyPath: "books.@distinctUnionOfObjects.title") as? Set<String> == ["One", "Three"])
            #expect(shelf.red.value(forKeyPath: "books.@distinctUnionOfSets.tags") as? Set<Tag> == [shelf.red])
            let lists = NSArray(array: [NSArray(array: [1, 2]), NSArray(array: [2])])
            #expect(lists.value(forKeyPath: "@unionOfArrays.self") as? [Int] == [1, 2, 2])
            #expect(lists.value(forKeyPath: "@distinctUnionOfArrays.self") as? [Int] == [1, 2])
            #expect(NSSet(array: [1, 2]).value(forKeyPath: "@sum.self") as? Int == 3)
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func `a sum and an average with such a number are not numbers`(
        number: Double
    ) throws {
        let numbers = NSArray(array: [1, number, 2])
        for key in ["@sum.self", "@avg.self"] {
            let result = try #require(numbers.value(forKeyPath: key) as? NSDecimalNumber)
            #expect(result == .notANumber)
        }
        #expect(NSArray(array: [Float.infinity]).value(forKeyPath: "@sum.self") as? NSDecimalNumber == .notANumber)
    }

    @Test func `a path begins with a key of a dictionary`() throws {
        let dictionary = NSMutableDictionary()
        dictionary.setValue("Ann", forKey: "name")
        dictionary.setValue(1, forKey: "age")
        dictionary.setValue(nil, forKey: "age")
        dictionary.setValue(["city": "Lima"], forKey: "address")
        #expect(dictionary.value(forKey: "name") as? String == "Ann")
        #expect(dictionary.value(forKey: "age") == nil)
        #expect(dictionary.value(forKeyPath: "name.length") as? Int == 3)
        #expect(dictionary.value(forKeyPath: "address.city") as? String == "Lima")
        #expect(dictionary.value(forKeyPath: "employer.city") == nil)
    }

    @Test(.ownStore) func `dictionary results have key paths`() throws {
        try onShelf { shelf in
            try shelf.context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Book")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title", "author.name"]
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let found = try shelf.context.fetch(request)
            #expect(found.first?.value(forKeyPath: "title.length") as? Int == 3)
            #expect(found.first?.value(forKey: "author.name") as? String == "Ann")
            #expect(NSArray(array: found).value(forKeyPath: "title") as? [String] == ["One", "Three", "Two"])
        }
    }

    @Test func severalKeysAtOnce() throws {
        try onShelf { shelf in
            #expect(
                shelf.one.dictionaryWithValues(forKeys: ["title", "cover"]) as NSDictionary == [
                    "title": "One", "cover": NSNull(),
                ])
            shelf.one.setValuesForKeys(["title": "Eins", "author": NSNull()])
            #expect(shelf.one.title == "Eins")
            #expect(shelf.one.author == nil)
            #expect(shelf.ann.books == [shelf.two])
        }
    }

    @Test func relationshipsAtTheEndOfAPathCanBeChanged() throws {
        try onShelf { shelf in
            shelf.one.mutableSetValue(forKeyPath: "author.books").add(shelf.three)
            #expect(shelf.three.author === shelf.ann)
            let chapter = Chapter(context: shelf.context)
            chapter.book = shelf.one
            chapter.mutableOrderedSetValue(forKeyPath: "book.chapters").removeObject(at: 0)
            #expect(shelf.one.chapters?.array as? [Chapter] == [chapter])
        }
    }

    @Test func anotherKeyIsAskedOfTheObject() throws {
        let entity = NSEntityDescription()
        entity.name = "Box"
        entity.managedObjectClassName = NSStringFromClass(Box.self)
        entity.properties = [NSManagedObjectModel.attribute("size", .integer32)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        context.performAndWait {
            let box = Box(context: context)
            box.setValue("lid", forKey: "extra")
            #expect(box.value(forKey: "extra") as? String == "lid")
            #expect(box.value(forKeyPath: "self.extra.length") as? Int == 3)
            let values = NSMutableDictionary()
            box.setValue(values, forKey: "extra")
            box.setValue(1, forKeyPath: "extra.a")
            #expect(values["a"] as? Int == 1)
            box.setValue(nil, forKeyPath: "extra.a")
            #expect(values.count == 0)
            #expect(box.value(forKey: "objectID") as? NSManagedObjectID == box.objectID)
            #expect(box.value(forKey: "hasChanges") as? Bool == true)
            #expect(box.value(forKey: "isFault") as? Bool == false)
        }
    }
}
