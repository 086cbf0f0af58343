internal import Synchronization

/// The changes of a coordinator's store, in order, for readers that must know whether what they read still holds.
///
/// Each change enters twice: announced just before its transaction commits, published just after. So a reader that
/// finds the sequence unmoved knows that every row it read is named in no change it has not seen; a row that could
/// have changed under it was announced before the change became visible.
final class ChangeFeed: Sendable {
    private struct State {
        var sequence: UInt64 = 0
        var entries: [(sequence: UInt64, changes: ChangeSet)] = []
        var rows = 0
        var forgottenUpTo: UInt64 = 0
    }

    /// Past this many rows old entries are forgotten; a reader that is further behind reads everything again.
    private static let rowLimit = 400_000
    private static let entryLimit = 4_096

    private let state = Mutex(State())

    var sequence: UInt64 { state.withLock { $0.sequence } }

    /// Adds an entry and returns its sequence.
    @discardableResult
    func append(_ changes: ChangeSet) -> UInt64 {
        state.withLock { state in
            state.sequence += 1
            state.entries.append((state.sequence, changes.withoutRows))
            state.rows += changes.count
            // Many at once, for all others move up.
            let kept = state.entries.count > Self.entryLimit ? Self.entryLimit / 4 * 3 : Self.entryLimit
            var forgotten = 0
            while state.rows > Self.rowLimit || state.entries.count - forgotten > kept, forgotten < state.entries.count {
                state.rows -= state.entries[forgotten].changes.count
                state.forgottenUpTo = state.entries[forgotten].sequence
                forgotten += 1
            }
            state.entries.removeFirst(forgotten)
            return state.sequence
        }
    }

    /// Makes every reader read everything again: rows changed, and nobody knows which.
    func forgetAll() {
        state.withLock { state in
            state.sequence += 1
            state.forgottenUpTo = state.sequence
            state.entries = []
            state.rows = 0
        }
    }

    /// Which of these rows the remembered changes say were updated or deleted.
    func changed(among keys: Set<RowKey>) -> Set<RowKey> {
        state.withLock { state in
            var changed: Set<RowKey> = []
            for entity in state.entries.lazy.flatMap(\.changes.entities) {
                for number in entity.updated + entity.deleted {
                    let key = RowKey(entity.entity, number)
                    if keys.contains(key) { changed.insert(key) }
                }
            }
            return changed
        }
    }

    /// The entity of a row that was deleted, where a remembered change tells; of the entity given or one below it.
    func entity(ofDeleted number: Int64, _ layout: EntityLayout) -> NSEntityDescription? {
        state.withLock { state in
            state.entries.lazy.reversed().flatMap(\.changes.entities)
                .first { $0.entity.layout.isKind(of: layout) && $0.deleted.contains(number) }?.entity
        }
    }

    /// The present sequence and the changes after an earlier one; nil changes where they were forgotten.
    func changes(after sequence: UInt64) -> (sequence: UInt64, changes: [ChangeSet]?) {
        state.withLock { state in
            guard sequence >= state.forgottenUpTo else { return (state.sequence, nil) }
            let seen = state.entries.partitionPoint { $0.sequence <= sequence }
            return (state.sequence, state.entries[seen...].map(\.changes))
        }
    }
}
