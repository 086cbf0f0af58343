internal import Dispatch
internal import Foundation
internal import Synchronization

/// Rows as they stand in the store, shared by the contexts of a coordinator.
///
/// Holds at most twice `generationSize` rows: when the young generation is full it becomes the old one, and rows of
/// the old one that nobody asked for meanwhile are dropped. Looking up and inserting cost O(1).
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
    }

    private let state = Mutex(State())
    private let generationSize: Int

    init(generationSize: Int = 16_384) {
        self.generationSize = generationSize
    }

    subscript(key: RowKey) -> Row? { row(key, maxAge: -1) }

    /// The cached rows, by key.
    var rows: [RowKey: Row] {
        state.withLock { $0.old.merging($0.young) { _, young in young }.mapValues(\.row) }
    }

    /// A row that was added no longer ago than `maxAge` seconds; below 0 for any time.
    func row(_ key: RowKey, maxAge: TimeInterval) -> Row? {
        state.withLock { state in
            if let entry = state.young[key] { return entry.isNewEnough(maxAge) ? entry.row : nil }
            guard let entry = state.old.removeValue(forKey: key), entry.isNewEnough(maxAge) else { return nil }
            insert(entry, for: key, &state)
            return entry.row
        }
    }

    /// Adds rows unless `isCurrent` says that they may have changed since they were read.
    func insert(_ rows: some Sequence<(RowKey, Row)>, ifStill isCurrent: () -> Bool) {
        state.withLock { state in
            guard isCurrent() else { return }
            let now = DispatchTime.now()
            for (key, row) in rows { insert(Entry(row: row, added: now), for: key, &state) }
        }
    }

    /// Drops the rows that changed or went.
    func forget(_ changes: ChangeSet) {
        state.withLock { state in
            for entity in changes.entities {
                for number in entity.updated + entity.deleted {
                    let key = RowKey(entity.entity, number)
                    state.young.removeValue(forKey: key)
                    state.old.removeValue(forKey: key)
                }
            }
        }
    }

    func forgetAll() {
        state.withLock { $0 = State() }
    }

    private func insert(_ entry: Entry, for key: RowKey, _ state: inout State) {
        if state.young.count >= generationSize {
            state.old = state.young
            state.young = Dictionary(minimumCapacity: generationSize)
        }
        state.young[key] = entry
    }
}
