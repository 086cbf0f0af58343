import CoreData
import Foundation
import Testing

/// Objects describe themselves in the form of Apple's logs. Addresses are written as `0x`.
@Suite(.eachStore) struct DescriptionTests {
    private func text(_ object: Any) -> String {
        "\(object)".replacing(#/0x[0-9a-f]+/#, with: "0x")
    }

    private func onShelf(_ body: @Sendable (Bookshelf, String) throws -> Void) throws {
        let container = try NSPersistentContainer.inMemory(.library())
        let context = container.newBackgroundContext()
        let store = container.persistentStoreCoordinator.persistentStores[0].identifier
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            try body(shelf, "x-coredata://\(store)/")
        }
    }

    private func uri(_ object: NSManagedObject?) -> String { object?.objectID.uriRepresentation().absoluteString ?? "" }

    @Test func aFaultShowsItsIdentifierOnly() throws {
        try onShelf { shelf, _ in
            shelf.context.refresh(shelf.rex, mergeChanges: false)
            #expect(text(shelf.rex) == "<Reader: 0x> (entity: Reader; id: 0x <\(uri(shelf.rex))>; data: <fault>)")
            #expect(shelf.rex.isFault)
            #expect(shelf.rex.debugDescription == shelf.rex.description)
        }
    }

    @Test func aRealisedObjectShowsItsValuesAndNoFaultFires() throws {
        try onShelf { shelf, _ in
            shelf.context.refreshAllObjects()
            shelf.context.refresh(shelf.one, mergeChanges: false)
            _ = shelf.one.title
            _ = shelf.one.tags
            let expected = """
                <Book: 0x> (entity: Book; id: 0x <\(uri(shelf.one))>; data: {
                    author = "0x <\(uri(shelf.ann))>";
                    chapters = "<relationship fault: 0x 'chapters'>";
                    cover = nil;
                    notes = "<relationship fault: 0x 'notes'>";
                    prequel = nil;
                    sequel = nil;
                    tags =     (
                        "0x <\(uri(shelf.red))>"
                    );
                    title = One;
                })
                """
            #expect(text(shelf.one) == expected)
            #expect(shelf.one.hasFault(forRelationshipNamed: "chapters"))
        }
    }

    @Test func ofManyMembersTheFirstAreShown() throws {
        try onShelf { shelf, _ in
            let author = Author(context: shelf.context)
            for _ in 0..<12 { Book(context: shelf.context).author = author }
            let lines = text(author).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.count { $0.hasPrefix("\"0x <x-coredata:///Book/t") } == 10)
            #expect(lines.contains(#""(...and 2 more...)""#))
        }
    }

    @Test func valuesAreSpelledAsInPropertyLists() throws {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Sample"
        entity.properties = [
            NSManagedObjectModel.attribute("data", .binaryData), NSManagedObjectModel.attribute("longData", .binaryData),
            NSManagedObjectModel.attribute("day", .date), NSManagedObjectModel.attribute("flag", .boolean),
            NSManagedObjectModel.attribute("number", .double), NSManagedObjectModel.attribute("text", .string),
            NSManagedObjectModel.attribute("the_link", .uri), NSManagedObjectModel.attribute("token", .uuid),
        ]
        model.entities = [entity]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let sample = NSEntityDescription.insertNewObject(forEntityName: "Sample", into: context)
            let token = UUID()
            sample.setValuesForKeys([
                "data": Data([1, 0xAB]), "longData": Data(repeating: 0x41, count: 50),
                "day": Date(timeIntervalSinceReferenceDate: 0), "flag": true, "number": 1.5, "text": "Sk\u{142}o \"x\"\n",
                "the_link": try #require(URL(string: "https://example.org/a")), "token": token,
            ])
            let expected = """
                <NSManagedObject: 0x> (entity: Sample; id: 0x <\(uri(sample))>; data: {
                    data = "{length = 2, bytes = 0x01ab}";
                    day = "2001-01-01 00:00:00 +0000";
                    flag = 1;
                    longData = "{length = 50, bytes = 0x41414141 41414141 41414141 41414141 ... 41414141 41414141 }";
                    number = "1.5";
                    text = "Sk\\U0142o \\"x\\"\\n";
                    "the_link" = "https://example.org/a";
                    token = "\(token.uuidString)";
                })
                """
            #expect(
                text(sample) == expected.replacing("0x01ab", with: "0x").replacing("0x41414141", with: "0x"))
        }
    }

    @Test func requests() {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        #expect(
            text(request)
                == "<NSFetchRequest: 0x> (entity: Quake; predicate: ((null)); sortDescriptors: ((null)); type: NSManagedObjectResultType; )"
        )
        request.predicate = NSPredicate(format: "magnitude > 2")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
        (request.fetchLimit, request.fetchBatchSize) = (5, 20)
        request.resultType = .dictionaryResultType
        let expected = """
            <NSFetchRequest: 0x> (entity: Quake; predicate: (magnitude > 2); sortDescriptors: ((
                "(time, descending, compare:)"
            )); limit: 5; batch size: 20; type: NSDictionaryResultType; )
            """
        #expect(text(request) == expected)
    }

    @Test(.ownStore) func `a container, a coordinator, a context, and a SQLite store with its description`() throws {
        let container = try NSPersistentContainer.inMemory()
        let coordinator = container.persistentStoreCoordinator
        #expect(text(container) == "<NSPersistentContainer: 0x>")
        #expect(text(coordinator) == "<NSPersistentStoreCoordinator: 0x>")
        #expect(text(coordinator.persistentStores[0]) == "<NSSQLCore: 0x> (URL: file:///dev/null)")
        #expect(text(container.viewContext) == "<NSManagedObjectContext: 0x>")
        #expect(
            text(container.persistentStoreDescriptions[0])
                == "<NSPersistentStoreDescription: 0x> (type: SQLite, url: file:///dev/null)")
    }

    @Test func models() throws {
        let model = NSManagedObjectModel.library()
        let tag = try #require(model.entitiesByName["Tag"])
        let attribute = try #require(tag.attributesByName["name"])
        let relationship = try #require(tag.relationshipsByName["books"])
        #expect(
            text(attribute) == """
                (<NSAttributeDescription: 0x>), name name, isOptional 1, isTransient 0, entity Tag, renamingIdentifier name, \
                validation predicates (
                ), warnings (
                ), versionHashModifier (null)
                 userInfo {
                }, attributeType 700 , attributeValueClassName NSString, defaultValue (null)
                """)
        #expect(
            text(relationship).hasSuffix(
                "userInfo {\n}, destination entity Book, inverseRelationship tags, minCount 0, maxCount 0, isOrdered 0, deleteRule 1"
            ))
        let entity = text(tag)
        #expect(
            entity.hasPrefix(
                "(<NSEntityDescription: 0x>) name Tag, managedObjectClassName \(NSStringFromClass(Tag.self)), renamingIdentifier Tag, "
                    + "isAbstract 0, superentity name (null), properties {\n    books = \"(<NSRelationshipDescription: 0x>), name books, "
            ))
        #expect(entity.hasSuffix("}, subentities {\n}, userInfo {\n}, versionHashModifier (null), uniquenessConstraints (\n)"))
        #expect(
            text(model).hasPrefix(
                "(<NSManagedObjectModel: 0x>) isEditable 1, entities {\n    Author = \"(<NSEntityDescription: 0x>) name Author,"))
        #expect(text(model).hasSuffix("}, fetch request templates {\n}"))
    }
}
