internal import Foundation

// # Results that cannot be updated
//
// A result is updated when its context changes, and no one can catch an error there. If a read of
// the store fails, the result keeps its last rows, and is *stale*: it may differ from a fresh fetch,
// and `fetchError` and `staleSince` say why and since when. Its subscribers are notified.
//
// A stale result places no rows: the changes that it missed are not listed anywhere. Each later
// change of the context, each merge, and each view that reads the results runs the query again. The
// first time that this succeeds, the result is current, and equal to a fresh fetch. Its subscribers
// compare their state with the new one, because positions before and after are not known
// (`Change.isReopened`).
//
//     magnitude >= 5      A B C
//     C.magnitude = 4     the read fails: A B C, stale
//     B is deleted        the query fails: A B C, stale
//     D is inserted       the query succeeds: A D
//
// What a subscriber has seen and what the lists have must not differ while the result is stale,
// since views read it by position. So `place` restores the lists if it fails, `reopen` keeps those
// from before, and rows that were placed by an earlier attempt of the same update are reported
// together with the staleness. Only temporary IDs of saved objects are replaced in the lists: they
// identify nothing any more.
extension LiveResults {
    /// Whether the result may differ from a fresh fetch, because the store could not be read.
    package var isStale: Bool { staleSince != nil }

    /// The lists of a result, which belong together.
    struct Lists {
        var placed: KeyList
        var members: RowIDSet
        var isComplete: Bool
        var unsaved: [RowID: SortedRow]
        var fetchRange: FetchRange?
        var sections: SectionRuns
        var feedRevision: UInt64
        var writesUnknown: Int
    }

    var lists: Lists {
        get {
            Lists(
                placed: placed, members: members, isComplete: isComplete, unsaved: unsaved, fetchRange: fetchRange,
                sections: sections, feedRevision: feedRevision, writesUnknown: writesUnknown)
        }
        set {
            (placed, members, isComplete) = (newValue.placed, newValue.members, newValue.isComplete)
            (unsaved, fetchRange, sections) = (newValue.unsaved, newValue.fetchRange, newValue.sections)
            (feedRevision, writesUnknown) = (newValue.feedRevision, newValue.writesUnknown)
        }
    }

    /// Records that the result could not be updated, and notifies subscribers if it was current.
    ///
    /// - Parameters:
    ///   - temporaryIDs: The temporary IDs that were replaced, by permanent IDs.
    ///   - isPlaced: Whether rows were placed of which subscribers are not notified yet.
    func becomeStale(_ error: any Error, temporaryIDs: [RowID: RowID], isPlaced: Bool) {
        let wasStale = isStale
        fetchError = error
        if !wasStale { staleSince = Date() }
        context.recordFailedRead(error)
        replaceIDs(temporaryIDs)
        notify(
            Change(
                isReopened: isPlaced, touched: isPlaced ? nil : [], temporaryIDs: temporaryIDs, changesStaleness: !wasStale))
    }

    /// Replaces the temporary IDs of saved objects in the lists.
    private func replaceIDs(_ temporaryIDs: [RowID: RowID]) {
        guard !temporaryIDs.isEmpty else { return }
        placed.replaceIDs(temporaryIDs)
        members = RowIDSet(placed)
        fetchRange?.replaceIDs(temporaryIDs)
    }

    /// Runs the query again if the result is stale. Called when the result is about to be read.
    package func readAgain() {
        if isStale { reopen() }
    }

    // MARK: Rows

    /// Returns the row of an object, read together with others; nil if it does not exist.
    func row(_ rowID: RowID, among page: [RowID]) throws -> Row? {
        // Ignored: one damaged row must not hide the others of its page. Its own error is thrown.
        if let rows = try? rows(page) { return rows[rowID] }
        return try rows([rowID])[rowID]
    }

    /// Returns stored rows by row ID; none if the store cannot be read.
    func knownRows(_ rowIDs: [RowID]) -> [RowID: Row] {
        do {
            return try rows(rowIDs)
        } catch {
            context.recordFailedRead(error)
            return [:]
        }
    }

    /// Returns the object of a row that cannot be read, as a fault.
    ///
    /// If the row may be of a subentity, and there is no object for it yet, returns one of the query's
    /// entity that is not registered: when the row can be read, its object is of the right class.
    func unreadableObject(_ rowID: RowID, _ error: any Error) -> NSManagedObject {
        let rowID = context.permanentIDs.current(rowID)
        let hasKnownClass = query.layout.entity.subentities.isEmpty
        let object =
            known(rowID)
            ?? (hasKnownClass
                ? context.object(query.layout, rowID, row: nil) : context.unregisteredFault(query.layout, rowID))
        if object.isFault, object.row == nil { object.becomeUnreadable(error) } else { context.recordFailedRead(error) }
        return object
    }

    /// An object with changes whose row is not known.
    // Safe to share: it is caught on the context's queue.
    struct UnreadChange: Error, @unchecked Sendable {
        let object: NSManagedObject
    }

    /// Places rows; see `placeRows`. Reads objects with changes that could not be read before. That
    /// runs code of the app, which it must not do while a snapshot of the store is open.
    @discardableResult
    func place(
        _ touched: AffectedRows, _ changes: ChangeSet, temporaryIDs: [RowID: RowID] = [:], orGiveUp: Bool = false
    ) throws -> [Change.Row]? {
        while true {
            do {
                return try placeRows(touched, changes, temporaryIDs: temporaryIDs, orGiveUp: orGiveUp)
            } catch let unread as UnreadChange {
                _ = try unread.object.requireRow()
            }
        }
    }
}
