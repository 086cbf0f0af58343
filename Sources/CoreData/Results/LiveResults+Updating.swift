internal import Foundation
internal import StrataPredicates
internal import Synchronization

// # How a result learns of changes: two channels
//
// The context pushes. When it processes pending changes, saves or merges, it passes one `ChangeSet`
// to all of its live results (`LiveResultsPool.apply`). That change set has what only the context
// knows:
//
// - edits that are not saved yet,
// - values from before the change (`rowsBefore`), as hints for finding old positions,
// - the temporary IDs that permanent ones replaced (`temporaryIDs`),
// - the saved rows whose values were already reported as edits (`alreadyReported`).
//
// The result pulls. The coordinator's `ChangeFeed` lists the row IDs of each commit to its stores,
// whether by another context, a batch request or another process. It has no values and notifies no
// one. A result reads what follows its revision (`feedRevision`) whenever a change is pushed to it.
//
//     channel   carries                         to                        when
//     push      edits, own saves, merges        this context's results    on the context's queue
//     pull      row IDs of every commit         the result that asks      with the next push
//
// The push is not enough: other contexts' saves are merged later, or never, if the context does not
// merge automatically. But a placement compares rows with equal sort prefixes, and reads them as
// the store has them now.
//
//     sorted by name      A "Oak Hill 10"   B "… 20"   C "… 30"   D "… 40"    (one prefix)
//     another context saves C as "… 05", which is not merged here yet
//     this context sets E to "… 15"
//     The search compares E with C, reads "… 05", continues behind C:         A B C E D
//     The merge moves C to the front. E stays behind B, which is wrong:       C A B E D
//
// So `apply` places the pushed rows together with all rows that the feed names. A save may thus be
// visible in a result before its context has merged it. The merge then places the rows once more.
//
// **Order.** A context passes a change to its results before it posts the notification of that
// change, so that an observer of the notification reads current results. A save enters the feed
// twice: before its transaction commits (`announce`), and afterwards (`publish`). If external
// commits are found then, they are published first. Other contexts that merge automatically do so
// later, each on its own queue. Then the saving context pushes to its own results. For one pushed
// change, a result:
//
// 1. finds the affected rows, of the push and of the feed,
// 2. reads and places them,
// 3. if it compared rows by their values, has the coordinator publish external commits,
// 4. checks that the feed's revision is unchanged. If not, a commit came between, and rows may
//    stand beside others that have moved: back to 1, with those rows too. After three attempts the
//    query runs again,
// 5. notifies its subscribers, in no particular order. A change that one of them makes meanwhile is
//    placed at once, and reported afterwards (`LiveResults+Subscribing.swift`).
//
// The query runs again (`reopen`) instead of placing rows if:
//
// - more than 256 rows, and more than a quarter of the result, are affected,
// - the affected rows are unknown (see `AffectedRows.swift`), or the feed no longer has the changes,
// - so many rows have equal sort prefixes that the searches would cost more than the query,
// - the fetch range has run out of spare rows (see `FetchRange.swift`),
// - a request within the predicate has other results, or an object in it that was not saved got its
//   permanent ID (see `StoreQuery+Constants.swift`),
// - the context has a parent or a pinned generation, of which neither channel reports all changes,
// - the context is reset or changes its generation, or its parent gives it permanent IDs,
// - stores are added or removed,
// - the result is stale, because an earlier update failed (`LiveResults+Failing.swift`).
extension LiveResults {
    /// The effect of one change on a result.
    package struct Change: Sendable {
        /// A row that entered or left the result, or stayed with new values or at another position.
        package struct Row: Sendable {
            let rowID: RowID
            /// The position before the change; nil if the row entered.
            let before: Int?
            /// The position after the change; nil if the row left.
            let after: Int?
            /// Whether the row's sort keys changed, or its position relative to other rows.
            var isMoved = false
            /// Whether the row's section has another value than before.
            var changesSection = false
        }

        /// The affected rows. Empty if `isReopened`.
        package var rows: [Row] = []
        /// Whether the positions before and after are unknown, because the query ran again or
        /// because it took several attempts to place the rows.
        package var isReopened = false
        /// If `isReopened`, the rows that may have new values; nil if any may.
        var touched: Set<RowID>? = []
        /// The temporary IDs of objects that were saved, by the permanent IDs that replaced them.
        var temporaryIDs: [RowID: RowID] = [:]
        /// Whether the result became stale with this change, or current again. In the first case, and
        /// unless `isReopened`, its rows are as they were.
        package var changesStaleness = false

        var isEmpty: Bool { rows.isEmpty && !isReopened && temporaryIDs.isEmpty && !changesStaleness }
        /// The number of rows that entered the result.
        package var inserted: Int { rows.count { $0.before == nil } }
        /// The number of rows that left it.
        package var removed: Int { rows.count { $0.after == nil } }
        /// The number of rows that stayed, with new values or at another position.
        package var updated: Int { rows.count { $0.before != nil && $0.after != nil } }
    }

    /// Updates the result for a change of its context, and notifies subscribers.
    ///
    /// Reads the affected rows, and others only to compare rows with equal sort prefixes. May scan
    /// all row IDs once if the change does not include previous values.
    func apply(_ changes: ChangeSet) {
        let temporaryIDs = Self.withoutKnown(changes.temporaryIDs(of: query.layout), placed, members)
        if isStale { return reopen(nil, temporaryIDs: temporaryIDs) }
        var isPlaced = false
        do {
            try update(changes, temporaryIDs, &isPlaced)
        } catch {
            becomeStale(error, temporaryIDs: temporaryIDs, isPlaced: isPlaced)
        }
    }

    /// - Parameter isPlaced: Set if rows were placed of which subscribers are not notified yet.
    private func update(_ changes: ChangeSet, _ temporaryIDs: [RowID: RowID], _ isPlaced: inout Bool) throws {
        let isOtherQuery = try readConstants()
        guard var touched = try touched(by: [changes]) else { return reopen(nil, temporaryIDs: temporaryIDs) }
        for attempt in 0..<3 {
            let feed = context.coordinator.feed.changes(after: feedRevision)
            guard let unseen = feed.changes, let others = try self.touched(by: unseen) else {
                return reopen(nil, temporaryIDs: temporaryIDs, isPlaced: isPlaced)
            }
            touched.formUnion(others)
            guard isOtherQuery || !touched.isEmpty else {
                feedRevision = feed.revision
                return
            }
            // For many rows, one query is faster than many searches. Neither channel reports
            // everything that changes in a parent or a pinned generation.
            if isOtherQuery || !context.readsStoreDirectly || touched.count > max(256, count / 4) { break }
            guard let rows = try place(touched, changes, temporaryIDs: temporaryIDs, orGiveUp: true) else { break }
            isPlaced = true
            if isShort { break }
            // Rows with equal prefixes were compared by the store's values, which another process
            // may have changed. The feed does not list its commits until they are published.
            if !isPlacedByPrefixes { context.coordinator.pullExternalChanges() }
            // If the revision has changed, a commit came between, and rows may have been placed
            // beside others that moved.
            if context.coordinator.feed.revision == feed.revision {
                feedRevision = feed.revision
                return notify(
                    attempt == 0
                        ? Change(rows: rows, temporaryIDs: temporaryIDs)
                        : Change(
                            isReopened: true, touched: touched.own.subtracting(changes.alreadyReported(of: query.layout)),
                            temporaryIDs: temporaryIDs))
            }
        }
        reopen(
            touched.own, alreadyReported: changes.alreadyReported(of: query.layout), temporaryIDs: temporaryIDs,
            isPlaced: isPlaced)
    }

    /// Whether rows of the fetch range are missing from `placed`, since too many have left.
    var isShort: Bool { !isComplete && placed.count < fetchRange?.end ?? 0 }

    /// Whether the feed has dropped changes that the result does not reflect yet.
    var isUninformed: Bool { context.coordinator.feed.changes(after: feedRevision).changes == nil }

    /// Runs the query again after objects received permanent IDs, which is no change of their rows.
    func reopenAfterReplacingIDs() {
        // While a result opens, the context's parent may send new IDs together with the rows that
        // it returns.
        guard !isOpening else { return }
        // The query also finds commits that the result does not reflect yet.
        let unseen = context.coordinator.feed.changes(after: feedRevision).changes
        // Ignored: without an answer, any row may have changed. The query fails, too, or finds all.
        let affected = unseen.flatMap { try? touched(by: $0) }
        reopen(affected?.own, alreadyReported: Set(replacedIDs(placed, members).keys))
    }

    /// Whether a fetch would return the same rows now.
    ///
    /// Also false if that cannot be determined: if the store cannot be read, for a store that executes
    /// requests, in child contexts, in pinned ones, for a volatile predicate, and during a write to a
    /// store without a history.
    /// External commits to such a store are found by the writing connection only, and this property
    /// does not wait for it.
    var isCurrent: Bool {
        let coordinator = context.coordinator
        guard !isStale, context.readsStoreDirectly, poolRevision == context.liveResults.revision, !query.isVolatile else {
            return false
        }
        // Such a store does not report what others have changed.
        if coordinator.executesRequests, coordinator.stores.stores(for: query).contains(where: \.executesRequests) {
            return false
        }
        coordinator.pullExternalChanges()
        guard coordinator.countExternalCommits(),
            writesUnknown == coordinator.writesUnknown.load(ordering: .acquiring)
        else { return false }
        let feed = coordinator.feed.changes(after: feedRevision)
        // Ignored: the fetch that follows throws the error.
        guard let unseen = feed.changes, unseen.isEmpty || (try? touched(by: unseen))?.isEmpty == true else {
            return false
        }
        feedRevision = feed.revision
        return true
    }

    /// Returns the temporary IDs in a list that have been replaced, keyed by the permanent IDs.
    private func replacedIDs(_ keys: KeyList, _ members: RowIDSet) -> [RowID: RowID] {
        var former: [RowID: RowID] = [:]
        keys.forEachKey { key in
            let rowID = context.permanentIDs.current(key)
            if rowID != key { former[rowID] = key }
        }
        return Self.withoutKnown(former, keys, members)
    }

    /// Returns ID replacements without those whose permanent ID is in the list already. If a new
    /// object has the unique value of a stored row, the save can give it that row, which keeps its
    /// position in the list.
    private static func withoutKnown(_ temporaryIDs: [RowID: RowID], _ keys: KeyList, _ members: RowIDSet) -> [RowID: RowID] {
        let candidates = Set(temporaryIDs.keys.lazy.filter(members.mayContain))
        if candidates.isEmpty { return temporaryIDs }
        let known = Set(keys.positions(of: candidates).lazy.map { keys[$0] })
        return known.isEmpty ? temporaryIDs : temporaryIDs.filter { !known.contains($0.key) }
    }

    /// Runs the query again and notifies subscribers.
    ///
    /// - Parameters:
    ///   - touched: The rows that may have new values; nil if any may.
    ///   - alreadyReported: Those of them whose values were already reported to subscribers.
    ///     Computed sections are still evaluated again for them.
    ///   - temporaryIDs: The temporary IDs that were replaced, by permanent IDs, if the context does
    ///     not know of them yet.
    ///   - isPlaced: Whether rows were placed of which subscribers are not notified yet.
    func reopen(
        _ touched: Set<RowID>? = nil, alreadyReported: Set<RowID> = [], temporaryIDs: [RowID: RowID] = [:],
        isPlaced: Bool = false
    ) {
        let before = lists
        let known = section?.isComputed == true ? touched.map(sectionsKept(except:)) ?? [:] : [:]
        do {
            if context.coordinator.stores.stores.isEmpty {
                clear()
            } else {
                try readConstants()
                try open(known: known)
            }
        } catch {
            // Another thread may have removed the last store after the check above.
            guard context.coordinator.stores.stores.isEmpty else {
                lists = before
                let former = replacedIDs(before.placed, before.members).merging(temporaryIDs) { $1 }
                return becomeStale(error, temporaryIDs: former, isPlaced: isPlaced)
            }
            clear()
        }
        let former = replacedIDs(before.placed, before.members).merging(temporaryIDs) { $1 }
        // Opening may have given the context new permanent IDs.
        let touched = touched.map { Set($0.lazy.map(context.permanentIDs.current)) }
        let wasStale = isStale
        (fetchError, staleSince) = (nil, nil)
        notify(
            Change(
                isReopened: true, touched: wasStale ? nil : touched?.subtracting(alreadyReported), temporaryIDs: former,
                changesStaleness: wasStale))
        if wasStale { context.recordRecovery() }
    }
}
