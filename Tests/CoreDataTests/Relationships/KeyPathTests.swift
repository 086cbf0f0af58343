import Foundation
import Testing

@testable import CoreData

@Suite(.eachStore) struct KeyPathTests {
    private let model = NSManagedObjectModel.library()

    private func resolve(_ keyPath: AnyKeyPath, _ entity: String = "Book") -> KeyPathNames.Resolution {
        KeyPathNames.resolve(keyPath, in: model.entitiesByName[entity])
    }

    @Test func keyPathsAreFollowedThroughRelationships() {
        #expect(resolve(\Book.title) == .property("title"))
        #expect(resolve(\Book.author) == .property("author"))
        #expect(resolve(\Book.tags) == .property("tags"))
        #expect(resolve(\Book.chapters) == .property("chapters"))
        #expect(resolve(\Book.author?.name) == .path(["author", "name"]))
        #expect(resolve(\Book.author!.name) == .path(["author", "name"]))
        #expect(resolve(\Chapter.book?.author?.name, "Chapter") == .path(["book", "author", "name"]))
        #expect(resolve(\Author.name, "Author") == .property("name"))
    }

    @Test func whatIsComputedIsTold() {
        #expect(resolve(\Book.authorsName) == .computed)
        #expect(resolve(\Book.tags.count) == .computed)
        #expect(resolve(\Book.hasChanges) == .computed)
    }

    /// Accessors of an app's own read the primitive value between two notices, as Core Data's
    /// documentation shows them.
    @Test func ownAccessorsAreTheirProperties() {
        #expect(resolve(\Book.ownTitle) == .property("title"))
        #expect(resolve(\Book.shoutedTitle) == .computed)
        #expect(resolve(\Book.ownAuthor) == .property("author"))
        #expect(resolve(\Book.ownAuthor?.name) == .path(["author", "name"]))
        #expect(resolve(\Book.ownTags) == .property("tags"))
    }

    @Test func keyValueCodingFollowsPaths() throws {
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        context.performAndWait {
            let (author, book) = (Author(context: context), Book(context: context))
            book.author = author
            book.setValue("Homer", forKeyPath: "author.name")
            #expect(author.name == "Homer")
            #expect(book.value(forKeyPath: "author.name") as? String == "Homer")
            #expect(author.value(forKeyPath: "books.@count") as? Int == 1)
            book.title = "Iliad"
            #expect(author.value(forKeyPath: "books.title") as? Set<String> == ["Iliad"])
        }
    }
}

extension Book {
    private func primitive(_ key: String) -> Any? {
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        return primitiveValue(forKey: key)
    }

    fileprivate var ownTitle: String? { primitive("title") as? String }
    fileprivate var shoutedTitle: String? { ownTitle?.uppercased() }
    fileprivate var ownAuthor: Author? { primitive("author") as? Author }
    fileprivate var ownTags: NSSet? { primitive("tags") as? NSSet }
}
