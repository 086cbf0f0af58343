import CoreData
import Foundation

/// Two contexts beside each other, a child of the first and a grandchild, over one store; and what each of them must see.
///
/// No object is changed in two places at once, so there are no conflicts (see `ConflictWorld` for those), and every context takes over
/// what was saved beside or changed above it before it is used. Then what a context sees is what lies above it, with its own unsaved changes over that.
final class GraphWorld: @unchecked Sendable {
    static let contextCount = 4
    static let parents: [Int?] = [nil, nil, 0, 2]

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let folder: TemporaryFolder
    let container: NSPersistentContainer
    let keepsHistory: Bool
    let mergesAutomatically: Bool
    private(set) var contexts: [NSManagedObjectContext] = []

    /// What is saved.
    var stored = GraphPicture()
    /// What each context changed: objects as they are there, nil for those it deleted.
    var pending: [[Int: GraphThing?]] = Array(repeating: [:], count: contextCount)
    /// Objects that the test holds on to. All others die when their context lets them.
    var held: [[Int: NSManagedObject]] = Array(repeating: [:], count: contextCount)
    /// The contexts above which something changed since they were last refreshed.
    var stale: Set<Int> = []
    /// Where in the history each context is.
    var tokens: [NSPersistentHistoryToken?] = Array(repeating: nil, count: contextCount)
    var choices = GraphChoices([])
    private var lastKey = 0

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        keepsHistory = .random(using: &random)
        mergesAutomatically = .random(using: &random)
        let isInFile = Bool.random(using: &random)
        folder = try TemporaryFolder()
        container = try NSPersistentContainer.loaded(
            isInFile ? folder.url.appending(path: "Graph.sqlite") : URL(filePath: "/dev/null"), model: .graph(),
            history: keepsHistory)
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

    // MARK: What must be seen

    /// What is above a context.
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

    /// Whether an object has unsaved changes where this context cannot see them.
    func isElsewhere(_ key: Int, _ index: Int) -> Bool {
        (0..<Self.contextCount).contains { $0 != index && !isAbove($0, index) && pending[$0].keys.contains(key) }
    }

    /// Notes a change as this context's, unless it touches objects that belong to others; then nothing must be done.
    func accept(_ picture: GraphPicture, in index: Int) -> Bool {
        let touched = picture.differences(from: self.picture(index))
        // What changes nothing is left out: an object counts as updated all the same, and would be the context's own.
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

    /// A context's object for a key: one that is held, or else a fetched one.
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

    /// Lets go of objects that a context has no more.
    func letGo(_ index: Int) {
        let picture = picture(index)
        held[index] = held[index].filter { picture.things[$0.key] != nil }
    }

    // MARK: Keeping in step

    /// Has a context see what was changed above it.
    func freshen(_ index: Int) {
        if let parent = Self.parents[index] { freshen(parent) }
        guard stale.remove(index) != nil else { return }
        inside(index) { $0.refreshAllObjects() }
        letGo(index)
    }

    /// Tells the context beside a root of its save.
    func tell(_ other: Int, of notification: Notification?, style: Int) throws {
        stale.formUnion(below(other))
        if mergesAutomatically {
            // Merges wait in the queues, each behind the one that asked for it.
            for index in [other] + below(other) { inside(index) { _ in } }
        }
        switch style {
        case 0: inside(other) { $0.refreshAllObjects() }
        case 1 where keepsHistory: try replayHistory(other)
        case 2 where pending[other].isEmpty && !isAnythingPendingBelow(other):
            held[other] = [:]
            inside(other) { $0.reset() }
        default:
            guard !mergesAutomatically else { break }
            guard let notification else { preconditionFailure("A save posted no notification.") }
            nonisolated(unsafe) let notice = notification
            inside(other) { $0.mergeChanges(fromContextDidSave: notice) }
        }
        letGo(other)
    }

    func replayHistory(_ index: Int) throws {
        let token = tokens[index]
        tokens[index] = try inside(index) { context in
            let result =
                try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token)) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            for transaction in transactions { context.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
            return transactions.last?.token ?? token
        }
    }
}
