internal import Dispatch
internal import Foundation
internal import Synchronization

/// Rows as they are in the stores, shared by the contexts of a coordinator.
///
/// The cache saves a read when a fault fires on a row that another context has already read.
/// Fetches, which query the store anyway, bypass it. The life of a cached row:
///
/// 1. A reader has a cache miss. It records the revision of the coordinator's `ChangeFeed`, opens a
///    snapshot of the store, and reads the row.
/// 2. It inserts the row, unless the feed's revision has changed since. In that case the row may be
///    outdated, and only this reader uses it.
/// 3. Lookups return the row, unless it is older than the context's `stalenessInterval`.
/// 4. A published change evicts the rows that it updated or deleted. An inserted row has no older
///    version to evict, unless several external transactions were published as one change: a reader
///    may have read it between its insertion and a later update. A change that the coordinator
///    cannot list evicts all rows.
/// 5. A row that is no longer looked up is evicted with its generation. There are two generations
///    of up to `generationSize` rows: when the young one is full it becomes the old one, and the
///    previous old one is dropped. A lookup moves a row into the young generation. Lookups and
///    insertions cost O(1).
///
/// The invariant: a cached row is never older than the last change that the coordinator has
/// published. Step 2 guarantees this, since a publication increments the revision before it evicts
/// rows:
///
///     reader                               writer
///     revision is 7, opens snapshot
///                                          announces the change: revision 8
///                                          commits
///                                          publishes: revision 9, evicts row 17
///     reads row 17 as it was before
///     revision is not 7: does not insert
///
/// Without the check the reader would insert the old row after its eviction. The row would stay in
/// the cache, and each save based on it would find a conflict.
final class RowCache: Sendable {
    private struct Entry {
        let row: Row
        let added: DispatchTime

        func isNewEnough(_ maxAge: TimeInterval) -> Bool {
            maxAge < 0 || Double(DispatchTime.now().uptimeNanoseconds - added.uptimeNanoseconds) < maxAge * 1e9
        }
    }

    private struct State {
        var young: [RowKey: Entry] = [:]
        var old: [RowKey: Entry] = [:]
        var evicted = Evicted()
    }

    /// The entries that were evicted under the lock, to be released after it.
    private struct Evicted {
        var entries: [Entry] = []
        var generations: [[RowKey: Entry]] = []

        var isEmpty: Bool { entries.isEmpty && generations.isEmpty }
    }

    private let state = Mutex(State())
    private let generationSize: Int

    init(generationSize: Int = 16_384) {
        self.generationSize = generationSize
    }

    /// Calls `body` under the lock, and releases what it evicts after that: a row may have the last
    /// reference to an object of the app's, whose end may read rows.
    private func withState<T: Sendable>(_ body: (inout State) -> T) -> T {
        let (result, evicted) = state.withLock { state -> (T, Evicted?) in
            let result = body(&state)
            if state.evicted.isEmpty { return (result, nil) }
            defer { state.evicted = Evicted() }
            return (result, state.evicted)
        }
        withExtendedLifetime(evicted) {}
        return result
    }

    subscript(key: RowKey) -> Row? { row(key, maxAge: -1) }

    /// All cached rows, by key.
    var rows: [RowKey: Row] {
        state.withLock { $0.old.merging($0.young) { _, young in young }.mapValues(\.row) }
    }

    /// Returns a cached row that was inserted less than `maxAge` seconds ago, or of any age if
    /// `maxAge` is negative.
    func row(_ key: RowKey, maxAge: TimeInterval) -> Row? {
        withState { row(key, maxAge: maxAge, &$0) }
    }

    /// Returns the cached rows among those with permanent IDs, under the conditions of
    /// `row(_:maxAge:)`, and the IDs of the others.
    func rows(
        _ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval
    ) -> (rows: [RowID: Row], missing: [RowID]) {
        var rows = Dictionary<RowID, Row>(minimumCapacity: rowIDs.count)
        var missing: [RowID] = []
        withState { state in
            for rowID in rowIDs where rowID.isPermanent {
                if let row = row(RowKey(layout, rowID), maxAge: maxAge, &state) {
                    rows[rowID] = row
                } else {
                    missing.append(rowID)
                }
            }
        }
        return (rows, missing)
    }

    private func row(_ key: RowKey, maxAge: TimeInterval, _ state: inout State) -> Row? {
        if let entry = state.young[key] { return entry.isNewEnough(maxAge) ? entry.row : nil }
        guard let entry = state.old.removeValue(forKey: key) else { return nil }
        guard entry.isNewEnough(maxAge) else {
            state.evicted.entries.append(entry)
            return nil
        }
        insert(entry, for: key, &state)
        return entry.row
    }

    /// Inserts rows, unless `isCurrent` returns false because they may have changed since they were
    /// read. Calls `isCurrent` under the lock.
    func insert(_ rows: some Sequence<(RowKey, Row)>, ifStill isCurrent: () -> Bool) {
        withState { state in
            guard isCurrent() else { return }
            let now = DispatchTime.now()
            for (key, row) in rows { insert(Entry(row: row, added: now), for: key, &state) }
        }
    }

    /// Evicts the rows of which changes made a newer version.
    func forget(_ changes: ChangeSet) {
        withState { state in
            for entity in changes.entities {
                for rowID in entity.outdated {
                    let key = RowKey(entity.entity, rowID)
                    if let entry = state.young.removeValue(forKey: key) { state.evicted.entries.append(entry) }
                    if let entry = state.old.removeValue(forKey: key) { state.evicted.entries.append(entry) }
                }
            }
        }
    }

    func forgetAll() {
        withState { state in
            state.evicted.generations += [state.young, state.old]
            (state.young, state.old) = ([:], [:])
        }
    }

    private func insert(_ entry: Entry, for key: RowKey, _ state: inout State) {
        if state.young.count >= generationSize {
            if !state.old.isEmpty { state.evicted.generations.append(state.old) }
            state.old = state.young
            state.young = Dictionary(minimumCapacity: generationSize)
        }
        if let former = state.young.updateValue(entry, forKey: key) { state.evicted.entries.append(former) }
    }
}
