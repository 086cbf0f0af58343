import CoreData
import SwiftUI
import Testing

/// Fetched results controllers as the documentation of `NSFetchedResultsController` and its
/// delegate describes them.
@MainActor
struct FetchedResultsControllerTests {
    private func controller(
        _ store: Harvests, sections: String? = nil, by keys: [String] = ["name"], cacheName: String? = nil
    ) -> NSFetchedResultsController<Harvest> {
        let request = NSFetchRequest<Harvest>(entityName: "Harvest")
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: store.context, sectionNameKeyPath: sections, cacheName: cacheName)
    }

    private func names(_ controller: NSFetchedResultsController<Harvest>) -> [String]? {
        controller.fetchedObjects?.map { $0.name ?? "" }
    }

    @Test func `there are no fetched objects before the fetch`() throws {
        let controller = controller(try Harvests())
        #expect(controller.fetchedObjects == nil)
        try controller.performFetch()
        #expect(names(controller) == ["Apples", "Beans", "Leeks", "Pears"])
    }

    @Test func `a controller tells what it was initialized with`() throws {
        let store = try Harvests()
        let controller = controller(store, sections: "kind", by: ["kind"])
        #expect(controller.sectionNameKeyPath == "kind")
        #expect(controller.managedObjectContext === store.context)
        #expect(controller.cacheName == nil)
        #expect(controller.fetchRequest.entityName == "Harvest")
    }

    @Test func `without a key path for sections there is one section`() throws {
        let controller = controller(try Harvests())
        try controller.performFetch()
        #expect(controller.sections?.count == 1)
        #expect(controller.sections?.first?.numberOfObjects == 4)
    }

    @Test func `the key path groups the objects into sections with names`() throws {
        let controller = controller(try Harvests(), sections: "kind", by: ["kind", "name"])
        try controller.performFetch()
        let sections = try #require(controller.sections)
        #expect(sections.map(\.name) == ["fruit", "greens"])
        #expect(sections.map(\.numberOfObjects) == [2, 2])
        #expect((sections[1].objects as? [Harvest])?.map { $0.name } == ["Beans", "Leeks"])
    }

    @Test func `an index path has the section and the position in it`() throws {
        let store = try Harvests()
        let controller = controller(store, sections: "kind", by: ["kind", "name"])
        try controller.performFetch()
        #expect(controller.object(at: IndexPath(indexes: [1, 0])).name == "Beans")
        #expect(controller.indexPath(forObject: try store.harvest("Pears")) == IndexPath(indexes: [0, 1]))
    }

    @Test func `an object that is not in the results has no index path`() throws {
        let store = try Harvests()
        let controller = controller(store)
        controller.fetchRequest.predicate = NSPredicate(format: "kind == 'greens'")
        try controller.performFetch()
        #expect(controller.indexPath(forObject: try store.harvest("Apples")) == nil)
    }

    @Test func `the index title of a section is the capitalized first letter of its name`() throws {
        let controller = controller(try Harvests(), sections: "kind", by: ["kind", "name"])
        try controller.performFetch()
        #expect(controller.sectionIndexTitle(forSectionName: "fruit") == "F")
        #expect(controller.sectionIndexTitles == ["F", "G"])
        #expect(controller.section(forSectionIndexTitle: "G", at: 1) == 1)
    }

    @Test func `without a delegate the objects stay as they were fetched`() throws {
        let store = try Harvests()
        let controller = controller(store)
        try controller.performFetch()
        Harvest.add("Figs", to: store.context)
        try store.context.save()
        #expect(names(controller) == ["Apples", "Beans", "Leeks", "Pears"])
    }

    @Test func `a changed request takes effect when the fetch is performed again`() throws {
        let controller = controller(try Harvests())
        try controller.performFetch()
        controller.fetchRequest.predicate = NSPredicate(format: "kind == 'fruit'")
        try controller.performFetch()
        #expect(names(controller) == ["Apples", "Pears"])
    }

    // MARK: The delegate

    private final class Recorder: NSObject, NSFetchedResultsControllerDelegate {
        var calls: [String] = []

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("will")
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("did")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
            for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let name = (anObject as? Harvest)?.name ?? "?"
            calls.append("\(word(type)) \(name) \(text(indexPath)) \(text(newIndexPath))")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo,
            atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
        ) {
            calls.append("section \(word(type)) \(sectionInfo.name) \(sectionIndex)")
        }

        private func text(_ path: IndexPath?) -> String { path.map { $0.map(String.init).joined(separator: ".") } ?? "-" }

        private func word(_ type: NSFetchedResultsChangeType) -> String {
            switch type {
            case .insert: "insert"
            case .delete: "delete"
            case .move: "move"
            case .update: "update"
            @unknown default: "other"
            }
        }
    }

    /// Performs a change, and returns the calls of the delegate.
    private func calls(sections: String? = nil, by keys: [String] = ["name"], change: (Harvests) throws -> Void) throws
        -> [String]
    {
        let store = try Harvests()
        let controller = controller(store, sections: sections, by: keys)
        let recorder = Recorder()
        controller.delegate = recorder
        try controller.performFetch()
        try change(store)
        store.context.processPendingChanges()
        return recorder.calls
    }

    @Test func `an insertion has only a new index path`() throws {
        #expect(try calls { Harvest.add("Figs", to: $0.context) } == ["will", "insert Figs - 0.2", "did"])
    }

    @Test func `a deletion has only the previous index path`() throws {
        #expect(try calls { $0.context.delete(try $0.harvest("Leeks")) } == ["will", "delete Leeks 0.2 -", "did"])
    }

    @Test func `a change of a value that is no sort key is an update`() throws {
        let calls = try calls { try $0.harvest("Beans").amount = 31 }
        #expect(calls.first == "will")
        #expect(calls.last == "did")
        #expect(calls.filter { $0.hasPrefix("update Beans 0.1") }.count == 1)
        #expect(calls.count == 3)
    }

    @Test func `a change of the sort key that changes the position is a move`() throws {
        #expect(try calls { try $0.harvest("Apples").name = "Nuts" } == ["will", "move Nuts 0.0 0.2", "did"])
    }

    @Test func `an object that no longer matches the predicate is a deletion, and one that matches an insertion`() throws {
        let store = try Harvests()
        let controller = controller(store)
        controller.fetchRequest.predicate = NSPredicate(format: "amount >= 20")
        let recorder = Recorder()
        controller.delegate = recorder
        try controller.performFetch()
        try store.harvest("Beans").amount = 1
        store.context.processPendingChanges()
        #expect(recorder.calls == ["will", "delete Beans 0.0 -", "did"])
        recorder.calls = []
        try store.harvest("Apples").amount = 50
        store.context.processPendingChanges()
        #expect(recorder.calls == ["will", "insert Apples - 0.0", "did"])
    }

    @Test func `a change of an object outside the results calls no method`() throws {
        let store = try Harvests()
        let controller = controller(store)
        controller.fetchRequest.predicate = NSPredicate(format: "kind == 'fruit'")
        let recorder = Recorder()
        controller.delegate = recorder
        try controller.performFetch()
        try store.harvest("Beans").amount = 1
        store.context.processPendingChanges()
        #expect(recorder.calls.isEmpty)
    }

    @Test func `a new section is reported before its first object`() throws {
        let calls = try calls(sections: "kind", by: ["kind", "name"]) { Harvest.add("Walnuts", "nuts", to: $0.context) }
        #expect(calls == ["will", "section insert nuts 2", "insert Walnuts - 2.0", "did"])
    }

    @Test func `a section ends with its last object`() throws {
        let calls = try calls(sections: "kind", by: ["kind", "name"]) { store in
            store.context.delete(try store.harvest("Apples"))
            store.context.delete(try store.harvest("Pears"))
        }
        #expect(calls.contains("section delete fruit 0"))
        #expect(calls.filter { $0.hasPrefix("delete ") }.sorted() == ["delete Apples 0.0 -", "delete Pears 0.1 -"])
    }

    private final class Differences: NSObject, NSFetchedResultsControllerDelegate {
        var insertions: [Int] = []
        var removals: [Int] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            for change in diff {
                switch change {
                case .insert(let offset, _, _): insertions.append(offset)
                case .remove(let offset, _, _): removals.append(offset)
                }
            }
        }
    }

    @Test func `a delegate can receive the difference of the object identifiers`() throws {
        let store = try Harvests()
        let controller = controller(store)
        let delegate = Differences()
        controller.delegate = delegate
        try controller.performFetch()
        delegate.insertions = []
        delegate.removals = []
        Harvest.add("Figs", to: store.context)
        store.context.delete(try store.harvest("Apples"))
        store.context.processPendingChanges()
        #expect(delegate.removals == [0])
        #expect(delegate.insertions == [1])
    }

    private final class Titles: NSObject, NSFetchedResultsControllerDelegate {
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            sectionIndexTitleForSectionName sectionName: String
        ) -> String? { "\(sectionName.count)" }
    }

    @Test func `a delegate can give the index titles of sections`() throws {
        let controller = controller(try Harvests(), sections: "kind", by: ["kind", "name"])
        let delegate = Titles()
        controller.delegate = delegate
        try controller.performFetch()
        #expect(controller.sectionIndexTitle(forSectionName: "greens") == "6")
    }

    private final class Snapshots: NSObject, NSFetchedResultsControllerDelegate {
        var sections: [String] = []
        var objects: [NSManagedObjectID] = []
        var otherCalls = 0

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            sections = snapshot.sectionIdentifiers.compactMap { $0 as? String }
            objects = snapshot.itemIdentifiers.compactMap { $0 as? NSManagedObjectID }
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { otherCalls += 1 }
    }

    @Test func `a delegate that receives snapshots receives no other changes`() throws {
        let store = try Harvests()
        let controller = controller(store, sections: "kind", by: ["kind", "name"])
        let delegate = Snapshots()
        controller.delegate = delegate
        try controller.performFetch()
        try store.harvest("Apples").kind = "greens"
        store.context.processPendingChanges()
        #expect(delegate.sections == ["fruit", "greens"])
        #expect(delegate.objects == ["Pears", "Apples", "Beans", "Leeks"].compactMap { try? store.harvest($0).objectID })
        #expect(delegate.otherCalls == 0)
    }
}
