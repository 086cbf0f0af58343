import Foundation
import Testing

@testable import CoreData

/// Stores for different configurations of a model, and saves that write to several stores.
@Suite struct ConfigurationTests {
    private func divided() throws -> Shelves { try Shelves([("Things.sqlite", "Things"), (nil, "Notes")]) }

    private func note(_ text: String, _ context: NSManagedObjectContext) -> NSManagedObject {
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue(text, forKey: "text")
        return note
    }

    @Test func eachEntityGoesToItsStore() throws {
        let shelves = try divided()
        let context = shelves.context()
        try context.run { () throws in
            let item = context.item("a")
            let note = note("hello", context)
            try context.save()
            #expect(item.objectID.persistentStore === shelves.stores[0])
            #expect(note.objectID.persistentStore === shelves.stores[1])
            #expect(shelves.stores.map(\.type) == [NSSQLiteStoreType, NSInMemoryStoreType])
            #expect(shelves.stores.map(\.configurationName) == ["Things", "Notes"])
            context.reset()
            #expect(try context.titles() == ["a"])
            #expect(
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).map { $0.value(forKey: "text") as? String }
                    == ["hello"])
        }
        // The file has no table for notes, so it is incompatible with the whole model.
        let whole = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        let again = failure {
            try whole.addPersistentStore(type: .sqlite, at: shelves.folder.url.appending(path: "Things.sqlite"))
        }
        #expect(again?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(
            try Shelves([("Things.sqlite", "Things")], in: shelves.folder).titles(inFile: "Missing.sqlite", or: ["none"]) == [
                "none"
            ])
    }

    @Test func anEntityThatNoStoreTakes() throws {
        let shelves = try Shelves([(nil, "Things")])
        let context = shelves.context()
        try context.run { () throws in
            _ = note("homeless", context)
            context.item("a")
            for attempt in [{ try context.save() }, { try context.obtainPermanentIDs(for: Array(context.insertedObjects)) }] {
                let error = try #require(failure(attempt))
                #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreIncompatibleSchemaError)
                #expect(error.localizedDescription.contains("Note"))
            }
            #expect(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).count == 1)
            context.rollback()
            #expect(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).isEmpty)
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 0)
        }
    }

    @Test func `the name of a store's configuration leads to the entities in the store`() throws {
        let model = NSManagedObjectModel.shelves()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let whole = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        #expect(whole.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        #expect(model.entities(forConfigurationName: whole.configurationName) == model.entities)
        #expect(model.isConfiguration(withName: whole.configurationName, compatibleWithStoreMetadata: whole.metadata))
        let part = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: "Notes", at: nil)
        #expect(model.entities(forConfigurationName: part.configurationName)?.map(\.name) == ["Note"])
        #expect(model.isConfiguration(withName: part.configurationName, compatibleWithStoreMetadata: part.metadata))
        #expect(!model.isConfiguration(withName: whole.configurationName, compatibleWithStoreMetadata: part.metadata))
        #expect(model.configurations == ["Notes", "Things"])
    }

    @Test func aConfigurationThatThereIsNot() {
        let error = failure { _ = try Shelves([(nil, "Thing")]) }
        #expect(error?.localizedDescription == "The model has no configuration 'Thing'; it has Notes, Things.")
    }

    @Test func aRelationshipOutOfAConfiguration() throws {
        let model = NSManagedObjectModel.shelves()
        model.setEntities([try #require(model.entitiesByName["Item"])], forConfigurationName: "Items")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = try #require(
            failure {
                _ = try coordinator.addPersistentStore(type: .inMemory, configuration: "Items", at: URL(filePath: "/dev/null"))
            })
        #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "shelf")
        #expect(error.localizedDescription.contains("'Item'") && error.localizedDescription.contains("'Shelf'"))
    }

    @Test func historyOfWhatAConfigurationLeavesOut() throws {
        let model = NSManagedObjectModel()
        model.entities = ["Author", "Book"].map { name in
            let entity = NSEntityDescription()
            entity.name = name
            return entity
        }
        model.setEntities([model.entities[0]], forConfigurationName: "Authors")
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "Library.sqlite")
        func context(_ configuration: String?) throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                type: .sqlite, configuration: configuration, at: file, options: [NSPersistentHistoryTrackingKey: true])
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let (whole, part) = (try context(nil), try context("Authors"))
        try whole.run { () throws in
            for name in ["Book", "Author"] { _ = NSEntityDescription.insertNewObject(forEntityName: name, into: whole) }
            try whole.save()
        }
        try part.run { () throws in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            request.resultType = .transactionsAndChanges
            let result = try #require(try part.execute(request) as? NSPersistentHistoryResult)
            let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
            #expect(transactions.flatMap { $0.changes ?? [] }.map(\.changedObjectID.entity.name) == ["Author"])
        }
    }

    // MARK: Several stores in one save

    @Test func aRelationshipToAnotherStore() throws {
        let shelves = try Shelves.two()
        let context = shelves.context()
        try context.run { () throws in
            let shelf = context.shelf("left", in: shelves.stores[0])
            context.item("stranger", in: shelves.stores[1], on: shelf)
            let new = try #require(failure { try context.save() })
            #expect(new.code == NSManagedObjectExternalRelationshipError)
            #expect(["items", "shelf"].contains(new.userInfo[NSValidationKeyErrorKey] as? String))
            #expect(context.hasChanges)
            context.rollback()

            let saved = context.shelf("left", in: shelves.stores[0])
            let item = context.item("stranger", in: shelves.stores[1])
            try context.save()
            item.setValue(saved, forKey: "shelf")
            let old = try #require(failure { try context.save() })
            #expect(old.code == NSManagedObjectExternalRelationshipError)
            #expect(old.userInfo[NSValidationKeyErrorKey] as? String == "shelf")
            #expect(old.localizedDescription.contains(item.objectID.uriRepresentation().absoluteString))
            item.setValue(nil, forKey: "shelf")
            try context.save()
        }
        #expect(try shelves.titles(inFile: "B.sqlite") == ["stranger"])
    }

    @Test func allStoresAreWrittenOrNone() throws {
        let shelves = try Shelves.two()
        let (context, other) = (shelves.context(), shelves.context())
        let stores = shelves.stores
        try context.run { () throws in
            let items = stores.map { context.item("old \($0.url!.lastPathComponent)", in: $0) }
            try context.save()
            for contested in 0...1 {
                try other.run { () throws in
                    other.refreshAllObjects()
                    let item = try other.existingObject(with: items[contested].objectID)
                    item.setValue(1_000 + contested, forKey: "rank")
                    try other.save()
                }
                for item in items { item.setValue("new \(contested) \(item.objectID)", forKey: "title") }
                let error = try #require(failure { try context.save() })
                #expect(error.code == NSManagedObjectMergeError)
                let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                #expect(conflicts?.map(\.sourceObject) == [items[contested]])
                for store in stores {
                    #expect(try shelves.titles(inFile: store.url!.lastPathComponent) == ["old \(store.url!.lastPathComponent)"])
                }
                context.rollback()
                context.refreshAllObjects()
                // Read before the other context saves again, so that its save is a conflict.
                for item in items { item.willAccessValue(forKey: nil) }
            }
            for item in items { item.setValue("both \(item.objectID.persistentStore!.url!.lastPathComponent)", forKey: "title") }
            try context.save()
            #expect(
                try shelves.titles(inFile: "A.sqlite") + shelves.titles(inFile: "B.sqlite") == ["both A.sqlite", "both B.sqlite"])
        }
    }

    @Test func aConflictIsSettledInItsStore() throws {
        let shelves = try Shelves.two()
        let (context, other) = (shelves.context(), shelves.context())
        try context.run { () throws in
            let items = shelves.stores.map { context.item($0.url!.lastPathComponent, in: $0) }
            try context.save()
            try other.run { () throws in
                let item = try other.existingObject(with: items[1].objectID)
                item.setValue(7, forKey: "rank")
                try other.save()
            }
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for item in items { item.setValue(1, forKey: "rank") }
            items[0].setValue("renamed", forKey: "title")
            // The title exists only in the other store, so there is no conflict in this one.
            context.item("A.sqlite", in: shelves.stores[1])
            try context.save()
            context.reset()
            #expect(try context.titles("rank == 1") == ["B.sqlite", "renamed"])
            #expect(try context.titles() == ["A.sqlite", "B.sqlite", "renamed"])
        }
    }

    @Test func anObjectOfAReadOnlyStoreStays() throws {
        let shelves = try Shelves([("Seed.sqlite", nil)])
        let context = shelves.context()
        try context.run { () throws in
            context.item("seed")
            try context.save()
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        let seed = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: shelves.folder.url.appending(path: "Seed.sqlite"),
            options: [NSReadOnlyPersistentStoreOption: true])
        let own = try coordinator.addPersistentStore(type: .sqlite, at: shelves.folder.url.appending(path: "Own.sqlite"))
        let both = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        both.persistentStoreCoordinator = coordinator
        try both.run { () throws in
            #expect(seed.isReadOnly && !own.isReadOnly)
            let item = both.item("mine")
            try both.save()
            #expect(item.objectID.persistentStore === own)
            #expect(try both.titles() == ["mine", "seed"])
            try both.fetch(both.itemRequest("title == 'seed'")).first?.setValue("changed", forKey: "title")
            #expect(failure { try both.save() }?.code == CocoaError.fileWriteNoPermission.rawValue)
            #expect(try shelves.titles(inFile: "Seed.sqlite") == ["seed"])
        }
    }
}

extension Shelves {
    /// Returns the titles in a file, or `titles` if the file does not exist.
    fileprivate func titles(inFile file: String, or titles: [String]) throws -> [String] {
        FileManager.default.fileExists(atPath: folder.url.appending(path: file).path) ? try self.titles(inFile: file) : titles
    }
}
