internal import Predicates

/// The live results of a context: one for equal requests, for as long as somebody holds it.
final class LiveResultsPool {
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
            predicate = query.predicate
            sorts = query.sorts
            limit = query.limit
            offset = query.offset
            keySpaces = query.keySpaces
            self.section = section?.identity
        }
    }

    private struct WeakResults {
        weak var results: LiveResults?
    }

    /// Mostly one for each question: several where a fetch found what earlier ones are not told of yet.
    private var held: [Key: [WeakResults]] = [:]
    /// Counts what all results are given to apply, one after the other.
    private(set) var round = 0

    /// The results that somebody holds for the same question, or new ones.
    func shared(_ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext) throws -> LiveResults {
        let key = Key(query, section)
        return try known(key) ?? keep(LiveResults(query, section: section, in: context), key)
    }

    /// The same, but none that is not known to be what a fetch finds.
    func fetched(
        _ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext, cache: ResultsCache?
    ) throws -> LiveResults {
        let key = Key(query, section)
        if let results = known(key), results.isCurrent { return results }
        return keep(try LiveResults(query, section: section, in: context, cache: cache), key)
    }

    private func known(_ key: Key) -> LiveResults? { held[key]?.last { $0.results != nil }?.results }

    private func keep(_ results: LiveResults, _ key: Key) -> LiveResults {
        results.round = round
        held = held.compactMapValues { held in
            let living = held.filter { $0.results != nil }
            return living.isEmpty ? nil : living
        }
        held[key, default: []].append(WeakResults(results: results))
        return results
    }

    /// The results somebody holds. A copy, since those who hear of a change may open or drop results.
    private var living: [LiveResults] { held.values.joined().compactMap(\.results) }

    var isEmpty: Bool { held.values.joined().allSatisfy { $0.results == nil } }

    func apply(_ changes: ChangeSet) { forEach { $0.apply(changes) } }

    func reopen() { forEach { $0.reopen() } }

    /// Opens all anew, since objects have permanent numbers now.
    func reopenRenamed() { forEach { $0.reopenRenamed() } }

    /// Opens those anew that were opened before the coordinator forgot what changed.
    func reopenUninformed() { forEach { if $0.isUninformed { $0.reopen() } } }

    private func forEach(_ body: (LiveResults) -> Void) {
        round += 1
        let round = round
        for results in living {
            results.round = max(results.round, round)
            body(results)
        }
    }
}
