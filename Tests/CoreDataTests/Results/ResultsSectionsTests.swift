import Foundation
import Testing

@testable import CoreData

/// A word that returns its length for an undefined key, and counts the requests for it.
final class CountedWord: NSManagedObject {
    private(set) var requests = 0

    var spelling: String? {
        get { value(at: 1, "spelling") }
        set { setValue(newValue, at: 1, "spelling") }
    }

    override func value(forUndefinedKey key: String) -> Any? {
        guard key == "length" else { return super.value(forUndefinedKey: key) }
        requests += 1
        return spelling.map(\.count)
    }

    enum Length: Hashable { case short, long }
    var length: Length? { spelling.map { $0.count < 3 ? .short : .long } }
}

/// A word whose transient attribute has a getter that computes and keeps the value, as in Apple's
/// sample DateSectionTitles.
final class InitialWord: NSManagedObject {
    var spelling: String? {
        get { value(at: 1, "spelling") }
        set {
            setValue(newValue, at: 1, "spelling")
            setPrimitiveValue(nil, forKey: "group")
        }
    }

    var group: String? {
        willAccessValue(forKey: "group")
        var group = primitiveValue(forKey: "group") as? String
        didAccessValue(forKey: "group")
        if group == nil {
            group = spelling.map { String($0.prefix(1)) }
            setPrimitiveValue(group, forKey: "group")
        }
        return group
    }
}

/// A word that key-value coding asks for its values.
final class AnsweringWord: NSManagedObject {
    override func value(forKey key: String) -> Any? { super.value(forKey: key) }
}

/// Sections of fetched results controllers and live results, by key paths, undefined keys,
/// computed properties and transient attributes.
@Suite(.eachStore) struct ResultsSectionsTests {
    private static func words(_ type: NSManagedObject.Type = CountedWord.self) -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Word"
        entity.managedObjectClassName = NSStringFromClass(type)
        let group = NSManagedObjectModel.attribute("group", .string)
        group.isTransient = true
        entity.properties = [NSManagedObjectModel.attribute("spelling", .string), group]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private func shown<Result>(_ controller: NSFetchedResultsController<Result>, _ key: String) -> [String] {
        (controller.sections ?? []).map { section in
            let texts = (section.objects as? [NSManagedObject] ?? []).map { $0.value(forKey: key) as? String ?? "-" }
            return "\(section.name): \(texts.joined(separator: " "))"
        }
    }

    private func books(_ body: (NSManagedObjectContext, Bookshelf) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.run {
            let shelf = Bookshelf(context)
            try context.save()
            try body(context, shelf)
        }
    }

    @Test func behindARelationship() throws {
        try books { context, shelf in
            let request = shelf.request("TRUEPREDICATE", sort: "author.name", "title")
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "author.name", cacheName: nil)
            let listener = Listener()
            controller.delegate = listener
            try controller.performFetch()
            #expect(shown(controller, "title") == ["Ann: One Two", "Bob: Three"])
            #expect(controller.sectionIndexTitles == ["A", "B"])
            // The section is deleted and inserted with its new name before its objects are
            // reported.
            shelf.ann.name = "Cid"
            context.processPendingChanges()
            #expect(shown(controller, "title") == ["Bob: Three", "Cid: One Two"])
            #expect(
                listener.take() == [
                    "will", "delete section Ann", "insert section Cid", "move 0.0 to 1.0", "move 0.1 to 1.1", "did",
                ])
            // The section of nil has an empty name, and is the first.
            shelf.three.author = nil
            context.processPendingChanges()
            #expect(shown(controller, "title") == [": Three", "Cid: One Two"])
            #expect(controller.sectionIndexTitles == ["C"] && controller.sectionIndexTitle(forSectionName: "über") == "Ü")
            #expect(controller.section(forSectionIndexTitle: "C", at: 0) == 1)
            // A property of an author that the results do not read causes no notification.
            _ = listener.take()
            shelf.ann.agent = nil
            context.processPendingChanges()
            #expect(listener.take() == [])
            try context.save()
            #expect(listener.take() == [])
        }
    }

    private func words(_ texts: [String?], _ body: (NSManagedObjectContext, [CountedWord]) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(Self.words()).newBackgroundContext()
        try context.run {
            let words = texts.map { text in
                let word = CountedWord(context: context)
                word.spelling = text
                return word
            }
            try context.save()
            try body(context, words)
        }
    }

    private func sorted() -> NSFetchRequest<CountedWord> {
        let request = NSFetchRequest<CountedWord>(entityName: "Word")
        request.sortDescriptors = [NSSortDescriptor(key: "spelling", ascending: true)]
        return request
    }

    /// A section key that has no column is read once from each object, and again after an object
    /// changes.
    @Test func byWhatObjectsAnswer() throws {
        try words(["a", "b", "cc", "dd", "eee"]) { context, words in
            let controller = NSFetchedResultsController(
                fetchRequest: sorted(), managedObjectContext: context, sectionNameKeyPath: "length", cacheName: nil)
            controller.delegate = Listener.none
            try controller.performFetch()
            #expect(words.map(\.requests) == [1, 1, 1, 1, 1])
            #expect(shown(controller, "spelling") == ["1: a b", "2: cc dd", "3: eee"])
            words[1].spelling = "bb"
            context.processPendingChanges()
            #expect(shown(controller, "spelling") == ["1: a", "2: bb cc dd", "3: eee"])
            #expect(words.map(\.requests) == [1, 2, 1, 1, 1])
        }
    }

    @Test func byAComputedProperty() throws {
        try words([nil, "a", "b", "ccc"]) { context, words in
            let controller = NSFetchedResultsController(
                fetchRequest: sorted(), managedObjectContext: context, sectionNameKeyPath: \.length, cacheName: nil)
            controller.delegate = Listener.none
            try controller.performFetch()
            #expect(shown(controller, "spelling") == [": -", "short: a b", "long: ccc"])
            words[2].spelling = "bbb"
            context.processPendingChanges()
            #expect(shown(controller, "spelling") == [": -", "short: a", "long: bbb ccc"])
            let results = try LiveResults.shared(
                entity: words[0].entity, predicate: nil, sortDescriptors: sorted().sortDescriptors ?? [],
                section: SectionKey(\CountedWord.length, of: words[0].entity), in: context)
            #expect(results.sections.map { $0.identifier(as: CountedWord.Length?.self) } == [nil, .short, .long])
        }
    }

    @Test func byATransientAttribute() throws {
        try words(["a", "b", "c"]) { context, words in
            for (word, group) in zip(words, ["x", "x", "y"]) { word.setValue(group, forKey: "group") }
            context.processPendingChanges()
            let controller = NSFetchedResultsController(
                fetchRequest: sorted(), managedObjectContext: context, sectionNameKeyPath: "group", cacheName: nil)
            try controller.performFetch()
            #expect(shown(controller, "spelling") == ["x: a b", "y: c"])
        }
    }

    @Test func `a key path to a transient attribute reads its getter`() throws {
        let context = try NSPersistentContainer.inMemory(Self.words(InitialWord.self)).newBackgroundContext()
        try context.run {
            for spelling in ["apple", "avocado", "banana"] { InitialWord(context: context).spelling = spelling }
            try context.save()
            context.reset()
            let request = NSFetchRequest<InitialWord>(entityName: "Word")
            request.sortDescriptors = [NSSortDescriptor(key: "spelling", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \.group, cacheName: nil)
            controller.delegate = Listener.none
            try controller.performFetch()
            #expect(shown(controller, "spelling") == ["a: apple avocado", "b: banana"])
            let results = try LiveResults.shared(
                entity: try #require(controller.fetchedObjects?.first).entity, predicate: nil,
                sortDescriptors: request.sortDescriptors ?? [],
                section: SectionKey(\InitialWord.group, of: try #require(controller.fetchedObjects?.first).entity), in: context)
            #expect(results.sections.map { $0.identifier(as: String?.self) } == ["a", "b"])
            controller.fetchedObjects?[1].spelling = "blueberry"
            context.processPendingChanges()
            #expect(shown(controller, "spelling") == ["a: apple", "b: banana blueberry"])
        }
    }

    @Test func `only the name of a transient attribute can hide a getter`() throws {
        func hidden(_ key: (NSEntityDescription) -> SectionKey, _ type: NSManagedObject.Type) -> String? {
            let entity = Self.words(type).entities[0]
            return key(entity).uncalledGetter(of: entity.layout)
        }
        #expect(hidden({ SectionKey("group", of: $0) }, InitialWord.self) == "group")
        #expect(hidden({ SectionKey("spelling", of: $0) }, InitialWord.self) == nil)
        #expect(hidden({ SectionKey("group.length", of: $0) }, InitialWord.self) == nil)
        #expect(hidden({ SectionKey(\InitialWord.group, of: $0) }, InitialWord.self) == nil)
        // A class that key-value coding asks, and objects without a class.
        #expect(hidden({ SectionKey("group", of: $0) }, AnsweringWord.self) == nil)
        #expect(hidden({ SectionKey("group", of: $0) }, NSManagedObject.self) == nil)
    }

    /// If equal section values are not adjacent, live results repeat the section, and a controller
    /// throws an error.
    @Test func sectionsThatDoNotStandTogether() throws {
        try words(["a", "bb", "c"]) { context, words in
            let results = try LiveResults.shared(request: sorted(), sectionKey: "length", in: context)
            #expect(results.sections.map(\.range) == [0..<1, 1..<2, 2..<3])
            let controller = NSFetchedResultsController(
                fetchRequest: sorted(), managedObjectContext: context, sectionNameKeyPath: "length", cacheName: nil)
            let error = #expect(throws: NSError.self) { try controller.performFetch() }
            #expect(error?.localizedDescription.contains("out of order section name '1'") == true)
        }
    }

    private final class Listener: NSFetchedResultsControllerDelegate {
        nonisolated(unsafe) static let none = Listener()
        var heard: [String] = []

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("did")
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) {
            heard.append("\(type) section \(sectionInfo.name)")
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let places = [indexPath, newIndexPath].map { $0.map { "\($0.section).\($0.row)" } ?? "nil" }
            heard.append("\(type) \(places[0]) to \(places[1])")
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    /// Opens results with repeated sections three times, and results with sections in order once.
    private static func openDivided() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.run {
            let shelf = Bookshelf(context)
            try context.save()
            func open(_ sorts: String..., where format: String) throws {
                let request = shelf.request(format, sort: sorts[0])
                request.sortDescriptors = sorts.map { NSSortDescriptor(key: $0, ascending: $0 != "title") }
                _ = try LiveResults.shared(request: request, sectionKey: "author.name", in: context)
            }
            for _ in 0..<3 { try open("title", where: "title != nil") }
            try open("author.name", "title", where: "title != nil")
        }
    }

    @Test func aDividedSectionIsWarnedOfOnce() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try ResultsSectionsTests.openDivided()
        }
        #expect(
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init) == [
                """
                CoreData: warning: The rows of a section are not consecutive: the request for Book where title != nil, sorted by title \
                descending, is divided into sections by 'author.name', and the section 'Ann' occurs more than once. Put a sort \
                descriptor for 'author.name', or for a key that keeps equal values together, first.
                """
            ])
    }
}
