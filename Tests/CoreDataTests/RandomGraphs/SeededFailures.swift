import Foundation
import StrataTestSupport
import Synchronization

@testable import CoreData

/// Lets the engine of a random world fail now and then, at calls that the numbers of its operations
/// choose.
///
/// Only calls of the thread that runs a closure fail in it: what other contexts do on their own
/// queues at the same time would make runs of the same seed differ.
final class SeededFailures {
    /// The numbers of the calls of a run that have failed, and of the saves and requests with them.
    final class Tally: Sendable {
        fileprivate let attempts = Atomic(0)
        fileprivate let failedAttempts = Atomic(0)
        fileprivate let failedCalls = Atomic(0)

        /// The number of saves and requests that were tried while the store failed.
        var attempted: Int { attempts.load(ordering: .relaxed) }
        /// The number of those that threw.
        var failed: Int { failedAttempts.load(ordering: .relaxed) }
        /// The number of calls of the engine that failed.
        var calls: Int { failedCalls.load(ordering: .relaxed) }
    }

    private let engine = EngineFailures()
    private let tally: Tally
    /// The kinds of calls that can fail. The rows of an atomic store are in memory, so that reads of
    /// them do not.
    private let failable: Set<EngineCall.Kind>
    private var random = SeededGenerator(seed: 0)

    init(_ tally: Tally, in container: NSPersistentContainer) {
        self.tally = tally
        let store = container.persistentStoreCoordinator.persistentStores.first
        failable = Set(EngineCall.Kind.allCases.filter { $0 != .read || !(store is NSAtomicStore) })
        if let store = store as? DictionaryStore {
            engine.install(in: store)
        } else {
            engine.install(in: container.persistentStoreCoordinator)
        }
    }

    /// Makes the failures of an operation depend on its own numbers, so that they are the same when
    /// earlier operations are left out.
    func begin(_ numbers: [Int]) {
        random = SeededGenerator(seed: numbers.reduce(17) { $0 &* 1_000_003 &+ UInt64($1) })
    }

    /// Whether something happens that happens once in so many times.
    func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    /// Calls a closure while some calls of these kinds fail.
    func during<T>(_ kinds: Set<EngineCall.Kind>, _ body: () throws -> T) rethrows -> T {
        let bound = [1, 1, 2, 3, 6, 20].randomElement(using: &random) ?? 1
        let first = Int.random(in: 1...bound, using: &random)
        let length = [1, 1, 2, 5, 1_000_000].randomElement(using: &random) ?? 1
        let kinds = kinds.intersection(failable)
        let thread = pthread_self()
        let count = Atomic(0)
        let tally = tally
        engine.fail { call in
            guard kinds.contains(call.kind), pthread_equal(thread, pthread_self()) != 0,
                (first..<first + length).contains(count.add(1, ordering: .relaxed).newValue)
            else { return nil }
            tally.failedCalls.add(1, ordering: .relaxed)
            return EngineFailures.unreadable
        }
        defer { engine.recover() }
        return try body()
    }

    /// Calls a closure that may throw the error of the engine. Returns nil if it did.
    ///
    /// - Parameter kinds: The calls that fail; nil for those that write, or for all.
    func attempt<T>(_ kinds: Set<EngineCall.Kind>? = nil, _ body: () throws -> T) throws -> T? {
        let kinds = kinds ?? (chance(2) ? [.transaction] : [.read, .transaction, .history])
        tally.attempts.add(1, ordering: .relaxed)
        do {
            return try during(kinds, body)
        } catch  where EngineFailures.caused(error) {
            tally.failedAttempts.add(1, ordering: .relaxed)
            return nil
        }
    }

    /// Saves a context while the store may fail, and again when it works. A save that fails changes
    /// neither what the store has nor what the context has to save.
    ///
    /// - Parameters:
    ///   - content: Returns a text of what the store has.
    ///   - shown: Returns a text of what objects of the context show, which a save that fails does not
    ///     change either.
    func save(
        _ context: NSManagedObjectContext, content: () throws -> String, shown: () -> String = { "" }
    ) throws {
        let (before, shownBefore) = (try content(), shown())
        let changes = Changes(context)
        let saved: Void? = try attempt { try context.save() }
        if saved != nil { return }
        if try content() != before { throw Mistake(description: "a save that failed changed the store") }
        let shownNow = shown()
        if shownNow != shownBefore {
            throw Mistake(description: "a save that failed left the objects \(shownNow), before it they were \(shownBefore)")
        }
        let now = Changes(context)
        // What the save itself does first, such as applying delete rules, may add changes.
        if !now.isSuperset(of: changes) {
            throw Mistake(description: "a save that failed left \(now), before it there were \(changes)")
        }
        try context.save()
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The objects that a context would save.
    private struct Changes: CustomStringConvertible {
        let inserted: Set<NSManagedObject>
        let updated: Set<NSManagedObject>
        let deleted: Set<NSManagedObject>

        init(_ context: NSManagedObjectContext) {
            inserted = context.insertedObjects
            updated = context.updatedObjects
            deleted = context.deletedObjects
        }

        func isSuperset(of other: Changes) -> Bool {
            inserted.isSuperset(of: other.inserted) && updated.union(deleted).isSuperset(of: other.updated)
                && deleted.isSuperset(of: other.deleted)
        }

        var description: String {
            func ids(_ objects: Set<NSManagedObject>) -> [String] { objects.map { "\($0.objectID)" }.sorted() }
            return "inserted \(ids(inserted)), updated \(ids(updated)), deleted \(ids(deleted))"
        }
    }
}
