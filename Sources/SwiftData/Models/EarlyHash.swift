internal import CoreData
internal import Synchronization

/// The hash of a model from before its first save, which all models of its row have from then on.
final class EarlyHash: Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
}

/// The hashes that the models of some rows had before their first save, for the models of these rows
/// in other contexts.
///
/// A hash is known as long as a model has it: the models keep it.
final class RowHashes: Sendable {
    private struct Entry {
        weak var hash: EarlyHash?
    }

    private struct Known {
        var entries: [NSManagedObjectID: Entry] = [:]
        /// The number of entries at which those without a model are removed.
        var limit = 1_000
    }

    private let known = Mutex(Known())
    /// Whether any hash was ever added. Spares others the lock.
    private let isUsed = Atomic<Bool>(false)

    /// Returns the hash of a row; nil for a row whose identifier is hashed.
    subscript(id: NSManagedObjectID) -> EarlyHash? {
        isUsed.load(ordering: .acquiring) ? known.withLock { $0.entries[id]?.hash } : nil
    }

    /// Makes a hash that of the models of a row. It stays that of a model which has it already.
    func add(_ hash: EarlyHash, of id: NSManagedObjectID) {
        isUsed.store(true, ordering: .releasing)
        known.withLock { known in
            if known.entries.count >= known.limit {
                known.entries = known.entries.filter { $0.value.hash != nil }
                known.limit = max(1_000, 2 * known.entries.count)
            }
            if known.entries[id]?.hash == nil { known.entries[id] = Entry(hash: hash) }
        }
    }
}
