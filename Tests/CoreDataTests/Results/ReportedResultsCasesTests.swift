import Foundation
import Testing

@testable import CoreData

/// Cases from Apple's reference of `NSFetchedResultsController`, and from public reports about it.
@Suite(.eachStore) struct ReportedResultsCasesTests {
    /// A list on a screen, which applies the delegate's calls as Apple's sample code does and
    /// notices when they do not fit together.
    private final class Table: NSFetchedResultsControllerDelegate {
        var sections: [[String]] = []
        var heard: [String] = []
        private var removed: [IndexPath] = []
        private var added: [(IndexPath, String)] = []
        private var removedSections: [Int] = []
        private var addedSections: [Int] = []

        func show(_ controller: NSFetchedResultsController<NSManagedObject>) {
            sections = (controller.sections ?? []).map { ($0.objects ?? []).map(Self.name) }
        }

        static func name(_ object: Any) -> String { (object as? NSManagedObject)?.value(forKey: "name") as? String ?? "?" }

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("will")
            (removed, added, removedSections, addedSections) = ([], [], [], [])
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo,
            atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
        ) {
            heard.append("\(type) section \(sectionInfo.name)")
            if type == .insert { addedSections.append(sectionIndex) } else { removedSections.append(sectionIndex) }
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
            for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            heard.append("\(type) \(Self.name(anObject))")
            if let indexPath { removed.append(indexPath) }
            if let newIndexPath { added.append((newIndexPath, Self.name(anObject))) }
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            heard.append("did")
            for path in removed.sorted(by: >) { sections[path.section].remove(at: path.item) }
            for section in removedSections.sorted(by: >) {
                #expect(sections[section].isEmpty)
                sections.remove(at: section)
            }
            for section in addedSections.sorted() { sections.insert([], at: section) }
            for (path, name) in added.sorted(by: { $0.0 < $1.0 }) { sections[path.section].insert(name, at: path.item) }
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Item">
                    <attribute name="name" optional="YES" attributeType="String"/>
                    <attribute name="kind" optional="YES" attributeType="String"/>
                    <attribute name="rank" attributeType="Integer 64" defaultValueString="0"/>
                </entity>
                """))
        context = store.context()
    }

    @discardableResult
    private func item(_ name: String, _ kind: String?, _ rank: Int = 0, in context: NSManagedObjectContext? = nil)
        -> NSManagedObject
    {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context ?? self.context)
        item.setValue(name, forKey: "name")
        item.setValue(kind, forKey: "kind")
        item.setValue(rank, forKey: "rank")
        return item
    }

    private func request(_ predicate: NSPredicate? = nil, by keys: [String] = ["name"]) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = predicate
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    private func shown(
        _ request: NSFetchRequest<NSManagedObject>, sections: String? = nil
    ) throws -> (NSFetchedResultsController<NSManagedObject>, Table) {
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
        let table = Table()
        try controller.performFetch()
        controller.delegate = table
        table.show(controller)
        return (controller, table)
    }

    private func matches(_ table: Table, _ controller: NSFetchedResultsController<NSManagedObject>) -> Bool {
        let now = Table()
        now.show(controller)
        return table.sections == now.sections
    }

    @Test func `nothing is there before the fetch`() throws {
        try context.performAndWait {
            let controller = NSFetchedResultsController(
                fetchRequest: request(), managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            #expect(controller.fetchedObjects == nil)
            #expect(controller.sections == nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.isEmpty == true)
            #expect(controller.sections?.count == 1)
        }
    }

    @Test func `an empty result with sections has none`() throws {
        try context.performAndWait {
            let (controller, table) = try shown(request(by: ["kind", "name"]), sections: "kind")
            #expect(controller.sections?.isEmpty == true)
            item("a", "x")
            try context.save()
            #expect(table.take() == ["will", "insert section x", "insert a", "did"])
            #expect(matches(table, controller))
        }
    }

    @Test func `a limit applies to rows that are added later`() throws {
        try context.performAndWait {
            let request = request()
            request.fetchLimit = 5
            let (controller, table) = try shown(request)
            for name in ["f", "e", "d", "c", "b", "a"] {
                item(name, nil)
                try context.save()
            }
            #expect(controller.fetchedObjects?.map(Table.name) == ["a", "b", "c", "d", "e"])
            #expect(controller.sections?[0].numberOfObjects == 5)
            #expect(matches(table, controller))
        }
    }

    @Test func `a changed value that is no sort key is an update, also for a predicate of one object`() throws {
        try context.performAndWait {
            let object = item("a", nil)
            try context.save()
            let (controller, table) = try shown(request(NSPredicate(format: "SELF == %@", object.objectID)))
            object.setValue(7, forKey: "rank")
            try context.save()
            #expect(table.take() == ["will", "update a", "did"])
            #expect(matches(table, controller))
        }
    }

    @Test func `the only object of a section moves to another, new one`() throws {
        try context.performAndWait {
            let object = item("a", "x")
            item("b", "z")
            try context.save()
            let (controller, table) = try shown(request(by: ["kind", "name"]), sections: "kind")
            object.setValue("y", forKey: "kind")
            try context.save()
            #expect(table.take() == ["will", "delete section x", "insert section y", "move a", "did"])
            #expect(matches(table, controller))
            object.setValue("z", forKey: "kind")
            try context.save()
            #expect(table.take() == ["will", "delete section y", "move a", "did"])
            #expect(matches(table, controller))
        }
    }

    @Test func `deleting everything deletes the sections`() throws {
        try context.performAndWait {
            for (name, kind) in [("a", "x"), ("b", "x"), ("c", "y")] { item(name, kind) }
            try context.save()
            let (controller, table) = try shown(request(by: ["kind", "name"]), sections: "kind")
            for object in controller.fetchedObjects ?? [] { context.delete(object) }
            try context.save()
            #expect(table.sections.isEmpty)
            #expect(controller.fetchedObjects?.isEmpty == true)
        }
    }

    @Test func `an object that another context makes match enters the results of a merge`() throws {
        try context.performAndWait {
            item("a", "hidden")
            try context.save()
            context.reset()
            let (controller, table) = try shown(request(NSPredicate(format: "kind == 'shown'")))
            let other = store.context()
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.performAndWait {
                try other.fetch(request()).first?.setValue("shown", forKey: "kind")
                try other.save()
            }
            context.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            #expect(table.take() == ["will", "insert a", "did"])
            #expect(matches(table, controller))
        }
    }

    @Test func `a merged deletion leaves the results`() throws {
        try context.performAndWait {
            item("a", nil)
            item("b", nil)
            try context.save()
            context.reset()
            let (controller, table) = try shown(request())
            let other = store.context()
            let notices = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.performAndWait {
                other.delete(try #require(try other.fetch(request()).first))
                try other.save()
            }
            context.mergeChanges(fromContextDidSave: try #require(notices.received.first))
            #expect(table.take().map { $0.hasPrefix("delete") }.contains(true))
            #expect(controller.fetchedObjects?.map(Table.name) == ["b"])
        }
    }

    @Test func `a modified request has an effect with the next fetch`() throws {
        try context.performAndWait {
            for name in ["a", "b"] { item(name, nil) }
            try context.save()
            let (controller, table) = try shown(request())
            controller.fetchRequest.predicate = NSPredicate(format: "name == 'b'")
            #expect(controller.fetchedObjects?.count == 2)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.map(Table.name) == ["b"])
            #expect(table.take().isEmpty)
        }
    }

    @Test func `a row is found by its object, and other objects are not`() throws {
        try context.performAndWait {
            let objects = ["a", "b", "c"].map { item($0, "x") }
            try context.save()
            let (controller, _) = try shown(request(NSPredicate(format: "name != 'b'"), by: ["kind", "name"]), sections: "kind")
            #expect(controller.indexPath(forObject: objects[2]) == IndexPath(item: 1, section: 0))
            #expect(controller.indexPath(forObject: objects[1]) == nil)
            #expect(controller.object(at: IndexPath(item: 1, section: 0)) === objects[2])
        }
    }

    @Test func `the names of sections are texts, and their titles the first letters`() throws {
        try context.performAndWait {
            for (name, rank) in [("a", 10), ("b", 9), ("c", 10)] { item(name, nil, rank) }
            try context.save()
            let (controller, _) = try shown(request(by: ["rank", "name"]), sections: "rank")
            #expect(controller.sections?.map(\.name) == ["9", "10"])
            #expect(controller.sectionIndexTitles == ["9", "1"])
            #expect(controller.section(forSectionIndexTitle: "1", at: 1) == 1)
        }
    }

    @Test func `objects without a value are in a section with an empty name`() throws {
        try context.performAndWait {
            item("a", nil)
            item("b", "x")
            try context.save()
            let (controller, _) = try shown(request(by: ["kind", "name"]), sections: "kind")
            #expect(controller.sections?.map(\.name) == ["", "x"])
        }
    }

    @Test func `one save is one update of the delegate`() throws {
        try context.performAndWait {
            let objects = ["b", "d", "f"].map { item($0, "x") }
            try context.save()
            let (controller, table) = try shown(request(by: ["kind", "name"]), sections: "kind")
            item("a", "x")
            item("c", "w")
            objects[0].setValue("z", forKey: "name")
            context.delete(objects[1])
            objects[2].setValue(4, forKey: "rank")
            try context.save()
            let heard = table.take()
            #expect(heard.filter { $0 == "will" }.count == 1)
            #expect(heard.filter { $0 == "did" }.count == 1)
            #expect(matches(table, controller))
        }
    }

    @Test func `a change that is undone before it is processed is none`() throws {
        try context.performAndWait {
            let object = item("a", nil)
            try context.save()
            let (controller, table) = try shown(request())
            object.setValue("b", forKey: "name")
            object.setValue("a", forKey: "name")
            try context.save()
            #expect(!table.take().contains("move a"))
            #expect(matches(table, controller))
        }
    }

    @Test func `a rollback takes back what was shown`() throws {
        try context.performAndWait {
            item("a", nil)
            try context.save()
            let (controller, table) = try shown(request())
            item("b", nil)
            context.processPendingChanges()
            #expect(table.sections == [["a", "b"]])
            context.rollback()
            #expect(table.sections == [["a"]])
            #expect(matches(table, controller))
        }
    }
}
