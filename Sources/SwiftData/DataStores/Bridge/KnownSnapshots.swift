internal import CoreData
internal import Foundation

/// The values of a data store's models, as its last answers had them, in the form of Core Data.
///
/// The latest 50,000 or more are kept, so that a server that runs for months does not collect them.
/// Of earlier ones, a version and a digest remain, which tell whether the values are others when
/// they are returned again.
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

        /// The version and the digest of the entry.
        fileprivate var trace: Trace {
            var digest = members.hashValue
            // Sums, since a dictionary has no order.
            for (name, value) in values where !(value is NSNull) {
                var hasher = Hasher()
                hasher.combine(name)
                if let value = value as? AnyHashable { hasher.combine(value) } else { hasher.combine(String(describing: value)) }
                digest &+= hasher.finalize()
            }
            return Trace(version: version, digest: digest)
        }
    }

    fileprivate struct Trace {
        let version: UInt64
        let digest: Int
    }

    private struct State {
        var recent: [RowID: Entry] = [:]
        var older: [RowID: Entry] = [:]
        /// The versions and digests of those that are no longer kept.
        var traces: [RowID: Trace] = [:]
        /// The models that were ever returned and are not known to be gone.
        var seen: Set<RowID> = []
        /// The names of the root entities of which a fetch has been answered.
        var fetched: Set<String> = []

        subscript(rowID: RowID) -> Entry? { recent[rowID] ?? older[rowID] }
    }

    private let capacity: Int
    private var state = State()
    private let lock = NSLock()

    /// - Parameter capacity: The number of models that are kept at least.
    init(capacity: Int = 50_000) { self.capacity = capacity }

    subscript(id: NSManagedObjectID) -> Entry? { lock.withLock { state[id.rowID] } }

    /// Whether a model was returned before and is not known to be gone, also if its values are no longer
    /// kept.
    func contains(_ id: NSManagedObjectID) -> Bool { lock.withLock { state.seen.contains(id.rowID) } }

    /// The IDs of all known models.
    var ids: [NSManagedObjectID] {
        lock.withLock { state.older.merging(state.recent) { $1 }.values.map(\.id) }
    }

    /// The names of the root entities of which a fetch has been answered, so that a query may be open
    /// that lacks a model of them.
    var fetchedEntities: Set<String> { lock.withLock { state.fetched } }

    func noteFetch(of rootEntity: String) { lock.withLock { _ = state.fetched.insert(rootEntity) } }

    /// The difference that values make to those that were returned before.
    enum Novelty {
        case nothing, values, model
    }

    /// Sets the values of a model. Returns whether others were known, or none were ever returned.
    @discardableResult
    func set(_ entry: Entry) -> Novelty {
        lock.withLock {
            if state.recent.count >= capacity {
                for (rowID, entry) in state.older where state.recent[rowID] == nil { state.traces[rowID] = entry.trace }
                state.older = state.recent
                state.recent = [:]
            }
            var entry = entry
            var isOther = false
            if let known = state[entry.id.rowID] {
                isOther = !known.isEqual(to: entry)
                entry.version = known.version + (isOther ? 1 : 0)
            } else if let trace = state.traces.removeValue(forKey: entry.id.rowID) {
                isOther = trace.digest != entry.trace.digest
                entry.version = trace.version + (isOther ? 1 : 0)
            }
            state.recent[entry.id.rowID] = entry
            if state.seen.insert(entry.id.rowID).inserted { return .model }
            return isOther ? .values : .nothing
        }
    }

    func remove(_ id: NSManagedObjectID) {
        lock.withLock {
            state.recent[id.rowID] = nil
            state.older[id.rowID] = nil
            state.traces[id.rowID] = nil
            state.seen.remove(id.rowID)
        }
    }
}
