import Foundation
import Testing

@testable import CoreData

/// A store of books whose reads can fail, and a context that has read nothing.
struct UnreadableLibrary {
    let store: TestStore
    let failures = EngineFailures()
    let context: NSManagedObjectContext

    /// A book "b" of the author "a", with two chapters, a tag, a cover and a note, and a second book.
    init() throws {
        store = try TestStore(model: .library())
        let writing = store.context()
        try writing.run {
            let author = Author(context: writing)
            author.name = "a"
            let book = Book(context: writing)
            (book.title, book.author) = ("b", author)
            for title in ["c0", "c1"] {
                let chapter = Chapter(context: writing)
                chapter.title = title
                book.addToChapters(chapter)
            }
            let tag = Tag(context: writing)
            tag.name = "t"
            book.addToTags(tag)
            book.cover = Cover(context: writing)
            let note = Note(context: writing)
            note.text = "n"
            book.notes = NSSet(object: note)
            let other = Book(context: writing)
            (other.title, other.author) = ("other", author)
            try writing.save()
        }
        store.container.forgetRows()
        failures.install(in: store.container.persistentStoreCoordinator)
        context = store.context()
    }
}

/// Tests of objects whose rows cannot be read.
protocol UnreadableLibraryTests {
    var library: UnreadableLibrary { get }
}

extension UnreadableLibraryTests {
    var store: TestStore { library.store }
    var failures: EngineFailures { library.failures }
    var context: NSManagedObjectContext { library.context }

    /// Returns the only object of an entity with a value, as a fault without a row.
    func fault<Object: NSManagedObject>(
        _ entity: String, _ key: String? = nil, _ value: String = "", in context: NSManagedObjectContext
    ) throws -> Object {
        let request = NSFetchRequest<NSManagedObjectID>(entityName: entity)
        request.resultType = .managedObjectIDResultType
        if let key { request.predicate = NSPredicate(format: "%K == %@", key, value) }
        let id = try #require(try context.fetch(request).first)
        return try #require(context.object(with: id) as? Object)
    }

    /// Returns the book with a title, as a fault without a row.
    func book(_ title: String = "b", in context: NSManagedObjectContext) throws -> Book {
        try fault("Book", "title", title, in: context)
    }

    /// Calls a closure in a context that has read nothing.
    func reading(_ body: (NSManagedObjectContext) throws -> Void) throws {
        store.container.forgetRows()
        let context = store.context()
        try context.run { try body(context) }
    }

    /// Expects that a save fails because an object cannot be read.
    func expectUnreadable(_ object: NSManagedObject, _ save: () throws -> Void) throws {
        let error = try #require(throws: NSError.self) { try save() }
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == NSPersistentStoreSaveError)
        #expect((error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject])?.contains(object) == true)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == CocoaError.fileReadUnknown.rawValue)
    }
}
