import Foundation
import Testing

@testable import CoreData

/// The rules by which a controller notifies its delegate, one test for each. The quakes are sorted
/// by day, then by magnitude.
@Suite(.eachStore) struct FetchedResultsControllerTests {
    /// A delegate that records the notifications that it receives.
    private final class Listener: NSFetchedResultsControllerDelegate {
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
            heard.append("\(type) section \(sectionIndex) of \(sectionInfo.numberOfObjects)")
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let places = [indexPath, newIndexPath].map { $0.map { "\($0.section).\($0.row)" } ?? "nil" }
            heard.append("\(type) \((anObject as? Quake)?.code ?? "?") \(places[0]) to \(places[1])")
        }

        func take() -> [String] {
            defer { heard = [] }
            return heard
        }
    }

    private struct World {
        let store: TestStore
        let context: NSManagedObjectContext
        let controller: NSFetchedResultsController<Quake>
        let listener = Listener()

        /// Saves the quakes a to f, two for each day, with magnitudes from 1 to 6.
        init(_ store: TestStore, _ context: NSManagedObjectContext, sections: String?, predicate: String) throws {
            (self.store, self.context) = (store, context)
            for (index, code) in ["a", "b", "c", "d", "e", "f"].enumerated() {
                _ = World.quake(context, code, index / 2, index + 1)
            }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: predicate)
            request.sortDescriptors = [
                NSSortDescriptor(key: "day", ascending: true), NSSortDescriptor(key: "magnitude", ascending: true),
            ]
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
            controller.delegate = listener
            try controller.performFetch()
        }

        static func quake(_ context: NSManagedObjectContext, _ code: String, _ day: Int, _ magnitude: Int) -> Quake {
            let quake = Quake(context: context)
            quake.setValue(code, forKey: "code")
            quake.setValue(date(day), forKey: "day")
            quake.setValue(date(day), forKey: "time")
            quake.setValue(Float(magnitude), forKey: "magnitude")
            return quake
        }

        static func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day) * 86_400) }

        subscript(code: String) -> Quake {
            guard let quake = controller.fetchedObjects?.first(where: { $0.code == code }) else { fatalError("no quake \(code)") }
            return quake
        }

        /// Returns the notifications that `change` causes.
        func hear(_ change: () throws -> Void) rethrows -> [String] {
            try change()
            context.processPendingChanges()
            return listener.take()
        }

        var shown: String {
            (controller.sections ?? []).map { section in
                (section.objects as? [Quake] ?? []).map { $0.code ?? "" }.joined()
            }.joined(separator: " ")
        }
    }

    private func with(
        sections: String? = "day", predicate: String = "TRUEPREDICATE", _ body: (World) throws -> Void
    ) throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait { try body(World(store, context, sections: sections, predicate: predicate)) }
    }

    @Test func askingBeforeTheFetchTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try TestStore()
            let context = store.context()
            context.performAndWait {
                let request = NSFetchRequest<Quake>(entityName: "Quake")
                request.sortDescriptors = [NSSortDescriptor(key: "day", ascending: true)]
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                _ = controller.object(at: IndexPath(row: 0, section: 0))
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("before performFetch()"))
    }

    @Test func sectionsAndPlaces() throws {
        try with { world in
            #expect(world.shown == "ab cd ef")
            let controller = world.controller
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 2, 2])
            #expect(controller.object(at: IndexPath(row: 1, section: 2)).code == "f")
            #expect(controller.indexPath(forObject: world["d"]) == IndexPath(row: 1, section: 1))
            #expect(controller.fetchedObjects?.map(\.code) == ["a", "b", "c", "d", "e", "f"])
        }
    }

    @Test func anUpdateKeepsItsPlace() throws {
        try with { world in
            #expect(world.hear { world["c"].setValue("here", forKey: "place") } == ["will", "update c 1.0 to 1.0", "did"])
        }
    }

    @Test func aChangeOfASortKeyIsAMove() throws {
        try with { world in
            #expect(world.hear { world["a"].setValue(9, forKey: "magnitude") } == ["will", "move a 0.0 to 0.1", "did"])
            // A change of a sort key is reported as a move even if the position stays the same.
            #expect(world.hear { world["a"].setValue(8, forKey: "magnitude") } == ["will", "move a 0.1 to 0.1", "did"])
        }
    }

    @Test func movesAcrossSections() throws {
        try with { world in
            #expect(
                world.hear { world["a"].setValue(World.date(2), forKey: "day") } == ["will", "move a 0.0 to 2.0", "did"])
            #expect(world.shown == "b cd aef")
            // The move of the last object of a section deletes the section.
            #expect(
                world.hear { world["b"].setValue(World.date(1), forKey: "day") }
                    == ["will", "delete section 0 of 1", "move b 0.0 to 0.0", "did"])
            #expect(world.shown == "bcd aef")
            #expect(
                world.hear { world["e"].setValue(World.date(7), forKey: "day") }
                    == ["will", "insert section 2 of 1", "move e 1.1 to 2.0", "did"])
            #expect(world.shown == "bcd af e")
        }
    }

    @Test func sectionsBeforeObjects() throws {
        try with { world in
            let heard = world.hear {
                world.context.delete(world["a"])
                world.context.delete(world["b"])
                _ = World.quake(world.context, "x", 9, 1)
                world["c"].setValue("here", forKey: "place")
            }
            #expect(heard.first == "will" && heard.last == "did")
            #expect(Array(heard[1...2]) == ["delete section 0 of 2", "insert section 2 of 1"])
            #expect(
                Set(heard[3...6]) == ["delete a 0.0 to nil", "delete b 0.1 to nil", "update c 1.0 to 0.0", "insert x nil to 2.0"])
            #expect(world.shown == "cd ef x")
        }
    }

    @Test func thePredicateDecidesWhoEntersAndLeaves() throws {
        try with(sections: nil, predicate: "magnitude > 2") { world in
            #expect(world.controller.sections?.count == 1 && world.shown == "cdef")
            #expect(world.hear { world["c"].setValue(1, forKey: "magnitude") } == ["will", "delete c 0.0 to nil", "did"])
            let a = try world.context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first { $0.code == "a" }
            #expect(world.hear { a?.setValue(7, forKey: "magnitude") } == ["will", "insert a nil to 0.0", "did"])
            // A change of an object that is neither in the old nor in the new results is not
            // reported.
            #expect(world.hear { a?.setValue(1, forKey: "magnitude") }.count == 3)
            #expect(world.hear { a?.setValue(2, forKey: "magnitude") } == [])
        }
    }

    @Test func aSaveTellsNothingNew() throws {
        try with { world in
            _ = world.hear { _ = World.quake(world.context, "x", 1, 9) }
            #expect(world.shown == "ab cdx ef")
            let heard = try world.hear { try world.context.save() }
            #expect(heard == [])
            #expect(world.shown == "ab cdx ef")
            #expect(world.hear { world["x"].setValue("there", forKey: "place") } == ["will", "update x 1.2 to 1.2", "did"])
        }
    }

    @Test func anotherContextsSaveIsMerged() throws {
        try with { world in
            world.context.automaticallyMergesChangesFromParent = false
            let (context, other) = (world.context, world.store.context())
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: other, queue: nil
            ) { context.mergeChanges(fromContextDidSave: $0) }
            defer { NotificationCenter.default.removeObserver(token) }
            let gone = world["d"]
            let codes = ["b": "place", "e": "magnitude"]
            try other.performAndWait {
                for quake in try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")) {
                    if quake.code == "d" { other.delete(quake) }
                    if let key = quake.code.flatMap({ codes[$0] }) {
                        quake.setValue(key == "place" ? "x" as Any : 99, forKey: key)
                    }
                }
                try other.save()
            }
            let heard = world.listener.take()
            #expect(Set(heard) == ["will", "delete d 1.1 to nil", "update b 0.1 to 0.1", "move e 2.0 to 2.1", "did"])
            #expect(world.shown == "ab c fe")
            #expect(gone.isDeleted)
        }
    }

    @Test func withoutADelegateNothingMoves() throws {
        try with { world in
            world.controller.delegate = nil
            world.context.delete(world["a"])
            world.context.processPendingChanges()
            #expect(world.controller.sections?.map(\.numberOfObjects) == [2, 2, 2])
            world.controller.delegate = world.listener
            #expect(world.shown == "b cd ef" && world.listener.take() == [])
        }
    }

    /// A save replaces the temporary ID of a new object. The controller finds the object by its
    /// permanent ID.
    @Test func withoutADelegateNewObjectsAreSaved() throws {
        try with { world in
            world.controller.delegate = nil
            let new = World.quake(world.context, "x", 1, 9)
            try world.controller.performFetch()
            try world.context.save()
            #expect(world.shown == "ab cdx ef")
            #expect(world.controller.object(at: IndexPath(row: 2, section: 1)) === new)
        }
    }

    @Test func sectionsThatDoNotStandTogetherAreRefused() throws {
        try with { world in
            world.controller.fetchRequest.sortDescriptors = [
                NSSortDescriptor(key: "place", ascending: true), NSSortDescriptor(key: "magnitude", ascending: false),
            ]
            world["c"].setValue("z", forKey: "place")
            let error = #expect(throws: NSError.self) { try world.controller.performFetch() }
            #expect(error?.code == 134060 && error?.localizedDescription.contains("'day'") == true)
        }
    }
}
