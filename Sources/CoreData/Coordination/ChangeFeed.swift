internal import Synchronization

/// The changes of a coordinator's stores, in order. Readers use it to find out whether rows that
/// they have read are still current.
///
/// Each change is appended twice: announced just before its transaction commits, and published just
/// after. Because of the announcement, no change becomes visible in the store before the feed lists
/// its rows. Because of the publication, a reader that recorded the revision after the
/// announcement, but opened its snapshot before the commit, finds that the revision has changed.
/// External changes are appended once, when the coordinator finds them.
///
/// So a reader records the revision, reads, and compares: if the revision is the same, no later
/// change affects the rows that were read.
final class ChangeFeed: Sendable {
    private struct State {
        var revision: UInt64 = 0
        var entries: [(revision: UInt64, changes: ChangeSet)] = []
        var rows = 0
        var forgottenUpTo: UInt64 = 0
    }

    /// The maximum number of rows in all entries. Beyond it, old entries are dropped, and readers
    /// that have not seen them must read everything again.
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
            // Drops many entries at once, since a removal from the front moves all others.
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

    /// Drops all entries after a change that cannot be listed, so that every reader reads
    /// everything again.
    func forgetAll() {
        state.withLock { state in
            state.revision += 1
            state.forgottenUpTo = state.revision
            state.entries = []
            state.rows = 0
        }
    }

    /// Returns those of the given rows of which an entry still in the feed made a newer version.
    func changed(among keys: Set<RowKey>) -> Set<RowKey> {
        state.withLock { state in
            var changed: Set<RowKey> = []
            for entity in state.entries.lazy.flatMap(\.changes.entities) {
                for rowID in entity.outdated {
                    let key = RowKey(entity.entity, rowID)
                    if keys.contains(key) { changed.insert(key) }
                }
            }
            return changed
        }
    }

    /// Returns the entity of a deleted row, the given one or a subentity; nil if no entry in the
    /// feed has the deletion.
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

    /// Whether rows of an entity or its subentities have changed after a revision. Also true if the
    /// changes were dropped.
    func mayHaveChanged(_ layout: EntityLayout, after revision: UInt64) -> Bool {
        guard let changes = changes(after: revision).changes else { return true }
        return changes.contains { $0.entities.contains { !$0.isEmpty && $0.entity.layout.isKind(of: layout) } }
    }
}
