internal import StrataPredicates

/// The live results of a context. Equal requests share one result for as long as it is in use.
final class LiveResultsPool: ContextFollower {
    private struct Key: Hashable {
        let entity: ObjectIdentifier
        let includesSubentities: Bool
        let predicate: PredicateForm
        let sorts: [SortForm]
        let limit: Int
        let offset: Int
        let keySpaces: Set<KeySpace>?
        let section: SectionKey.Identity?

        init(_ query: StoreQuery, _ section: SectionKey?) {
            entity = ObjectIdentifier(query.layout.entity)
            includesSubentities = query.includesSubentities
            predicate = query.given ?? query.predicate
            sorts = query.sorts
            limit = query.limit
            offset = query.offset
            keySpaces = query.keySpaces
            self.section = section?.identity
        }

        init(_ results: LiveResults) { self.init(results.query, results.section) }
    }

    private struct WeakResults {
        weak var results: LiveResults?
    }

    /// The results by the hash of their key: usually one for each key, but several if a fetch found
    /// commits that an earlier result does not reflect yet.
    // Not by the key itself: its predicate may keep the context, and with it the pool, for ever.
    private var held: [Int: [WeakResults]] = [:]
    /// The pool's revision: the number of changes that were passed to all results.
    private(set) var revision = 0

    /// Returns the result that is in use for an equal request. If there is none, opens a new one.
    func shared(_ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext) throws -> LiveResults {
        let key = Key(query, section)
        guard let results = known(key) else { return keep(try LiveResults(query, section: section, in: context), key) }
        results.readAgain()
        return results
    }

    /// Returns the result that is in use for an equal request, if it is known to be current.
    /// Otherwise opens a new one.
    func fetched(
        _ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext, cache: ResultsCache?
    ) throws -> LiveResults {
        let key = Key(query, section)
        if let results = known(key), results.isCurrent { return results }
        return keep(try LiveResults(query, section: section, in: context, cache: cache), key)
    }

    /// Returns the newest result that is in use for a request.
    private func known(_ key: Key) -> LiveResults? {
        held[key.hashValue]?.last { $0.results.map(Key.init) == key }?.results
    }

    private func keep(_ results: LiveResults, _ key: Key) -> LiveResults {
        results.poolRevision = revision
        held = held.compactMapValues { held in
            let living = held.filter { $0.results != nil }
            return living.isEmpty ? nil : living
        }
        held[key.hashValue, default: []].append(WeakResults(results: results))
        return results
    }

    /// The results that are in use, in a copy, since subscribers may open and release results.
    private var living: [LiveResults] { held.values.joined().compactMap(\.results) }

    /// Whether a result has handed out object IDs.
    var handsOutIDs = false

    /// Calls `body` with each result that is in use.
    func forEachLiving(_ body: (LiveResults) -> Void) {
        for held in held.values { for results in held { results.results.map(body) } }
    }

    var isEmpty: Bool { held.values.joined().allSatisfy { $0.results == nil } }

    func apply(_ changes: ChangeSet) { forEach { $0.apply(changes) } }

    func reopen() { forEach { $0.reopen() } }

    /// Runs all queries again after objects received permanent IDs.
    func reopenAfterReplacingIDs() { forEach { $0.reopenAfterReplacingIDs() } }

    /// Runs the query again for each result that does not reflect some of the changes that the feed
    /// has dropped.
    func reopenUninformed() { forEach { if $0.isUninformed { $0.reopen() } } }

    /// Runs the query again for each result that could not be updated.
    func reopenStale() {
        if held.values.contains(where: { held in held.contains { $0.results?.isStale == true } }) {
            forEach { if $0.isStale { $0.reopen() } }
        }
    }

    private func forEach(_ body: (LiveResults) -> Void) {
        revision += 1
        let revision = revision
        for results in living {
            results.poolRevision = max(results.poolRevision, revision)
            // A save that goes on does not depend on what its results could not read.
            let failed = results.context.failedReads.count
            body(results)
            results.context.failedReads.count = failed
        }
    }
}

extension NSManagedObjectContext {
    /// The live results of the context.
    var liveResults: LiveResultsPool {
        if let pool = follower as? LiveResultsPool { return pool }
        let pool = LiveResultsPool()
        follower = pool
        return pool
    }
}
