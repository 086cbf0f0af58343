import CoreData
import Foundation
import Testing

/// Objects whose rows another context deleted.
@Suite(.eachStore) struct InaccessibleObjectTests: Sendable {
    private let store: TestStore
    private let view: NSManagedObjectContext
    private let other: NSManagedObjectContext

    /// Items with a category, whose name is mandatory.
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Category">
                <attribute name="name" attributeType="String"/>
                <attribute name="size" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" \
            inverseName="category" inverseEntity="Item"/>
            </entity>
            <entity name="Item">
                <attribute name="name" attributeType="String"/>
                <relationship name="category" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Category" \
            inverseName="items" inverseEntity="Category"/>
            </entity>
            """)
    }

    init() throws {
        store = try TestStore(model: try Self.model(), history: true)
        (view, other) = (store.context(), store.context())
        let context = store.context()
        try context.performAndWait {
            let fruit = NSEntityDescription.insertNewObject(forEntityName: "Category", into: context)
            fruit.setValue("Fruit", forKey: "name")
            for name in ["Apple", "Pear"] {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(name, forKey: "name")
                item.setValue(fruit, forKey: "category")
            }
            try context.save()
        }
    }

    private static func find(_ entity: String, _ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "name == %@", name)
        return try #require(try context.fetch(request).first)
    }

    private func deleteCategory() throws {
        let other = other
        try other.performAndWait {
            other.delete(try Self.find("Category", "Fruit", other))
            try other.save()
        }
    }

    private func names(_ entity: String) throws -> [String?] {
        let context = store.context()
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map { $0.value(forKey: "name") as? String }
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback])
    func `deleting a member does not write back its owner, whose row is gone`(_ policy: NSMergePolicy) throws {
        try view.run {
            view.mergePolicy = policy
            let apple = try Self.find("Item", "Apple", view)
            _ = apple.value(forKey: "name")
            try deleteCategory()
            view.delete(apple)
            try view.save()
        }
        #expect(try names("Category") == [])
        // Under these the store's newer row stays, since the deletion of its category changed it.
        let isStoreFavored = [.mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType].contains(policy.mergeType)
        #expect(try names("Item").count == (isStoreFavored ? 2 : 1))
    }

    @Test(arguments: [NSMergePolicy.error, .mergeByPropertyObjectTrump, .overwrite])
    func `an object whose row is gone is deleted, and the next save discards it`(_ policy: NSMergePolicy) throws {
        try view.run {
            view.mergePolicy = policy
            let category = view.object(with: try Self.find("Category", "Fruit", view).objectID)
            view.refresh(category, mergeChanges: false)
            try deleteCategory()
            #expect(category.value(forKey: "name") == nil)
            #expect(category.isDeleted)
            #expect(view.deletedObjects == [category])
            #expect(view.hasChanges)
            try view.save()
            #expect(view.deletedObjects.isEmpty)
            #expect(!view.hasChanges)
            #expect(view.registeredObject(for: category.objectID) == nil)
        }
        #expect(try names("Category") == [])
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func `values set on an object whose row is gone are not saved`(_ policy: NSMergePolicy) throws {
        try view.run {
            view.mergePolicy = policy
            let category = try Self.find("Category", "Fruit", view)
            view.refresh(category, mergeChanges: false)
            try deleteCategory()
            category.setValue(7, forKey: "size")
            #expect(view.updatedObjects.isEmpty)
            try view.save()
        }
        #expect(try names("Category") == [])
    }

    @Test func `a member added to an owner whose row is gone keeps no reference to it`() throws {
        try view.run {
            view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let category = try Self.find("Category", "Fruit", view)
            view.refresh(category, mergeChanges: false)
            try deleteCategory()
            let plum = NSEntityDescription.insertNewObject(forEntityName: "Item", into: view)
            plum.setValue("Plum", forKey: "name")
            plum.setValue(category, forKey: "category")
            try view.save()
        }
        #expect(try names("Category") == [])
        #expect(Set(try names("Item")) == ["Apple", "Pear", "Plum"])
        #expect(try StoreInspection.problems(store.container) == [])
    }

    @Test func `a row that another context puts back ends the deletion`() throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            let third = store.context()
            nonisolated(unsafe) var kept: NSManagedObject?
            try third.performAndWait {
                let category = try Self.find("Category", "Fruit", third)
                category.setValue(3, forKey: "size")
                kept = category
            }
            view.refresh(category, mergeChanges: false)
            try deleteCategory()
            _ = category.value(forKey: "name")
            #expect(view.deletedObjects == [category])
            // A save under the overwriting policy brings the row back.
            try third.performAndWait {
                third.mergePolicy = NSMergePolicy.overwrite
                try third.save()
                _ = kept
            }
            #expect(try Self.find("Category", "Fruit", view) === category)
            #expect(view.deletedObjects.isEmpty)
            #expect(category.value(forKey: "size") as? Int == 3)
        }
    }

    /// A way to read the category.
    enum Reading: CaseIterable {
        case rows, batches, keys, someValues, existing, controller

        func read(_ objectID: NSManagedObjectID, _ context: NSManagedObjectContext) throws -> NSManagedObject? {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Category")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            switch self {
            case .rows: break
            case .batches: request.fetchBatchSize = 20
            case .keys: request.includesPropertyValues = false
            case .someValues: request.propertiesToFetch = ["size"]
            case .existing: return try context.existingObject(with: objectID)
            case .controller:
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                try controller.performFetch()
                return controller.fetchedObjects?.first
            }
            return try context.fetch(request).first
        }
    }

    @Test(arguments: Reading.allCases, [true, false])
    func `reading a row that was put back ends the deletion`(_ reading: Reading, _ isMerged: Bool) throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            view.refresh(category, mergeChanges: false)
            let putBack = try deleteForNow(merging: isMerged)
            #expect(category.value(forKey: "name") == nil)
            #expect(category.isDeleted)
            _ = try putBack()
            #expect(try reading.read(category.objectID, view) === category)
            #expect(!category.isDeleted)
            #expect(view.deletedObjects.isEmpty)
            #expect(category.value(forKey: "size") as? Int == 3)
            category.setValue(4, forKey: "size")
            try view.save()
            let fresh = store.context()
            let stored = try fresh.performAndWait {
                try Self.find("Category", "Fruit", fresh).value(forKey: "size") as? Int
            }
            #expect(stored == 4)
        }
    }

    // MARK: Merged deletions

    /// Deletes the category in another context, and returns a closure that puts the row back by a save
    /// under the overwriting policy.
    ///
    /// - Parameter isMerged: Whether the deletion is merged into `view`.
    private func deleteForNow(merging isMerged: Bool = true) throws -> @Sendable () throws -> Notification {
        let third = store.context()
        nonisolated(unsafe) var kept: NSManagedObject?
        try third.performAndWait {
            kept = try Self.find("Category", "Fruit", third)
            kept?.setValue(3, forKey: "size")
        }
        let notices = Notices(.NSManagedObjectContextDidSave, of: other)
        try deleteCategory()
        if isMerged { view.mergeChanges(fromContextDidSave: try #require(notices.received.first)) }
        return {
            let notices = Notices(.NSManagedObjectContextDidSave, of: third)
            try third.performAndWait {
                third.mergePolicy = NSMergePolicy.overwrite
                try third.save()
                _ = kept
            }
            return try #require(notices.received.first)
        }
    }

    @Test(arguments: [true, false])
    func `a merge of a row that was put back ends a merged deletion`(_ isFault: Bool) throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            if isFault { view.refresh(category, mergeChanges: false) } else { _ = category.value(forKey: "name") }
            let putBack = try deleteForNow()
            #expect(category.isDeleted)
            view.mergeChanges(fromContextDidSave: try putBack())
            #expect(!category.isDeleted)
            #expect(category.value(forKey: "size") as? Int == 3)
            category.setValue(4, forKey: "size")
            try view.save()
            let fresh = store.context()
            let size = try fresh.performAndWait { try Self.find("Category", "Fruit", fresh).value(forKey: "size") as? Int }
            #expect(size == 4)
        }
    }

    @Test func `an object whose deletion was merged can be inserted as a new one`() throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            _ = category.value(forKey: "name")
            _ = try deleteForNow()
            view.insert(category)
            #expect(view.insertedObjects == [category])
            #expect(!category.isDeleted)
            try view.save()
        }
        #expect(try names("Category") == ["Fruit"])
    }

    @Test func `a child sees a row that was put back under its parent's gone object`() throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            _ = category.value(forKey: "name")
            let putBack = try deleteForNow()
            _ = try putBack()
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = view
            let sizes = try child.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Category")
                return try child.fetch(request).map { $0.value(forKey: "size") as? Int }
            }
            #expect(sizes == [3])
        }
    }

    @Test func `an object whose deletion is merged stays registered, and deleted, while it is held`() throws {
        try view.run {
            let category = try Self.find("Category", "Fruit", view)
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try deleteCategory()
            view.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            #expect(category.isDeleted)
            #expect(category.managedObjectContext === view)
            #expect(view.registeredObject(for: category.objectID) === category)
            #expect(view.registeredObjects.contains(category))
            // The store has it no more, so there is nothing to save.
            #expect(view.deletedObjects.isEmpty)
            #expect(!view.hasChanges)
            #expect(category.value(forKey: "name") as? String == "Fruit")
            #expect(throws: (any Error).self) { try view.existingObject(with: category.objectID) }
        }
    }

    @Test func `an object whose deletion is merged is not written by later edits`() throws {
        try view.run {
            view.mergePolicy = NSMergePolicy.overwrite
            let category = try Self.find("Category", "Fruit", view)
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try deleteCategory()
            view.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            category.setValue(9, forKey: "size")
            let plum = NSEntityDescription.insertNewObject(forEntityName: "Item", into: view)
            plum.setValue("Plum", forKey: "name")
            try view.save()
            view.delete(category)
            try view.save()
        }
        #expect(try names("Category") == [])
    }

    @Test func `unsaved changes of an object whose deletion is merged are dropped`() throws {
        try view.run {
            view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let category = try Self.find("Category", "Fruit", view)
            category.setValue("Vegetables", forKey: "name")
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try deleteCategory()
            view.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            #expect(!view.hasChanges)
            try view.save()
        }
        #expect(try names("Category") == [])
    }
}
