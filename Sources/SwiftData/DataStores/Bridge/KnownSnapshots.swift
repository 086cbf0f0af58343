internal import CoreData
internal import Foundation

/// The values of a data store's models, as its last answers had them, in the form of Core Data.
///
/// The latest 50,000 or more are kept, so that a server that runs for months does not collect them.
// Safe to share: a lock around everything. The values are copies that are not changed.
final class KnownSnapshots: @unchecked Sendable {
    /// The values of one model.
    struct Entry {
        let id: NSManagedObjectID
        /// The attributes and to-one relationships, by name.
        let values: [String: Any]
        /// The to-many relationships, by name.
        let members: [String: [NSManagedObjectID]]
        /// A number that changes with the values.
        var version: UInt64 = 1

        func isEqual(to other: Entry) -> Bool {
            members == other.members && NSDictionary(dictionary: values).isEqual(to: other.values)
        }
    }

    private struct State {
        var recent: [RowID: Entry] = [:]
        var older: [RowID: Entry] = [:]

        subscript(rowID: RowID) -> Entry? { recent[rowID] ?? older[rowID] }
    }

    private static let capacity = 50_000
    private var state = State()
    private let lock = NSLock()

    subscript(id: NSManagedObjectID) -> Entry? { lock.withLock { state[id.rowID] } }

    /// The IDs of all known models.
    var ids: [NSManagedObjectID] {
        lock.withLock { state.older.merging(state.recent) { $1 }.values.map(\.id) }
    }

    /// Sets the values of a model. Returns whether other values of it were known.
    @discardableResult
    func set(_ entry: Entry) -> Bool {
        lock.withLock {
            if state.recent.count >= Self.capacity {
                state.older = state.recent
                state.recent = [:]
            }
            var entry = entry
            let known = state[entry.id.rowID]
            let isOther = known.map { !$0.isEqual(to: entry) } ?? false
            if let known { entry.version = known.version + (isOther ? 1 : 0) }
            state.recent[entry.id.rowID] = entry
            return isOther
        }
    }

    func remove(_ id: NSManagedObjectID) {
        lock.withLock {
            state.recent[id.rowID] = nil
            state.older[id.rowID] = nil
        }
    }
}
