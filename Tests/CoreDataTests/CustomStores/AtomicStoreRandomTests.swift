import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Random changes in two contexts with conflicts and failing saves. After each save the nodes have
/// what a new context fetches, and at the end also what is loaded again.
@Suite struct AtomicStoreRandomTests {
    private struct Full: Error {}

    /// The number of seeds. `make soak` tries more, and new ones.
    private static let worlds = SoakSettings.isSoak ? 12 : 4

    /// The objects of a store as a new context fetches them: attributes, and relationships by URIs.
    private static func picture(_ plist: PlistContainer) throws -> [String: [String: String]] {
        let context = plist.context()
        return try context.performAndWait {
            var picture: [String: [String: String]] = [:]
            for entity in plist.container.managedObjectModel.entities where entity.superentity == nil {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
                for object in try context.fetch(request) {
                    var values: [String: String] = [:]
                    for (name, property) in object.entity.propertiesByName {
                        values[name] = text(object.value(forKey: name), property) { ($0 as? NSManagedObject)?.objectID }
                    }
                    picture[object.objectID.uriRepresentation().absoluteString] = values
                }
            }
            return picture
        }
    }

    /// The same for the nodes.
    private static func picture(_ store: NSAtomicStore) -> [String: [String: String]] {
        var picture: [String: [String: String]] = [:]
        for node in store.cacheNodes() {
            var values: [String: String] = [:]
            for (name, property) in node.objectID.entity.propertiesByName {
                values[name] = text(node.value(forKey: name), property) { ($0 as? NSAtomicStoreCacheNode)?.objectID }
            }
            picture[node.objectID.uriRepresentation().absoluteString] = values
        }
        return picture
    }

    private static func text(_ value: Any?, _ property: NSPropertyDescription, _ id: (Any) -> NSManagedObjectID?) -> String {
        guard let relationship = property as? NSRelationshipDescription else { return "\(value ?? "nil")" }
        let members: [Any] =
            (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? (value as? Set<AnyHashable>).map { Array($0) }
            ?? value.map { [$0] } ?? []
        let uris = members.map { id(($0 as? AnyHashable)?.base ?? $0)?.uriRepresentation().absoluteString ?? "?" }
        return relationship.isOrdered ? "\(uris)" : "\(uris.sorted())"
    }

    /// Makes a random change in a context.
    private static func change(_ context: NSManagedObjectContext, _ random: inout SeededGenerator) throws {
        func all<T: NSManagedObject>(_ type: T.Type, _ name: String) throws -> [T] {
            let request = NSFetchRequest<T>(entityName: name)
            request.sortDescriptors = [
                NSSortDescriptor(key: name == "Cover" ? "book.title" : name == "Book" ? "title" : "name", ascending: true)
            ]
            return try context.fetch(request)
        }
        let text = "\(Int.random(in: 0...99, using: &random))"
        let (books, tags) = (try all(Book.self, "Book"), try all(Tag.self, "Tag"))
        let (authors, book) = (try all(Author.self, "Author"), books.randomElement(using: &random))
        switch Int.random(in: 0...13, using: &random) {
        case 0, 1: Book(context: context).title = text
        case 2: Tag(context: context).name = text
        case 3: Author(context: context).name = text
        case 4: book?.author = Bool.random(using: &random) ? authors.randomElement(using: &random) : nil
        case 5: book?.tags = Set(tags.filter { _ in Bool.random(using: &random) })
        case 6: tags.randomElement(using: &random)?.books = Set(books.filter { _ in Bool.random(using: &random) })
        case 7:
            let chapter = Chapter(context: context)
            chapter.title = text
            book?.insertIntoChapters(chapter, at: Int.random(in: 0...(book?.chapters?.count ?? 0), using: &random))
        case 8:
            let chapters = book?.chapters?.array.shuffled(using: &random) ?? []
            book?.chapters = NSOrderedSet(array: chapters)
        case 9: book?.sequel = books.randomElement(using: &random)
        case 10:
            let note = Note(context: context)
            note.text = text
            book?.notes = NSSet(array: (book?.notes?.allObjects ?? []) + [note])
        case 11: book?.cover = Cover(context: context)
        case 12: if let book { context.delete(book) }
        default: if let tag = tags.randomElement(using: &random) { context.delete(tag) } else { book?.title = text }
        }
    }

    @Test(arguments: 0..<worlds) func `the nodes are the rows after each save`(_ number: Int) throws {
        var random = SeededGenerator(seed: testSeed(number))
        let plist = try PlistContainer()
        let store = try plist.store
        let policies: [NSMergePolicy] = [
            .error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
        ]
        let contexts = [plist.context(), plist.context()]
        for context in contexts { context.mergePolicy = policies.randomElement(using: &random) ?? .error }
        for step in 0..<60 {
            let context = contexts[Int.random(in: 0...1, using: &random)]
            let (changes, fails) = (Int.random(in: 1...4, using: &random), Int.random(in: 0...7, using: &random) == 0)
            let before = Self.picture(store)
            store.failure = fails ? Full() : nil
            var current = random
            let isSaved = try context.performAndWait {
                for _ in 0..<changes { try Self.change(context, &current) }
                do {
                    try context.save()
                    return true
                } catch {
                    context.rollback()
                    return false
                }
            }
            random = current
            let (nodes, rows) = (Self.picture(store), try Self.picture(plist))
            #expect(nodes == rows, "step \(step), seed \(random.seed)")
            if !isSaved { #expect(nodes == before, "step \(step), seed \(random.seed)") }
            if nodes != rows { return }
        }
        store.failure = nil
        let last = try Self.picture(plist)
        #expect(try Self.picture(plist.reopened()) == last, "seed \(random.seed)")
    }
}
