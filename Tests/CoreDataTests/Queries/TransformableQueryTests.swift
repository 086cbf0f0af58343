import CoreData
import Foundation
import Testing

/// Predicates and sorts in memory read the object that an app set in a transformable attribute.
@Suite struct TransformableQueryTests {
    private static let types = [NSSQLiteStoreType, NSInMemoryStoreType, NSBinaryStoreType, NSXMLStoreType]

    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Note">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="tags" optional="YES" attributeType="Transformable"/>
                <attribute name="info" optional="YES" attributeType="Transformable"/>
                <attribute name="palette" optional="YES" attributeType="Transformable"/>
            </entity>
            """)
    }

    /// Formats that match the note about Swift and not the other one, each with its arguments.
    nonisolated(unsafe) private static let formats: [(format: String, arguments: [Any])] = [
        ("tags CONTAINS 'swift'", []), ("ANY tags == 'swift'", []), ("'swift' IN tags", []), ("tags.@count == 2", []),
        ("info.theme == 'dark'", []), ("palette == %@", [Palette(["red"])]),
        ("palette IN %@", [[Palette(["green"]), Palette(["red"])]]), ("NOT palette == %@", [Palette(["blue"])]),
    ]

    private static func fill(_ context: NSManagedObjectContext) {
        for (title, tags, theme, color) in [("Swift", ["swift", "linux"], "dark", "red"), ("Oak", ["tree"], "light", "blue")] {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(title, forKey: "title")
            note.setValue(tags as NSArray, forKey: "tags")
            note.setValue(["theme": theme] as NSDictionary, forKey: "info")
            note.setValue(Palette([color]), forKey: "palette")
        }
    }

    private static func predicate(_ place: Int) -> NSPredicate {
        NSPredicate(format: formats[place].format, argumentArray: formats[place].arguments)
    }

    private static func titles(_ notes: [NSManagedObject]) -> [String] {
        notes.compactMap { $0.value(forKey: "title") as? String }
    }

    private static func check(_ notes: [NSManagedObject]) {
        #expect(notes.count == 2)
        for place in formats.indices {
            #expect(titles(notes.filtered(using: predicate(place))) == ["Swift"], "\(formats[place].format)")
        }
    }

    @Test(arguments: types) func `a predicate in memory reads the object, before and after the save`(type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes")
        let container = try NSPersistentContainer.loaded(url, model: Self.model(), type: type)
        let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait {
            Self.fill(writer)
            Self.check(Array(writer.insertedObjects))
            try writer.save()
        }
        try reader.performAndWait {
            Self.check(try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")))
        }
    }

    @Test func `a sort in memory orders by the object`() throws {
        let context = try NSPersistentContainer.inMemory(Self.model()).newBackgroundContext()
        context.performAndWait {
            let notes = ["b", "c", "a"].map { text in
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(text, forKey: "title")
                note.setValue(text, forKey: "tags")
                return note
            }
            let sorted = notes.sortedArray(using: [NSSortDescriptor(key: "tags", ascending: true)])
            #expect(Self.titles(sorted) == ["a", "b", "c"])
        }
    }

    /// A store that does not evaluate predicates in SQL, and one whose predicates are divided.
    @Test(arguments: [StoreUnderTest.plain, .divided], formats.indices)
    func `a fetch that memory decides reads the object`(kind: StoreUnderTest, place: Int) throws {
        let folder = try TemporaryFolder()
        let context = try kind.container(Self.model(), in: folder).newBackgroundContext()
        try context.performAndWait {
            Self.fill(context)
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = Self.predicate(place)
            #expect(Self.titles(try context.fetch(request)) == ["Swift"])
        }
    }

    @Test func `a fetch that memory decides is sorted by the object`() throws {
        let folder = try TemporaryFolder()
        let context = try StoreUnderTest.plain.container(Self.model(), in: folder).newBackgroundContext()
        try context.performAndWait {
            for text in ["b", "c", "a"] {
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(text, forKey: "title")
                note.setValue(text, forKey: "tags")
            }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: "tags", ascending: true)]
            #expect(Self.titles(try context.fetch(request)) == ["a", "b", "c"])
        }
    }
}
