import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct ContextTests: Sendable {
    private let container: NSPersistentContainer

    init() throws {
        container = try NSPersistentContainer.inMemory()
    }

    private func codes(_ context: NSManagedObjectContext, _ predicate: NSPredicate? = nil) throws -> [String] {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        return try context.fetch(request).map { $0.code ?? "nil" }
    }

    @Test func fetchesSeeUnsavedChanges() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quakes = ["a", "b", "c"].map { code in
                let quake = Quake(context: context)
                quake.code = code
                return quake
            }
            try context.save()
            quakes[0].magnitude = 9
            context.delete(quakes[1])
            Quake(context: context).code = "aa"
            #expect(try codes(context) == ["a", "aa", "c"])
            #expect(try codes(context, NSPredicate(format: "magnitude > 5")) == ["a"])
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            #expect(try context.count(for: request) == 3)
            request.includesPendingChanges = false
            #expect(try context.count(for: request) == 3)
            request.predicate = NSPredicate(format: "magnitude > 5")
            #expect(try context.count(for: request) == 0)
            request.includesPendingChanges = true
            request.predicate = nil
            (request.fetchOffset, request.fetchLimit) = (1, 1)
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            #expect(try context.fetch(request).map(\.code) == ["aa"])
        }
    }

    @Test func resultTypes() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            let identifiers = NSFetchRequest<NSManagedObjectID>(entityName: "Quake")
            identifiers.resultType = .managedObjectIDResultType
            #expect(try context.fetch(identifiers) == [quake.objectID])
            let count = NSFetchRequest<NSNumber>(entityName: "Quake")
            count.resultType = .countResultType
            #expect(try context.fetch(count) == [1])
            let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Quake")
            dictionaries.resultType = .dictionaryResultType
            let dictionary = try #require(try context.fetch(dictionaries).first)
            #expect(dictionary["code"] as? String == "a")
            #expect(dictionary["time"] == nil)
        }
    }

    @Test func performReturnsThrowsAndNests() async throws {
        struct Failure: Error {}
        let context = container.newBackgroundContext()
        let code = try await context.perform {
            try context.performAndWait {
                let quake = Quake(context: context)
                quake.code = "a"
                try context.save()
                return quake.code
            }
        }
        #expect(code == "a")
        await #expect(throws: Failure.self) {
            try await context.perform(schedule: .enqueued) { throw Failure() }
        }
        let number = await context.perform { 5 }
        #expect(number == 5)
        let count = try await container.performBackgroundTask { try $0.count(for: NSFetchRequest<Quake>(entityName: "Quake")) }
        #expect(count == 1)
    }

    @Test @MainActor func theViewContextBelongsToTheMainActor() async throws {
        let view = container.viewContext
        Quake(context: view).code = "a"
        try view.performAndWait { try view.save() }
        let count = try await view.perform { try view.count(for: NSFetchRequest<Quake>(entityName: "Quake")) }
        #expect(count == 1)
    }

    @Test func savesOfOtherContextsAreMergedAutomatically() async throws {
        let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        reader.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var held: [Quake] = []
        try await writer.perform {
            for code in ["a", "b"] { Quake(context: writer).code = code }
            try writer.save()
        }
        try await reader.perform {
            held = try reader.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            #expect(held.map(\.magnitude) == [0, 0])
            // An unsaved change of the reader stays on top of what is merged.
            held[0].place = "mine"
        }
        try await writer.perform {
            let quakes = try writer.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            quakes[0].magnitude = 5
            writer.delete(quakes[1])
            try writer.save()
        }
        // The merge stands in the reader's queue before this.
        try await reader.perform {
            #expect(held[0].magnitude == 5 && held[0].place == "mine")
            #expect(held[1].isDeleted)
            reader.mergePolicy = NSMergePolicy.error
            try reader.save()
        }
    }

    @Test func notificationsTellWhatChanged() throws {
        let context = container.newBackgroundContext()
        nonisolated(unsafe) var heard: [String] = []
        let names: [Notification.Name: String] = [
            .NSManagedObjectContextWillSave: "willSave", .NSManagedObjectContextDidSave: "didSave",
            .NSManagedObjectContextObjectsDidChange: "change",
        ]
        let observers = names.map { name, short in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { notice in
                let parts = (notice.userInfo ?? [:]).compactMap { key, value -> String? in
                    guard let objects = value as? Set<NSManagedObject>, !objects.isEmpty else { return nil }
                    return "\(key) \(objects.count)"
                }
                heard.append(([short] + parts.sorted()).joined(separator: " "))
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try context.performAndWait {
            let (a, b) = (Quake(context: context), Quake(context: context))
            context.processPendingChanges()
            try context.save()
            a.magnitude = 1
            context.delete(b)
            try context.save()
            context.refresh(a, mergeChanges: false)
            context.processPendingChanges()
        }
        #expect(
            heard == [
                "change inserted 2", "willSave", "didSave inserted 2", "willSave", "change deleted 1 updated 1",
                "didSave deleted 1 updated 1", "change refreshed 1",
            ]
        )
    }

    @Test func anInsertedAndDeletedObjectIsForgotten() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = Quake(context: context)
            context.delete(quake)
            #expect(!context.hasChanges)
            context.processPendingChanges()
            #expect(quake.managedObjectContext == nil)
            try context.save()
            #expect(try codes(context) == [])
        }
    }

    @Test func resetDropsEverything() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = Quake(context: context)
            try context.save()
            quake.magnitude = 4
            context.reset()
            #expect(!context.hasChanges && context.registeredObjects.isEmpty)
            #expect(quake.managedObjectContext == nil && quake.magnitude == 4)
        }
    }

    @Test func objectsHearOfSaves() throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = NSStringFromClass(ListeningQuake.self)
        let container = try NSPersistentContainer.inMemory(model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = ListeningQuake(context: context)
            #expect(quake.heard == ["awakeFromInsert"])
            try context.save()
            context.delete(quake)
            try context.save()
            #expect(quake.heard == ["awakeFromInsert", "willSave", "didSave", "prepareForDeletion", "willSave", "didSave"])
        }
        try context.performAndWait {
            let quake = ListeningQuake(context: context)
            try context.save()
            context.refresh(quake, mergeChanges: false)
            // What willSave set was saved with the rest, and what awakeFromFetch sets is no change.
            #expect(quake.value(forKey: "place") as? String == "set in willSave")
            #expect(quake.value(forKey: "magnitude") as? Int == 7)
            #expect(!quake.hasChanges)
        }
    }
}

extension ContextTests {
    @Test func `deleting an object again prepares it for deletion again`() throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = NSStringFromClass(ListeningQuake.self)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let quake = ListeningQuake(context: context)
            try context.save()
            quake.heard = []
            context.delete(quake)
            context.delete(quake)
            context.processPendingChanges()
            context.delete(quake)
            #expect(quake.heard == ["prepareForDeletion", "prepareForDeletion", "prepareForDeletion"])
            #expect(context.deletedObjects == [quake])
        }
    }
}

/// Writes down what it is told.
final class ListeningQuake: NSManagedObject {
    var heard: [String] = []

    override func awakeFromInsert() {
        heard.append("awakeFromInsert")
    }

    override func awakeFromFetch() {
        setValue(7, forKey: "magnitude")
    }

    override func willSave() {
        heard.append("willSave")
        if value(forKey: "place") == nil { setPrimitiveValue("set in willSave", forKey: "place") }
    }

    override func didSave() {
        heard.append("didSave")
    }

    override func prepareForDeletion() {
        heard.append("prepareForDeletion")
    }
}
