internal import Synchronization

/// The changes of a coordinator's stores, in order, for readers that must know whether what they
/// have read is still current.
///
/// Each change enters twice: announced just before its transaction commits, and published just
/// after. Because of the announcement, no change becomes visible in the store before the feed names
/// its rows. Because of the publication, a reader that noted the revision after the announcement,
/// but opened its snapshot before the commit, finds that the revision has moved. External changes
/// enter once, when the coordinator finds them.
///
/// So a reader notes the revision, reads, and compares: if the revision has not moved, no change
/// after it affects the rows that were read.
final class ChangeFeed: Sendable {
    private struct State {
        var revision: UInt64 = 0
        var entries: [(revision: UInt64, changes: ChangeSet)] = []
        var rows = 0
        var forgottenUpTo: UInt64 = 0
    }

    /// The number of rows beyond which old entries are dropped. A reader that is further behind
    /// reads everything again.
    private static let rowLimit = 400_000
    private static let entryLimit = 4_096

    private let state = Mutex(State())

    var revision: UInt64 { state.withLock { $0.revision } }

    /// Appends an entry and returns its revision.
    @discardableResult
    func append(_ changes: ChangeSet) -> UInt64 {
        state.withLock { state in
            state.revision += 1
            state.entries.append((state.revision, changes.withoutRows))
            state.rows += changes.count
            // Drops many at once, since removing from the front moves all others.
            let kept = state.entries.count > Self.entryLimit ? Self.entryLimit / 4 * 3 : Self.entryLimit
            var forgotten = 0
            while state.rows > Self.rowLimit || state.entries.count - forgotten > kept, forgotten < state.entries.count {
                state.rows -= state.entries[forgotten].changes.count
                state.forgottenUpTo = state.entries[forgotten].revision
                forgotten += 1
            }
            state.entries.removeFirst(forgotten)
            return state.revision
        }
    }

    /// Makes every reader read everything again, after changes that cannot be listed.
    func forgetAll() {
        state.withLock { state in
            state.revision += 1
            state.forgottenUpTo = state.revision
            state.entries = []
            state.rows = 0
        }
    }

    /// Returns those of some rows that a kept entry updated or deleted.
    func changed(among keys: Set<RowKey>) -> Set<RowKey> {
        state.withLock { state in
            var changed: Set<RowKey> = []
            for entity in state.entries.lazy.flatMap(\.changes.entities) {
                for rowID in entity.updated + entity.deleted {
                    let key = RowKey(entity.entity, rowID)
                    if keys.contains(key) { changed.insert(key) }
                }
            }
            return changed
        }
    }

    /// Returns the entity of a deleted row, if a kept entry has its deletion: the given entity or a
    /// subentity.
    func entity(ofDeleted rowID: RowID, _ layout: EntityLayout) -> NSEntityDescription? {
        state.withLock { state in
            state.entries.lazy.reversed().flatMap(\.changes.entities)
                .first { $0.entity.layout.isKind(of: layout) && $0.deleted.contains(rowID) }?.entity
        }
    }

    /// Returns the current revision and the changes after an earlier one. The changes are nil if
    /// they were dropped.
    func changes(after revision: UInt64) -> (revision: UInt64, changes: [ChangeSet]?) {
        state.withLock { state in
            guard revision >= state.forgottenUpTo else { return (state.revision, nil) }
            let seen = state.entries.partitionPoint { $0.revision <= revision }
            return (state.revision, state.entries[seen...].map(\.changes))
        }
    }
}
