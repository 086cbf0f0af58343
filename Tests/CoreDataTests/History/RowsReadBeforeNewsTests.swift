import Foundation
import StrataTestSupport
import Synchronization
import Testing

@testable import CoreData

/// Rows that a coordinator reads between several transactions of another one, before it looks for
/// external changes.
@Suite(.timeLimit(.whenStuck)) struct RowsReadBeforeNewsTests: Sendable {
    private let store: TestStore
    private let other: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        other = try NSPersistentContainer.loaded(store.url, history: true).newBackgroundContext()
    }

    private var coordinator: NSPersistentStoreCoordinator { store.container.persistentStoreCoordinator }

    /// Inserts a quake in the other coordinator, calls `read` with its ID in this one, edits the
    /// quake in the other coordinator again, and has this one look for external changes, which it
    /// does not do before.
    private func insert(
        read: @Sendable (NSManagedObjectID) throws -> Void, thenEdit edit: @Sendable (Quake) -> Void
    ) throws -> NSManagedObjectID {
        let first = try #require(try coordinator.requireStores().stores.first)
        let objectID = try first.sqlite.looking.withLock { [coordinator, other] _ in
            try other.performAndWait {
                let quake = Quake(context: other)
                quake.code = "a"
                quake.magnitude = 1
                try other.save()
                let objectID = try #require(coordinator.own(quake.objectID))
                try read(objectID)
                edit(quake)
                try other.save()
                return objectID
            }
        }
        coordinator.publishExternalChanges(first)
        return objectID
    }

    private func readRow(_ objectID: NSManagedObjectID) throws {
        _ = try coordinator.rows(objectID.entity.layout, [objectID.rowID])
        try #require(coordinator.cache[RowKey(objectID.entity.layout, objectID.rowID)] != nil)
    }

    @Test func `a row that is inserted, read and updated is read again`() throws {
        let objectID = try insert(read: readRow) { $0.magnitude = 5 }
        let row = try coordinator.rows(objectID.entity.layout, [objectID.rowID])[objectID.rowID]
        #expect(row?.values[2] == .double(5))
    }

    @Test func `a row that is inserted, read and deleted is gone`() throws {
        let objectID = try insert(read: readRow) { $0.managedObjectContext?.delete($0) }
        #expect(try coordinator.rows(objectID.entity.layout, [objectID.rowID]).isEmpty)
    }

    @Test func `a context that merges automatically has the values and deletions of rows it read before`() throws {
        let reader = store.context()
        reader.automaticallyMergesChangesFromParent = true
        reader.retainsRegisteredObjects = true
        @Sendable func read(_ objectID: NSManagedObjectID) throws {
            try reader.performAndWait {
                try #require(try reader.existingObject(with: objectID).value(forKey: "magnitude") as? Float == 1)
            }
        }
        let updated = try insert(read: read) { $0.setValue("b", forKey: "code") }
        #expect(try reader.performAndWait { try reader.existingObject(with: updated).value(forKey: "code") as? String } == "b")
        let deleted = try insert(read: read) { $0.managedObjectContext?.delete($0) }
        #expect(reader.performAndWait { reader.registeredObject(for: deleted)?.managedObjectContext } == nil)
    }

    /// Inserts, updates and deletions in one coordinator, with reads and looks of the other in
    /// between.
    @Test func `the row cache has no old row after a look`() throws {
        let run = RandomRun(name: "FollowedRows", operationsPerWorld: 30, operation: { FollowedWorld.Operation(&$0) }) {
            operations, _, didOne in
            let world = try FollowedWorld()
            try world.perform(operations, didOne)
        }
        run(SoakSettings.operations ?? 3_000, seed: testSeed())
    }
}

/// A coordinator that writes and one that reads, and that looks for external changes only when the
/// world lets it.
private final class FollowedWorld: @unchecked Sendable {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    struct Operation: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case insert, update, delete, read, look, saveOwn
        }

        let kind: Kind
        let number: Int

        init(_ random: inout SeededGenerator) {
            let kinds = Kind.allCases + [.insert, .update, .update, .read, .read]
            kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            number = Int.random(in: 0..<1_000, using: &random)
        }

        var description: String { "\(kind) \(number)" }
    }

    private let store: TestStore
    private let writer: NSManagedObjectContext
    private let saver: NSManagedObjectContext
    private var count = 0

    init() throws {
        store = try TestStore(history: true)
        writer = try NSPersistentContainer.loaded(store.url, history: true).newBackgroundContext()
        saver = store.context()
        saver.mergePolicy = NSMergePolicy.overwrite
    }

    private var coordinator: NSPersistentStoreCoordinator { store.container.persistentStoreCoordinator }

    func perform(_ operations: [Operation], _ didOne: () -> Void) throws {
        let first = try coordinator.requireStores().stores[0]
        var rest = operations[...]
        while !rest.isEmpty {
            let hidden = rest.prefix { ![.look, .saveOwn].contains($0.kind) }
            try first.sqlite.looking.withLock { _ in
                for operation in hidden {
                    try perform(operation)
                    didOne()
                }
            }
            rest = rest.dropFirst(hidden.count)
            if let last = rest.popFirst() {
                if last.kind == .saveOwn { try edit(last, in: saver) }
                coordinator.publishExternalChanges(first)
                let problems = try StoreInspection.problems(store.container)
                if !problems.isEmpty { throw Mismatch(description: problems.joined(separator: "; ")) }
                didOne()
            }
        }
    }

    private func perform(_ operation: Operation) throws {
        guard operation.kind == .read else { return try edit(operation, in: writer) }
        let rowIDs = (1...max(1, count)).map { RowID(Int64($0)) }
        _ = try coordinator.rows(coordinator.managedObjectModel.entities[0].layout, rowIDs)
    }

    private func edit(_ operation: Operation, in context: NSManagedObjectContext) throws {
        try context.performAndWait {
            context.reset()
            let quakes = try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).sorted {
                $0.objectID.rowID < $1.objectID.rowID
            }
            let quake = quakes.isEmpty ? nil : quakes[operation.number % quakes.count]
            switch operation.kind {
            case .insert:
                Quake(context: context).magnitude = Float(operation.number)
                count += 1
            case .delete: if let quake { context.delete(quake) }
            default: quake?.magnitude = Float(operation.number)
            }
            try context.save()
        }
    }
}
