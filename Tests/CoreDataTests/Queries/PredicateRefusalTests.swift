import Foundation
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
