import CoreData
import Foundation
import Testing

/// An entry with section keys that do with the object what an app may do.
final class TurnEntry: NSManagedObject {
    /// The entries that `retaining` has kept.
    nonisolated(unsafe) static var kept: [TurnEntry] = []

    var name: String? {
        get { value(at: 0, "name") }
        set { setValue(newValue, at: 0, "name") }
    }
    var number: Int64 {
        get { value(at: 1, "number") }
        set { setValue(newValue, at: 1, "number") }
    }
    var topic: TurnTopic? {
        get { value(at: 2, "topic") }
        set { setValue(newValue, at: 2, "topic") }
    }

    var tens: Int64 { number / 10 }
    var retaining: Int64 {
        // Not the object that records what a key path reads.
        if managedObjectContext != nil { Self.kept.append(self) }
        return number / 10
    }
    var renaming: Int64 {
        // Only once: each change evaluates the key again.
        if number % 2 == 1, name == nil { name = "odd" }
        return number / 10
    }
    var isAmongEntries: Bool { topic?.entries?.contains(self) == true }
    var isRegistered: Bool { managedObjectContext?.registeredObject(for: objectID) === self }
}

final class TurnTopic: NSManagedObject {
    var entries: NSSet? {
        get { value(at: 0, "entries") }
        set { setValue(newValue, at: 0, "entries") }
    }
}

/// An entry that remembers what it has computed.
final class RememberingEntry: NSManagedObject {
    private var known: String?

    var number: Int64 {
        get { value(at: 1, "number") }
        set { setValue(newValue, at: 1, "number") }
    }
    var section: String {
        if known == nil { known = "\(number / 10)" }
        return known ?? ""
    }
}

/// Computed sections, for which one object stands for one row after another.
@Suite("Objects in turn", .serialized, .eachStore)
struct ObjectsInTurnTests {
    private static func model(_ type: NSManagedObject.Type) -> NSManagedObjectModel {
        let (entry, topic) = (NSEntityDescription(), NSEntityDescription())
        let (toTopic, toEntries) = (NSRelationshipDescription(), NSRelationshipDescription())
        (toTopic.name, toTopic.destinationEntity, toTopic.maxCount, toTopic.inverseRelationship) = ("topic", topic, 1, toEntries)
        (toEntries.name, toEntries.destinationEntity, toEntries.inverseRelationship) = ("entries", entry, toTopic)
        (entry.name, entry.managedObjectClassName) = ("Entry", NSStringFromClass(type))
        (topic.name, topic.managedObjectClassName) = ("Topic", NSStringFromClass(TurnTopic.self))
        entry.properties = [
            NSManagedObjectModel.attribute("name", .string), NSManagedObjectModel.attribute("number", .integer64, default: 0),
            toTopic,
        ]
        topic.properties = [toEntries]
        let model = NSManagedObjectModel()
        model.entities = [entry, topic]
        return model
    }

    /// Opens 50 entries in sections, in a context that has read none of them.
    private func open<Entry: NSManagedObject, Key: Hashable>(
        _ keyPath: KeyPath<Entry, Key>,
        _ body: (NSFetchedResultsController<Entry>, NSManagedObjectContext) throws -> Void
    ) throws {
        let container = try NSPersistentContainer.inMemory(Self.model(Entry.self))
        let writer = container.newBackgroundContext()
        try writer.run {
            let topic = NSEntityDescription.insertNewObject(forEntityName: "Topic", into: writer)
            for number in 0..<50 {
                let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: writer)
                entry.setValue(number, forKey: "number")
                entry.setValue(topic, forKey: "topic")
            }
            try writer.save()
        }
        let context = container.newBackgroundContext()
        try context.run {
            let request = NSFetchRequest<Entry>(entityName: "Entry")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: keyPath, cacheName: nil)
            try controller.performFetch()
            try body(controller, context)
        }
    }

    private func counts<Entry>(_ controller: NSFetchedResultsController<Entry>) -> [Int] {
        (controller.sections ?? []).map(\.numberOfObjects)
    }

    @Test("A key that reads a property divides the rows, and leaves no object behind")
    func reading() throws {
        try open(\TurnEntry.tens) { controller, context in
            #expect(counts(controller) == [10, 10, 10, 10, 10])
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test("An object that the key retains remains the object of its row")
    func retaining() throws {
        try open(\TurnEntry.retaining) { controller, context in
            #expect(counts(controller) == [10, 10, 10, 10, 10])
            let kept = TurnEntry.kept
            TurnEntry.kept = []
            #expect(kept.map(\.number) == Array(0..<50))
            #expect(Set(kept.map(\.objectID)).count == 50)
            #expect(kept.indices.allSatisfy { controller.object(at: IndexPath(row: $0 % 10, section: $0 / 10)) === kept[$0] })
            withExtendedLifetime(context) {}
        }
    }

    @Test("An object that the key changes is saved with the change")
    func changing() throws {
        try open(\TurnEntry.renaming) { controller, context in
            #expect(context.updatedObjects.count == 25)
            try context.save()
            context.reset()
            let request = NSFetchRequest<TurnEntry>(entityName: "Entry")
            request.predicate = NSPredicate(format: "name == 'odd'")
            #expect(Set(try context.fetch(request).map { $0.number % 2 }) == [1])
            #expect(try context.count(for: request) == 25)
        }
    }

    @Test("The key finds its own object in the context and among the members of a relationship")
    func identity() throws {
        try open(\TurnEntry.isRegistered) { controller, _ in #expect(counts(controller) == [50]) }
        try open(\TurnEntry.isRegistered) { controller, _ in #expect(controller.sections?.first?.name == "true") }
        try open(\TurnEntry.isAmongEntries) { controller, _ in
            #expect(controller.sections?.map(\.name) == ["true"])
        }
    }

    @Test("An object that remembers what it has computed stands for one row only")
    func remembering() throws {
        try open(\RememberingEntry.section) { controller, _ in
            #expect(controller.sections?.map(\.name) == ["0", "1", "2", "3", "4"])
        }
    }
}
