internal import Foundation
package import StrataPredicates

/// The result of a fetch request, kept current as rows change, without fetching again.
///
/// **What it holds.** Only membership and order: the row IDs of all matching rows, in the order of
/// the request's sort descriptors. Beside each ID is its sort prefix, the first eight bytes of the
/// row's first sort key (`SortPrefix`). Together these are twelve bytes a row (`KeyList`). Section
/// values are kept as runs of equal values (`SectionRuns`). Objects are created, and rows read,
/// when they are accessed, a page at a time; `LiveResults+Snapshot.swift` describes this. Objects
/// that were handed out are kept until their row leaves (`LiveResults+Keeping.swift`).
///
/// **The life of a result.** A request gets its result from the context's `LiveResultsPool`. Equal
/// requests of one context share one result for as long as it is in use. Opening a result runs one
/// statement, which returns row IDs, sort prefixes and section values. From then on the context
/// passes each of its changes (an edit, a save, a merge) to `apply(_:)`, which:
///
/// 1. finds the rows that the change can affect (`AffectedRows.swift`),
/// 2. takes them out of the list and inserts those that match at their new positions, found by
///    binary search (`LiveResults+Placing.swift`),
/// 3. translates the positions if the request has a limit or an offset (`FetchRange.swift`),
/// 4. notifies subscribers with a `Change`, which has each row's position before and after.
///
/// If that would cost more than the query, `apply` runs the query again.
///
///     SELECT … WHERE magnitude >= 5 ORDER BY time DESC          1,000,000 rows, 12 MB
///     quake.magnitude = 4.9     the row leaves: found by its prefix, without a query
///     quake.time = .now         the row moves to position 0, without a query
///
/// **The invariant.** After `apply` the result equals a fresh fetch, with the context's unsaved
/// changes applied. Without that guarantee a view, which never fetches itself, would show a
/// misplaced row for as long as the view exists. `LiveResults+Updating.swift` describes how the
/// invariant holds when other contexts and processes commit at the same time. If the store cannot be
/// read, the result keeps its rows, and is stale until it can (`LiveResults+Failing.swift`).
///
/// Belongs to its context's queue.
package final class LiveResults {
    private(set) var query: StoreQuery
    let section: SectionKey?
    // No reference cycle: the context's pool holds its results weakly.
    let context: NSManagedObjectContext

    /// The row IDs in order, each with its sort prefix. Unsaved objects have negative, temporary
    /// IDs. With a limit or an offset, also the rows before the fetch range and a margin behind it.
    var placed = KeyList()
    /// The set of the IDs in `placed`, which answers most membership questions without a search.
    var members = RowIDSet(KeyList())
    /// Whether `placed` has all matching rows. If not, others may follow the last one.
    var isComplete = true
    /// The rows that were placed by unsaved values, with these values. The list may have them at
    /// other positions than their stored values would give.
    var unsaved: [RowID: SortedRow] = [:]
    /// The fetch range: the rows that the limit and offset select; nil if there is neither.
    var fetchRange: FetchRange?
    /// The sections of the rows in the fetch range, or of all rows.
    package var sections = SectionRuns()
    /// Whether `open` is running. It computes sections at the end, when all rows are placed.
    var isOpening = false
    /// Whether the last placement compared only sort prefixes, and no rows.
    var isPlacedByPrefixes = true
    /// The revision of the coordinator's `ChangeFeed` that the result reflects.
    var feedRevision: UInt64 = 0
    /// The coordinator's count of external commits to stores without a history, from the time when
    /// the result opened. No record says what these commits changed.
    var writesUnknown = 0
    /// The pool's revision when it last passed a change to this result.
    var poolRevision = 0
    /// The objects that were handed out, by row ID; see `LiveResults+Keeping.swift`.
    var handedOut: [RowID: NSManagedObject] = [:]
    /// The positions of the rows that were last read together.
    private var lastPage = 0..<0
    /// Whether object IDs were handed out, which an app may resolve.
    var handsOutIDs = false {
        didSet { if handsOutIDs { context.liveResults.handsOutIDs = true } }
    }
    /// While subscribers are notified, the objects that were handed out and whose rows have left.
    var leaving: [NSManagedObject] = []
    var subscribers: [Int: (LiveResults, Change) -> Void] = [:]
    /// The changes that subscribers have not been notified of yet, by subscriber.
    var unreported: [Int: Change] = [:]
    /// Whether subscribers are being notified.
    var isReporting = false
    var lastSubscriber = 0
    /// The revision of the result: the number of changes reported to subscribers.
    var revision = 0
    /// The error for which the result could not be updated; nil if it is current.
    package internal(set) var fetchError: (any Error)?
    /// The time of the first update that failed; nil if the result is current.
    package internal(set) var staleSince: Date?

    /// The number of rows that are read together when one of them is accessed.
    static let pageSize = 64

    /// Opens the result, with one statement or from the cache. Throws the store's errors.
    init(_ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext, cache: ResultsCache? = nil) throws {
        self.query = query
        self.section = section
        self.context = context
        try open(cache: cache)
    }

    /// Returns the live result for a request. Equal requests of one context share one result for as
    /// long as it is in use.
    ///
    /// - Parameter sectionKey: The key that divides rows into sections: an attribute, a path of
    ///   to-one relationships to an attribute, or any other key for `value(forKeyPath:)`.
    /// - Throws: The store's errors, and an error for a predicate that a store cannot evaluate.
    package static func shared(
        entity: NSEntityDescription, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor], sectionKey: String?,
        fetchLimit: Int = 0, fetchOffset: Int = 0, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let own = context.model.entitiesByName[entity.name ?? ""] ?? entity
        return try shared(
            entity: own, predicate: predicate, sortDescriptors: sortDescriptors,
            section: sectionKey.map { SectionKey($0, of: own) },
            fetchLimit: fetchLimit, fetchOffset: fetchOffset, in: context)
    }

    /// Returns the live result for a request, with sections by any kind of section key.
    package static func shared(
        entity: NSEntityDescription, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor], section: SectionKey?,
        fetchLimit: Int = 0, fetchOffset: Int = 0, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let layout = (context.model.entitiesByName[entity.name ?? ""] ?? entity).layout
        var query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
            sectionPath: section?.queryPath, joinsMembers: context.coordinator.joinsMembers(of: layout)
        ).readingConstants(in: context)
        let request = NSFetchRequest<any NSFetchRequestResult>(entity: layout.entity)
        (request.predicate, request.sortDescriptors) = (predicate, sortDescriptors)
        query.origin = QueryOrigin.make(request, in: context)
        return try context.liveResults.shared(query, section: section, in: context)
    }

    /// Returns the live result for a fetch request, with sections by a key path; nil for none.
    package static func shared<T>(
        request: NSFetchRequest<T>, sectionKey: String?, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        try shared(request: request, section: { entity in sectionKey.map { SectionKey($0, of: entity) } }, in: context)
    }

    /// Returns the live result for a fetch request.
    ///
    /// - Parameter section: Returns the section key for the request's entity.
    package static func shared<T>(
        request: NSFetchRequest<T>, section: (NSEntityDescription) -> SectionKey?, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let key = section(request.layout(in: context).entity)
        let query = try request.query(in: context, sectionPath: key?.queryPath)
        return try context.liveResults.shared(query, section: key, in: context)
    }

    /// Returns a live result that equals what a fetch returns now: the shared one if it is known to
    /// be current (see `isCurrent`), otherwise a new one. As with a fetch, the request determines
    /// whether objects that are registered with the context get the values that the store has now.
    ///
    /// - Parameter cache: A cache that may make the query unnecessary, and that keeps the result.
    static func fetched<T>(
        _ request: NSFetchRequest<T>, section: (NSEntityDescription) -> SectionKey?, in context: NSManagedObjectContext,
        cache: ResultsCache? = nil
    ) throws -> LiveResults {
        context.publishPendingChanges()
        let key = section(request.layout(in: context).entity)
        let query = try request.query(in: context, sectionPath: key?.queryPath)
        let results = try context.liveResults.fetched(query, section: key, in: context, cache: cache)
        if request.shouldRefreshRefetchedObjects { try results.refreshObjects() }
        return results
    }

    /// Updates the registered objects of the result from their rows, which are read again. Faults
    /// stay faults.
    package func refreshObjects() throws {
        let objects = context.registry.living.filter { query.covers($0.layout) }
        let rowIDs = self.rowIDs
        let members = Set(rowIDs.positions(of: Set(objects.map(\.rowID))).map { rowIDs[$0] })
        try context.refreshRealized(objects.filter { members.contains($0.rowID) }, query.layout)
    }

    /// Executes the requests within the predicate again, and reads the references to objects that were
    /// not saved. Returns whether a constant differs, so that the query has to run again.
    @discardableResult
    func readConstants() throws -> Bool {
        guard query.given != nil else { return false }
        let former = query
        query = try former.readingConstants(in: context)
        return query.predicate != former.predicate
    }

    // MARK: Reading

    /// The row IDs of the result, in order.
    var rowIDs: KeyList { fetchRange?.rowIDs ?? placed }

    /// The number of rows in the result.
    package var count: Int { fetchRange?.rowIDs.count ?? placed.count }

    /// Returns whether one of some rows is in the result.
    func hasAny(of candidates: some Collection<RowID>) -> Bool {
        let candidates = Set(candidates.lazy.filter(members.mayContain))
        if candidates.isEmpty { return false }
        return members.isExact && fetchRange == nil || !rowIDs.positions(of: candidates).isEmpty
    }

    /// Returns whether a row is known, without a search, not to be in the result as it was at a
    /// revision.
    func isMissing(_ rowID: RowID, at revision: Int) -> Bool {
        revision == self.revision && !isOpening && !members.mayContain(rowID)
    }

    /// Returns the object at a position. If its row is not in memory, reads the page around it. The
    /// result keeps the object until its row leaves.
    package func object(at position: Int) -> NSManagedObject { handOut(at: position, among: rowIDs) }

    /// Returns the object at a position of this result, or of an earlier state of it.
    ///
    /// A page begins at the position, since a list that jumps shows the rows from there on. It ends
    /// at the position if that is the one before the last page, as in a list that moves up.
    ///
    /// - Parameter pageSize: The number of rows that are read together.
    func object(at position: Int, among rowIDs: KeyList, pageSize: Int = LiveResults.pageSize) -> NSManagedObject {
        let rowID = rowIDs[position]
        let key = RowKey(query.layout, rowID)
        if let object = context.registry[key], object.slots != nil { return object }
        if context.readsStoreDirectly, let row = context.coordinator.cache[key] {
            return context.object(query.layout, rowID, row: row)
        }
        let start = position + 1 == lastPage.lowerBound ? max(0, position + 1 - pageSize) : position
        lastPage = start..<(start + min(pageSize, rowIDs.count - start))
        // An array, which the source reads without asking for the generic list's elements one by one.
        let page = lastPage.map { rowIDs[$0] }
        do {
            guard let row = try row(rowID, among: page) else { return object(rowID) }
            return context.object(query.layout, rowID, row: row)
        } catch {
            return unreadableObject(rowID, error)
        }
    }

    /// Returns stored rows by row ID.
    func rows(_ rowIDs: [RowID]) throws -> [RowID: Row] {
        try context.source.rows(query.layout, rowIDs, maxAge: context.stalenessInterval)
    }
}
