internal import Synchronization

/// Rows as they stand in the store, shared by the contexts of a coordinator.
///
/// Holds at most twice `generationSize` rows: when the young generation is full it becomes the old one, and rows of
/// the old one that nobody asked for meanwhile are dropped. Looking up and inserting cost O(1).
final class RowCache: Sendable {
    private struct State {
        var young: [RowKey: Row] = [:]
        var old: [RowKey: Row] = [:]
    }

    private let state = Mutex(State())
    private let generationSize: Int

    init(generationSize: Int = 16_384) {
        self.generationSize = generationSize
    }

    subscript(key: RowKey) -> Row? {
        state.withLock { state in
            if let row = state.young[key] { return row }
            guard let row = state.old.removeValue(forKey: key) else { return nil }
            insert(row, for: key, &state)
            return row
        }
    }

    /// Adds rows unless `isCurrent` says that they may have changed since they were read.
    func insert(_ rows: some Sequence<(RowKey, Row)>, ifStill isCurrent: () -> Bool) {
        state.withLock { state in
            guard isCurrent() else { return }
            for (key, row) in rows { insert(row, for: key, &state) }
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

    private func insert(_ row: Row, for key: RowKey, _ state: inout State) {
        if state.young.count >= generationSize {
            state.old = state.young
            state.young = Dictionary(minimumCapacity: generationSize)
        }
        state.young[key] = row
    }
}
