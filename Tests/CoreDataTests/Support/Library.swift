import CoreData
import Foundation

// A model with every kind of relationship. The accessors look like generated ones: first the
// properties of the superentity, then the entity's own by name.

class Person: NSManagedObject {
    var name: String? {
        get { value(at: 0, "name") }
        set { setValue(newValue, at: 0, "name") }
    }
}

final class Author: Person {
    /// A relationship to the superentity, without an inverse.
    var agent: Person? {
        get { value(at: 1, "agent") }
        set { setValue(newValue, at: 1, "agent") }
    }
    var books: Set<Book> {
        get { value(at: 2, "books") }
        set { setValue(newValue, at: 2, "books") }
    }
}

final class Reader: Person {
    var age: Int16 {
        get { value(at: 1, "age") }
        set { setValue(newValue, at: 1, "age") }
    }
}

final class Book: NSManagedObject {
    var author: Author? {
        get { value(at: 0, "author") }
        set { setValue(newValue, at: 0, "author") }
    }
    /// An ordered relationship with the delete rule Cascade.
    var chapters: NSOrderedSet? {
        get { value(at: 1, "chapters") }
        set { setValue(newValue, at: 1, "chapters") }
    }
    var cover: Cover? {
        get { value(at: 2, "cover") }
        set { setValue(newValue, at: 2, "cover") }
    }
    /// A relationship without an inverse.
    var notes: NSSet? {
        get { value(at: 3, "notes") }
        set { setValue(newValue, at: 3, "notes") }
    }
    var prequel: Book? {
        get { value(at: 4, "prequel") }
        set { setValue(newValue, at: 4, "prequel") }
    }
    var sequel: Book? {
        get { value(at: 5, "sequel") }
        set { setValue(newValue, at: 5, "sequel") }
    }
    var tags: Set<Tag> {
        get { value(at: 6, "tags") }
        set { setValue(newValue, at: 6, "tags") }
    }
    var title: String? {
        get { value(at: 7, "title") }
        set { setValue(newValue, at: 7, "title") }
    }

    func addToTags(_ tag: Tag) { addObject(tag, at: 6, "tags") }
    func removeFromTags(_ tag: Tag) { removeObject(tag, at: 6, "tags") }
    func addToChapters(_ chapter: Chapter) { addObject(chapter, at: 1, "chapters") }
    func insertIntoChapters(_ chapter: Chapter, at index: Int) { insertObject(chapter, atIndex: index, at: 1, "chapters") }
    func removeFromChapters(at index: Int) { removeObject(atIndex: index, at: 1, "chapters") }

    /// A property computed along a relationship.
    var authorsName: String { author?.name ?? "unknown" }
}

final class Tag: NSManagedObject {
    var books: Set<Book>? {
        get { value(at: 0, "books") }
        set { setValue(newValue, at: 0, "books") }
    }
    var name: String? {
        get { value(at: 1, "name") }
        set { setValue(newValue, at: 1, "name") }
    }
}

final class Chapter: NSManagedObject {
    var book: Book? {
        get { value(at: 0, "book") }
        set { setValue(newValue, at: 0, "book") }
    }
    var title: String? {
        get { value(at: 1, "title") }
        set { setValue(newValue, at: 1, "title") }
    }
}

final class Cover: NSManagedObject {
    var book: Book? {
        get { value(at: 0, "book") }
        set { setValue(newValue, at: 0, "book") }
    }
}

final class Note: NSManagedObject {
    var text: String? {
        get { value(at: 0, "text") }
        set { setValue(newValue, at: 0, "text") }
    }
}

extension NSManagedObjectModel {
    static func library() -> NSManagedObjectModel {
        func entity(_ name: String, _ type: NSManagedObject.Type, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.managedObjectClassName = NSStringFromClass(type)
            entity.properties = properties
            return entity
        }
        let person = entity("Person", Person.self, [attribute("name", .string)])
        person.isAbstract = true
        let author = entity("Author", Author.self, [])
        let reader = entity("Reader", Reader.self, [attribute("age", .integer16, default: 0)])
        let book = entity("Book", Book.self, [attribute("title", .string)])
        let tag = entity("Tag", Tag.self, [attribute("name", .string)])
        let chapter = entity("Chapter", Chapter.self, [attribute("title", .string)])
        let cover = entity("Cover", Cover.self, [])
        let note = entity("Note", Note.self, [attribute("text", .string)])
        person.subentities = [author, reader]

        func one(_ name: String, from: NSEntityDescription, to: NSEntityDescription) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = to
            relationship.maxCount = 1
            from.properties.append(relationship)
            return relationship
        }
        func many(_ name: String, from: NSEntityDescription, to: NSEntityDescription, isOrdered: Bool = false)
            -> NSRelationshipDescription
        {
            let relationship = one(name, from: from, to: to)
            relationship.maxCount = 0
            relationship.isOrdered = isOrdered
            return relationship
        }
        func pair(_ a: NSRelationshipDescription, _ b: NSRelationshipDescription) {
            a.inverseRelationship = b
            b.inverseRelationship = a
        }
        _ = one("agent", from: author, to: person)
        let books = many("books", from: author, to: book)
        books.deleteRule = .denyDeleteRule
        pair(books, one("author", from: book, to: author))
        let chapters = many("chapters", from: book, to: chapter, isOrdered: true)
        chapters.deleteRule = .cascadeDeleteRule
        pair(chapters, one("book", from: chapter, to: book))
        pair(one("cover", from: book, to: cover), one("book", from: cover, to: book))
        pair(many("tags", from: book, to: tag), many("books", from: tag, to: book))
        pair(one("prequel", from: book, to: book), one("sequel", from: book, to: book))
        _ = many("notes", from: book, to: note)

        let model = NSManagedObjectModel()
        model.entities = [person, author, reader, book, tag, chapter, cover, note]
        return model
    }
}
