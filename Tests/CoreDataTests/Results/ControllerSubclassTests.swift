import CoreData
import Foundation
import Testing

// Not @testable: a subclass in another module needs initializers and members that it can override.

/// A controller with an initializer of its own, and values of its own beside those of its
/// superclass.
private final class QuakesController: NSFetchedResultsController<Quake> {
    let prefix: String

    init(prefix: String, context: NSManagedObjectContext) {
        self.prefix = prefix
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "code BEGINSWITH %@", prefix)
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: false)]
        super.init(fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "code", cacheName: nil)
    }

    override func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        super.sectionIndexTitle(forSectionName: sectionName).map { prefix + $0 }
    }

    override var fetchedObjects: [Quake]? { super.fetchedObjects.map { $0.reversed() } }
}

/// A request that says itself which stores it reads.
private final class NoStoreRequest: NSFetchRequest<Quake> {
    override var affectedStores: [NSPersistentStore]? {
        get { [] }
        set {}
    }
}

@Suite(.eachStore) struct ControllerSubclassTests {
    private func withQuakes(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let container = try NSPersistentContainer.inMemory(.quakes())
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for code in ["a1", "a2", "b1"] { Quake(context: context).code = code }
            try context.save()
            try body(context)
        }
    }

    @Test func `a subclass has an initializer and properties of its own`() throws {
        try withQuakes { context in
            let controller = QuakesController(prefix: "a", context: context)
            try controller.performFetch()
            #expect(controller.prefix == "a")
            #expect(controller.object(at: IndexPath(item: 0, section: 0)).code == "a2")
        }
    }

    @Test func `a subclass overrides the results`() throws {
        try withQuakes { context in
            let controller: NSFetchedResultsController<Quake> = QuakesController(prefix: "a", context: context)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.map(\.code) == ["a1", "a2"])
        }
    }

    @Test func `a subclass overrides the index titles of all sections`() throws {
        try withQuakes { context in
            let controller = QuakesController(prefix: "a", context: context)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["a2", "a1"])
            #expect(controller.sections?.map(\.indexTitle) == ["aA", "aA"])
            #expect(controller.sectionIndexTitles == ["aA"])
            #expect(controller.section(forSectionIndexTitle: "aA", at: 0) == 0)
        }
    }

    @Test func `a request's override of affectedStores is what a fetch reads`() throws {
        try withQuakes { context in
            let all = try context.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            let none = try context.fetch(NoStoreRequest(entityName: "Quake"))
            #expect(all.count == 3)
            #expect(none.isEmpty)
        }
    }
}
