import Foundation
import Observation
import StrataTestSupport
import Synchronization
import Testing

@testable import CoreData

/// Live results while the store cannot be read: they keep their last rows, say that they are stale,
/// and are equal to a fresh fetch when it can be read again.
@Suite(.eachStore) struct StaleResultsTests {
    private let store: TestStore
    private let failures = EngineFailures()
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext

    /// Five earthquakes "q0" to "q4", of increasing magnitudes.
    init() throws {
        store = try TestStore()
        let writing = store.context()
        try writing.run {
            for number in 0..<5 {
                let quake = Quake(context: writing)
                (quake.code, quake.magnitude, quake.place) = ("q\(number)", Float(number), number < 3 ? "low" : "high")
            }
            try writing.save()
        }
        store.container.forgetRows()
        failures.install(in: store.container.persistentStoreCoordinator)
        context = store.context()
        other = store.context()
    }

    private var request: NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "magnitude >= 1")
        request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
        return request
    }

    private func controller(sections: String? = nil) throws -> NSFetchedResultsController<Quake> {
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
        try controller.performFetch()
        return controller
    }

    private func quake(_ code: String, in context: NSManagedObjectContext) throws -> Quake {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "code == %@", code)
        return try #require(try context.fetch(request).first)
    }

    /// Saves a change in another context, and merges it while reads fail.
    private func mergeUnread(_ change: (NSManagedObjectContext) throws -> Void) throws {
        failures.recover()
        let saved = Notices(.NSManagedObjectContextDidSave, of: other)
        try other.run {
            try change(other)
            try other.save()
        }
        store.container.forgetRows()
        failures.failReads()
        context.mergeChanges(fromContextDidSave: try #require(saved.received.last))
    }

    /// Merges a change that concerns no object of the results.
    private func mergeSomething() {
        context.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: other, userInfo: [:]))
    }

    private final class Delegate: NSFetchedResultsControllerDelegate {
        var stale: [Bool] = []
        var codes: [[String?]] = []

        func controllerDidChangeStaleness(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            stale.append(controller.isStale)
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            codes.append((controller.fetchedObjects ?? []).map { ($0 as? Quake)?.code })
        }
    }

    @Test func `a computed section is computed again after the object with former values is no longer in use`() throws {
        try context.run {
            let results = try LiveResults.shared(
                request: request, section: { SectionKey(\Quake.initialOfPlace, of: $0) }, in: context)
            func sections() -> [String?] {
                results.sections.flatMap { section in section.range.map { _ in section.identifier(as: String?.self) } }
            }
            #expect(sections() == ["l", "l", "h", "h"])
            var used: Quake? = try quake("q2", in: context)
            #expect(used?.place == "low")
            weak let object = used
            let saved = Notices(.NSManagedObjectContextDidSave, of: other)
            try other.run {
                try quake("q2", in: other).place = "zero"
                try other.save()
            }
            store.container.forgetRows()
            // The object cannot be merged, not even by itself, and the result can be updated.
            failures.failReads { $0 <= 2 }
            context.mergeChanges(fromContextDidSave: try #require(saved.received.last))
            #expect(!results.isStale)
            #expect(used?.place == "low")
            used = nil
            #expect(object == nil)
            // Nothing is read for an object that is not in use, so the store is not known to be readable.
            failures.failReads()
            context.processPendingChanges()
            #expect(results.isStale)
            #expect(context.coordinator.outage.end())
            failures.recover()
            mergeSomething()
            #expect(sections() == ["l", "z", "h", "h"])
        }
    }

    @Test(arguments: [nil, "place"])
    func `results that cannot be updated keep their rows, and recover with the next merge`(_ sections: String?) throws {
        try context.run {
            let controller = try controller(sections: sections)
            let delegate = Delegate()
            controller.delegate = delegate
            #expect(controller.fetchedObjects?.map(\.code) == ["q1", "q2", "q3", "q4"])
            #expect(!controller.isStale)
            #expect(controller.staleSince == nil)
            #expect(controller.fetchError == nil)
            let before = Date()
            try mergeUnread { try quake("q2", in: $0).magnitude = 9 }
            #expect(controller.isStale)
            #expect(controller.staleSince ?? .distantPast >= before)
            #expect(controller.fetchError.map(EngineFailures.caused) == true)
            #expect(controller.fetchedObjects?.map(\.code) == ["q1", "q2", "q3", "q4"])
            #expect(delegate.stale == [true])
            #expect(delegate.codes.isEmpty)
            // Another change that cannot be read either.
            try mergeUnread { $0.delete(try quake("q3", in: $0)) }
            #expect(delegate.stale == [true])
            let since = controller.staleSince
            #expect(controller.fetchedObjects?.count == 4)
            failures.recover()
            mergeSomething()
            #expect(!controller.isStale)
            #expect(since != nil)
            #expect(controller.staleSince == nil)
            #expect(controller.fetchError == nil)
            #expect(controller.fetchedObjects == (try context.fetch(request)))
            if sections == nil { #expect(controller.fetchedObjects?.map(\.code) == ["q1", "q4", "q2"]) }
            #expect(delegate.stale == [true, false])
            #expect(delegate.codes.count == 1)
        }
    }

    @Test func `results that cannot be updated recover with the next change of their context`() throws {
        try context.run {
            let controller = try controller()
            let delegate = Delegate()
            controller.delegate = delegate
            try mergeUnread { try quake("q2", in: $0).magnitude = 9 }
            #expect(controller.isStale)
            failures.recover()
            Quake(context: context).magnitude = 1.5
            context.processPendingChanges()
            #expect(!controller.isStale)
            #expect(controller.fetchedObjects?.map(\.magnitude) == [1, 1.5, 3, 4, 9])
            #expect(delegate.codes.last == ["q1", nil, "q3", "q4", "q2"])
        }
    }

    @Test func `a row that was not read yet is an unreadable object`() throws {
        try context.run {
            let controller = try controller()
            failures.failReads()
            let quake = controller.object(at: [0, 1])
            #expect(quake.isFault)
            #expect(context.isUnreadable(quake))
            #expect(quake.code == nil)
            #expect(quake.magnitude == 0)
            #expect(controller.object(at: [0, 1]) === quake)
            failures.recover()
            #expect(controller.object(at: [0, 1]) === quake)
            #expect(quake.code == "q2")
            #expect(!context.isUnreadable(quake))
        }
    }

    @Test func `an object that was read recovers the results of its context`() throws {
        try context.run {
            let controller = try controller()
            let delegate = Delegate()
            controller.delegate = delegate
            try mergeUnread { try quake("q2", in: $0).magnitude = 9 }
            let first = controller.object(at: [0, 0])
            #expect(first.code == nil)
            failures.recover()
            #expect(first.code == "q1")
            context.processPendingChanges()
            #expect(!controller.isStale)
            #expect(delegate.codes == [["q1", "q3", "q4", "q2"]])
        }
    }

    @Test func `stale results have the permanent IDs of objects that were saved`() throws {
        try context.run {
            let controller = try controller()
            let delegate = Delegate()
            controller.delegate = delegate
            let new = Quake(context: context)
            (new.code, new.magnitude) = ("new", 1.5)
            context.processPendingChanges()
            #expect(controller.object(at: [0, 1]) === new)
            try mergeUnread { try quake("q4", in: $0).magnitude = 0 }
            #expect(controller.isStale)
            try context.save()
            #expect(!new.objectID.isTemporaryID)
            #expect(controller.object(at: [0, 1]) === new)
            #expect(controller.indexPath(forObject: new) == [0, 1])
            failures.recover()
            mergeSomething()
            #expect(controller.fetchedObjects?.map(\.code) == ["q1", "new", "q2", "q3"])
        }
    }

    @Test func `a fetch does not return stale results`() throws {
        try context.run {
            let controller = try controller()
            try mergeUnread { try quake("q2", in: $0).magnitude = 9 }
            #expect(throws: NSError.self) { try controller.performFetch() }
            #expect(controller.fetchedObjects?.count == 4)
            failures.recover()
            try controller.performFetch()
            #expect(!controller.isStale)
            #expect(controller.fetchedObjects?.map(\.code) == ["q1", "q3", "q4", "q2"])
        }
    }

    @Test func `an observer is notified of staleness and of the recovery`() throws {
        try context.run {
            let results = try FetchedResultsObserver(fetchRequest: request, managedObjectContext: context)
            let changes = Mutex(0)
            func observe() {
                withObservationTracking {
                    _ = results.isStale
                    _ = results.fetchError
                } onChange: {
                    changes.withLock { $0 += 1 }
                }
            }
            observe()
            try mergeUnread { try quake("q2", in: $0).magnitude = 9 }
            #expect(changes.withLock { $0 } == 1)
            #expect(results.isStale)
            #expect(results.staleSince != nil)
            #expect(results.fetchError != nil)
            #expect(results.objects.count == 4)
            observe()
            failures.recover()
            mergeSomething()
            #expect(changes.withLock { $0 } == 2)
            #expect(!results.isStale)
            #expect(results.fetchError == nil)
            #expect(results.objects.map(\.code) == ["q1", "q3", "q4", "q2"])
        }
    }

    @Test func `a placement that fails in the middle leaves the results as they were`() throws {
        try context.run {
            // Equal sort keys, so that rows are compared.
            for code in ["q1", "q2", "q3", "q4"] { try quake(code, in: context).magnitude = 5 }
            try context.save()
            let request = request
            request.sortDescriptors?.append(NSSortDescriptor(key: "code", ascending: false))
            let results = try LiveResults.shared(request: request, sectionKey: "place", in: context)
            let shown = results.arrangement
            let moved = try quake("q1", in: context)
            var wasStale = false
            for number in 1...6 {
                store.container.forgetRows()
                moved.code = "r\(number)"
                failures.failReads { $0 == number }
                context.processPendingChanges()
                failures.recover()
                if results.isStale {
                    wasStale = true
                    #expect(results.rowIDs.indices.map { results.rowIDs[$0] } == shown.rowIDs.indices.map { shown.rowIDs[$0] })
                    #expect(results.sections.map(\.range) == shown.sections.map(\.range))
                }
                moved.code = "q1"
                context.processPendingChanges()
                #expect(!results.isStale)
                let expected = try context.fetch(request)
                #expect((0..<results.count).map { results.object(at: $0) } == expected)
            }
            #expect(wasStale)
        }
    }
}

extension Quake {
    /// The first letter of the place.
    fileprivate var initialOfPlace: String? { place?.first.map { "\($0)" } }
}
