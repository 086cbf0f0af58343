import CoreData
import Dispatch
import Foundation
import Testing

/// An object that sets a primitive value whenever it is saved.
final class StampedItem: NSManagedObject {
    override func willSave() {
        super.willSave()
        setPrimitiveValue("stamped", forKey: "stamp")
    }
}

/// Live results around saves. They report nothing where the displayed values stay the same: after a
/// save, when objects get permanent IDs, or when a store was opened before the fetch.
@Suite(.eachStore) struct ResultsAfterSavesTests {
    private final class Listener: NSFetchedResultsControllerDelegate {
        var heard: [String] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            heard.append("\(type) \((anObject as? NSManagedObject)?.value(forKey: "name") ?? "nil")")
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Owner">
                <attribute name="name" attributeType="String" optional="YES"/>
                <relationship name="items" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="owner" \
            inverseEntity="Item" optional="YES"/>
            </entity>
            <entity name="Item">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="note" attributeType="String" optional="YES"/>
                <attribute name="saved" attributeType="Date" derived="YES" derivationExpression="now()" optional="YES" \
            usesScalarValueType="NO"/>
                <relationship name="owner" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="items" \
            inverseEntity="Owner" optional="YES"/>
            </entity>
            """)
    }

    /// A fetched results controller of the items, which are a, b and c unless the store is filled,
    /// and a delegate that records its changes. Used on its context's queue.
    private struct World: @unchecked Sendable {
        let context: NSManagedObjectContext
        let controller: NSFetchedResultsController<NSManagedObject>
        let listener = Listener()

        init(_ context: NSManagedObjectContext, isFilled: Bool = false, sortedBy keys: [String] = ["owner.name", "name"]) throws {
            self.context = context
            if !isFilled {
                for name in ["a", "b", "c"] { World.insert("Item", name, context) }
                try context.save()
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = listener
            try controller.performFetch()
        }

        @discardableResult
        static func insert(_ entity: String, _ name: String, _ context: NSManagedObjectContext) -> NSManagedObject {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            object.setValue(name, forKey: "name")
            return object
        }

        /// Expects that `change` notifies the delegate of exactly these changes.
        func hears(_ expected: [String], sourceLocation: SourceLocation = #_sourceLocation, _ change: () throws -> Void) throws {
            try change()
            context.processPendingChanges()
            #expect(listener.take() == expected, sourceLocation: sourceLocation)
        }

        var items: [NSManagedObject] { controller.fetchedObjects ?? [] }
        var names: [String] { items.compactMap { $0.value(forKey: "name") as? String } }
    }

    private func with(_ body: (World) throws -> Void) throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait { try body(World(context)) }
    }

    /// The new owner gets the same primary key as the first item.
    @Test func anotherEntitysNewObjectHasTheNumberOfAChangedRow() throws {
        try with { world in
            try world.hears(["move a2"]) { world.items[0].setValue("a2", forKey: "name") }
            try world.hears([]) { World.insert("Owner", "z", world.context) }
            try world.hears([]) { try world.context.save() }
            #expect(world.names == ["a2", "b", "c"])
        }
    }

    /// The fourth owner and the fourth item get the same primary key.
    @Test func newObjectsOfTwoEntitiesHaveOneNumber() throws {
        try with { world in
            for name in ["x", "y", "z"] { World.insert("Owner", name, world.context) }
            try world.context.save()
            try world.hears(["insert d"]) {
                let owner = World.insert("Owner", "o", world.context)
                World.insert("Item", "d", world.context).setValue(owner, forKey: "owner")
            }
            try world.hears([]) { try world.context.save() }
            #expect(world.names == ["a", "b", "c", "d"])
        }
    }

    /// A save computes the derived values. Objects show them once they are refreshed.
    @Test func aSaveDerivesAttributes() throws {
        try with { world in
            try world.hears(["move b2"]) { world.items[1].setValue("b2", forKey: "name") }
            try world.hears([]) { try world.context.save() }
            #expect(world.names == ["a", "b2", "c"])
        }
    }

    @Test func permanentIdentifiersAreObtained() throws {
        try with { world in
            try world.hears(["insert d"]) { World.insert("Item", "d", world.context) }
            try world.hears([]) { try world.context.obtainPermanentIDs(for: Array(world.context.insertedObjects)) }
            #expect(world.items.allSatisfy { !$0.objectID.isTemporaryID })
            try world.hears([]) { try world.context.save() }
        }
    }

    @Test func aParentSavesWhatItsChildInserted() throws {
        let store = try TestStore(model: Self.model())
        let parent = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        let world = try child.performAndWait { try World(child) }
        try child.performAndWait {
            try world.hears(["insert d"]) { World.insert("Item", "d", child) }
            try world.hears([]) { try child.save() }
        }
        try parent.performAndWait { try parent.save() }
        try child.performAndWait {
            _ = try child.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
            #expect(world.items.allSatisfy { !$0.objectID.isTemporaryID })
            #expect(world.listener.take() == [])
            #expect(world.names == ["a", "b", "c", "d"])
        }
    }

    /// The child has edits of its own when it is notified of the permanent IDs.
    @Test func aChildEditsAfterItsParentSaved() throws {
        let store = try TestStore(model: Self.model())
        let parent = store.context()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        let world = try child.performAndWait {
            let world = try World(child)
            try world.hears(["insert d"]) { World.insert("Item", "d", child) }
            try child.save()
            _ = world.listener.take()
            return world
        }
        // The child's queue is busy while the parent saves, which delays the notification.
        let (isSaved, isBusy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        child.perform {
            isBusy.signal()
            isSaved.wait()
            world.items[0].setValue("a2", forKey: "name")
            child.processPendingChanges()
        }
        isBusy.wait()
        try parent.performAndWait { try parent.save() }
        isSaved.signal()
        child.performAndWait {
            #expect(!world.listener.take().contains { $0.hasPrefix("insert") || $0.hasPrefix("delete") })
            #expect(world.names == ["a2", "b", "c", "d"])
            #expect(world.items.allSatisfy { !$0.objectID.isTemporaryID })
        }
    }

    // MARK: Changes that a save reports

    private final class OwnPolicy: NSMergePolicy, @unchecked Sendable {}

    /// A save reports the values that its merge policy takes from another context's save.
    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, OwnPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)])
    func aMergePolicyChangesValues(_ policy: NSMergePolicy) throws {
        let store = try TestStore(model: Self.model())
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            context.mergePolicy = policy
            let world = try World(context)
            let item = world.items[0]
            let id = item.objectID
            try other.performAndWait {
                other.object(with: id).setValue("theirs", forKey: "note")
                try other.save()
            }
            try world.hears(["move a2"]) { item.setValue("a2", forKey: "name") }
            try world.hears(["update a2"]) { try context.save() }
            #expect(item.value(forKey: "note") as? String == "theirs")
        }
    }

    /// Runs `body` with a context of items with unique codes, whose saves favor its objects.
    private func withUniqueCodes(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Item">
                    <attribute name="name" attributeType="String" optional="YES"/>
                    <attribute name="code" attributeType="String" optional="YES"/>
                    <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
                </entity>
                """))
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try body(context)
        }
    }

    private static func item(_ name: String, code: String, in context: NSManagedObjectContext) -> NSManagedObject {
        let item = World.insert("Item", name, context)
        item.setValue(code, forKey: "code")
        return item
    }

    /// A new object replaces the row that has its unique value, whether or not that row was read.
    @Test(arguments: [true, false]) func aUniqueValueIsTaken(isRead: Bool) throws {
        try withUniqueCodes { context in
            let old = [Self.item("a", code: "1", in: context), Self.item("b", code: "2", in: context)]
            try context.save()
            if !isRead { context.reset() }
            let world = try World(context, isFilled: true, sortedBy: ["code"])
            var new: NSManagedObject?
            try world.hears(["insert c"]) { new = Self.item("c", code: "2", in: context) }
            try context.save()
            context.processPendingChanges()
            let heard = world.listener.take()
            #expect(heard.contains("delete c") && heard.contains("update c") && !heard.contains { $0.hasPrefix("insert") })
            #expect(world.names == ["a", "c"])
            withExtendedLifetime((old, new)) {}
        }
    }

    /// The row that had the value is deleted, whether or not it was read.
    @Test(arguments: [true, false]) func `an update takes a unique value`(isRead: Bool) throws {
        try withUniqueCodes { context in
            let items = ["a", "b"].map { Self.item($0, code: $0, in: context) }
            try context.save()
            if !isRead { context.reset() }
            let world = try World(context, isFilled: true, sortedBy: ["code"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "code == 'b'")
            let taker = try #require(try context.fetch(request).first)
            taker.setValue("a", forKey: "code")
            try context.save()
            #expect(world.listener.take().contains("delete a"))
            #expect(world.names == ["b"])
            #expect(!context.hasChanges)
            withExtendedLifetime(items) {}
        }
    }

    @Test func `the first of two new objects with one unique value stays, and the other one leaves`() throws {
        try withUniqueCodes { context in
            let world = try World(context, isFilled: true, sortedBy: ["code"])
            let items = (0..<2).map { _ in Self.item("a", code: "1", in: context) }
            context.processPendingChanges()
            #expect(world.listener.take() == ["insert a", "insert a"])
            try context.save()
            #expect(world.listener.take() == ["delete a"])
            #expect(world.items == [items[0]])
            #expect(items[1].managedObjectContext == nil)
            #expect(!context.hasChanges)
        }
    }

    /// The store has a different owner than the new one that is assigned here.
    @Test func aMergePolicyPrefersAnotherObject() throws {
        let store = try TestStore(model: Self.model())
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let world = try World(context)
            let id = world.items[2].objectID
            try world.hears(["move c"]) { world.items[2].setValue(World.insert("Owner", "here", context), forKey: "owner") }
            try other.performAndWait {
                other.object(with: id).setValue(World.insert("Owner", "here", other), forKey: "owner")
                try other.save()
            }
            try world.hears(["update c"]) { try context.save() }
        }
    }

    /// Setting a primitive value sends no notification, so the save is the first to report it.
    @Test func aPrimitiveValueIsSetWhileSaving() throws {
        let store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Item" representedClassName="\(NSStringFromClass(StampedItem.self))">
                    <attribute name="name" attributeType="String" optional="YES"/>
                    <attribute name="stamp" attributeType="String" optional="YES"/>
                </entity>
                """))
        let context = store.context()
        try context.performAndWait {
            World.insert("Item", "a", context)
            let world = try World(context, isFilled: true, sortedBy: ["name"])
            try world.hears(["update a"]) { try context.save() }
            #expect(world.items.first?.value(forKey: "stamp") as? String == "stamped")
        }
    }

    /// The external change to the owner, by whose name the items are sorted, is reported together
    /// with the item's own change.
    @Test func anEditWhileAnotherSavedARelatedObject() throws {
        let store = try TestStore(model: Self.model())
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            let world = try World(context)
            let owner = World.insert("Owner", "o", context)
            world.items[0].setValue(owner, forKey: "owner")
            try context.save()
            _ = world.listener.take()
            let id = owner.objectID
            try other.performAndWait {
                other.object(with: id).setValue("p", forKey: "name")
                try other.save()
            }
            try world.hears(["update a"]) { world.items[2].setValue("x", forKey: "note") }
        }
    }

    /// Contexts are notified of a store when their queues are free, which may be after they fetched
    /// from it.
    @Test(.ownStore) func aStoreWasOpenedBeforeTheFetch() throws {
        let store = try TestStore(model: Self.model())
        let container = NSPersistentContainer(name: "Test", managedObjectModel: try Self.model())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store.url)]
        let filling = store.context()
        try filling.performAndWait { _ = try World(filling) }
        let context = container.newBackgroundContext()
        let world = try context.performAndWait {
            container.loadPersistentStores { _, error in #expect(error == nil) }
            return try World(context, isFilled: true)
        }
        context.performAndWait {
            #expect(world.listener.take() == [])
            #expect(world.names == ["a", "b", "c"])
        }
    }
}
