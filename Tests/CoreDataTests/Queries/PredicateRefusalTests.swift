import Foundation
import StrataPredicates
import Testing

@testable import CoreData

/// A predicate that has no SQL equivalent throws an error that names the unsupported part, before
/// any statement runs.
@Suite struct PredicateRefusalTests {
    @Test(arguments: [
        ("tags == nil", "@count"), ("chapters.title == 'x'", "ANY"), ("tags[FIRST].name == 'x'", "ordered"),
        ("count(tags.books) > 1", "collection of collections"), ("sum(chapters.title) > 1", "numbers"),
        ("TERNARY(title == nil, 1, title) + 1 == 2", "TERNARY"), ("title.width == 3", "width"), ("$x == title", "$x"),
        ("author.name.@count > 0", "@count"), ("chapters[tags.@count].title == 'x'", "index"),
        ("mode(chapters.title) == {'x'}", "mode"),
    ])
    func namesThePart(format: String, part: String) throws {
        let error = #expect(throws: NSError.self) { try Self.fetch(NSPredicate(format: "title != nil AND \(format)")) }
        let message = error?.localizedDescription ?? ""
        #expect(error?.code == NSPersistentStoreOperationError && message.contains(part), "\(message)")
    }

    /// Comparisons that search an attribute which only memory can read, each with its arguments.
    nonisolated(unsafe) private static let searches: [(format: String, arguments: [Any])] = [
        ("tags CONTAINS 'swift'", []), ("NOT tags CONTAINS 'swift'", []), ("tags LIKE 'swift'", []),
        ("tags BEGINSWITH 'swift'", []), ("'swift' CONTAINS tags", []), ("tags CONTAINS {'a', 'b'}", []),
        ("title IN tags", []), ("tags IN {'swift'}", []), ("title IN {tags, 'swift'}", []), ("ANY tags MATCHES 's.*'", []),
        ("palette IN %@", [[Palette(["red"])]]), ("NOT palette IN %@", [[Palette(["red"])]]),
        ("photo IN %@", [[Data([1])]]), ("photo CONTAINS 'a'", []),
    ]

    /// Neither the comparison nor its negation may look as if no row satisfied it.
    @Test(arguments: searches.indices) func `a transformed or external value cannot be searched`(place: Int) throws {
        let model = try ModelSource.model(
            """
            <entity name="Note">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="tags" optional="YES" attributeType="Transformable"/>
                <attribute name="palette" optional="YES" attributeType="Transformable"/>
                <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            </entity>
            """)
        let query = QuerySQL(model: model, entityName: "Note")
        let error = #expect(throws: InvalidPredicate.self) {
            try query.condition(Self.searches[place].format, Self.searches[place].arguments)
        }
        #expect(error?.message.contains("transformable attribute") == true, "\(error?.message ?? "")")
    }

    @Test func closuresToo() {
        let error = #expect(throws: NSError.self) { try Self.fetch(NSPredicate { _, _ in true }) }
        #expect(error?.localizedDescription.contains("made of a closure") == true)
    }

    private static func fetch(_ predicate: NSPredicate) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        nonisolated(unsafe) let predicate = predicate
        try context.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = predicate
            _ = try context.fetch(request)
        }
    }
}
