import CoreData
import Foundation
import StrataTestSupport

/// Two contexts beside each other, a child of the first, and a grandchild, over one store, together
/// with the state that each of them must see.
///
/// No object is changed in two places at once, so that there are no conflicts (see `ConflictWorld`
/// for those). Before a context is used, it merges or refreshes the changes saved beside it and
/// made above it. The state that it sees is then the state above it, with its own unsaved changes
/// applied.
final class GraphWorld: @unchecked Sendable {
    static let contextCount = 4
    static let parents: [Int?] = [nil, nil, 0, 2]

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let storeKind: StoreUnderTest
    let folder: TemporaryFolder
    let container: NSPersistentContainer
    /// Lets the store fail now and then; nil if it never does.
    let failing: SeededFailures?
    let keepsHistory: Bool
    let mergesAutomatically: Bool
    private(set) var contexts: [NSManagedObjectContext] = []

    /// The saved state.
    var stored = GraphPicture()
    /// The unsaved changes of each context: objects with their values there, or nil for deleted
    /// ones.
    var pending: [[Int: GraphThing?]] = Array(repeating: [:], count: contextCount)
    /// The objects that the test retains. All others are deallocated when their context releases
    /// them.
    var held: [[Int: NSManagedObject]] = Array(repeating: [:], count: contextCount)
    /// The contexts that have not been refreshed since a change above them.
    var stale: Set<Int> = []
    /// The position of each context in the history.
    var tokens: [NSPersistentHistoryToken?] = Array(repeating: nil, count: contextCount)
    var choices = GraphChoices([])
    private var lastKey = 0

    init(_ kind: StoreUnderTest, seed: UInt64, failing tally: SeededFailures.Tally? = nil) throws {
        storeKind = kind
        var random = SeededGenerator(seed: seed)
        let history = Bool.random(using: &random)
        keepsHistory = kind.keepsHistory && history
        mergesAutomatically = .random(using: &random)
        folder = try TemporaryFolder()
        let container = try kind.container(.graph(), in: folder, history: keepsHistory)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        for parent in Self.parents {
            let context = NSManagedObjectContext(.privateQueue)
            if let parent {
                context.parent = contexts[parent]
            } else {
                context.persistentStoreCoordinator = container.persistentStoreCoordinator
            }
            context.automaticallyMergesChangesFromParent = mergesAutomatically
            context.retainsRegisteredObjects = Int.random(in: 0..<4, using: &random) == 0
            contexts.append(context)
        }
    }

    /// Runs `body` on a context's queue.
    func inside<T>(_ index: Int, _ body: @escaping (NSManagedObjectContext) throws -> T) rethrows -> T {
        let context = contexts[index]
        nonisolated(unsafe) let body = body
        return try context.performAndWait { try body(context) }
    }

    func newKey() -> Int {
        lastKey += 1
        return lastKey
    }

    // MARK: Expected state

    /// Returns the state above a context: that of its parent, or that of the store.
    func source(_ index: Int) -> GraphPicture {
        Self.parents[index].map(picture) ?? stored
    }

    func picture(_ index: Int) -> GraphPicture {
        var picture = source(index)
        for (key, thing) in pending[index] { picture.things[key] = thing }
        return picture
    }

    func isAbove(_ upper: Int, _ lower: Int) -> Bool {
        guard let parent = Self.parents[lower] else { return false }
        return parent == upper || isAbove(upper, parent)
    }

    func below(_ index: Int) -> [Int] { (0..<Self.contextCount).filter { isAbove(index, $0) } }

    /// Whether an object has unsaved changes that this context cannot see.
    func isElsewhere(_ key: Int, _ index: Int) -> Bool {
        (0..<Self.contextCount).contains { $0 != index && !isAbove($0, index) && pending[$0].keys.contains(key) }
    }

    /// Records a change as the context's own and returns true. Returns false if the change affects
    /// objects with unsaved changes elsewhere, or no objects; the caller must not perform it then.
    func accept(_ picture: GraphPicture, in index: Int) -> Bool {
        let touched = picture.differences(from: self.picture(index))
        // Excludes changes without effect: they would mark the object as updated, and so as changed
        // by this context.
        guard !touched.isEmpty, !touched.contains(where: { isElsewhere($0, index) }) else { return false }
        let source = source(index)
        for key in touched {
            if let thing = picture.things[key] {
                pending[index][key] = .some(thing)
            } else if source.things[key] == nil {
                pending[index][key] = nil
            } else {
                pending[index][key] = .some(nil)
            }
        }
        stale.formUnion(below(index))
        return true
    }

    func isAnythingPendingBelow(_ index: Int) -> Bool { below(index).contains { !pending[$0].isEmpty } }

    // MARK: Objects

    /// Returns a context's object for a key: the retained one, or else a fetched one.
    func object(_ key: Int, _ index: Int) throws -> NSManagedObject {
        if let known = held[index][key] { return known }
        let request = NSFetchRequest<NSManagedObject>(entityName: picture(index).thing(key).kind.rawValue)
        request.predicate = NSPredicate(format: "key == %lld", Int64(key))
        let found = try inside(index) { try $0.fetch(request) }
        guard found.count == 1, let object = found.first else {
            throw Mismatch(description: "context \(index) has \(found.count) objects with the key \(key)")
        }
        held[index][key] = object
        return object
    }

    /// Releases objects that a context no longer has.
    func letGo(_ index: Int) {
        let picture = picture(index)
        held[index] = held[index].filter { picture.things[$0.key] != nil }
    }

    // MARK: Synchronization

    /// Refreshes a context so that it sees the changes above it.
    func freshen(_ index: Int) {
        if let parent = Self.parents[index] { freshen(parent) }
        guard stale.remove(index) != nil else { return }
        inside(index) { $0.refreshAllObjects() }
        letGo(index)
    }

    /// Notifies the other root context of a save, in the way that `style` selects.
    func tell(_ other: Int, of notification: Notification?, style: Int) throws {
        stale.formUnion(below(other))
        if mergesAutomatically {
            // Automatic merges wait in the contexts' queues. The merge of a parent enqueues those
            // of its children, so that empty blocks in this order wait for all of them.
            for index in [other] + below(other) { inside(index) { _ in } }
        }
        switch style {
        case 0: edit(other) { $0.refreshAllObjects() }
        case 1 where keepsHistory: try replayHistory(other)
        case 2 where pending[other].isEmpty && !isAnythingPendingBelow(other):
            held[other] = [:]
            inside(other) { $0.reset() }
        default:
            guard !mergesAutomatically else { break }
            guard let notification else { preconditionFailure("A save posted no notification.") }
            nonisolated(unsafe) let notice = notification
            edit(other) { $0.mergeChanges(fromContextDidSave: notice) }
        }
        letGo(other)
    }

    func replayHistory(_ index: Int) throws {
        let token = tokens[index]
        tokens[index] = try request(index) { context in
            let result =
                try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token)) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            for transaction in transactions { context.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
            return transactions.last?.token ?? token
        }
    }
}
