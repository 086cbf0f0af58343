internal import Predicates

/// The live results of a context: one for equal requests, for as long as somebody holds it and a fetch finds the same.
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

    func shared(
        _ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext, cache: ResultsCache? = nil
    ) throws -> LiveResults {
        let key = Key(query, section)
        if let results = held[key]?.last(where: { $0.results != nil })?.results, results.isCurrent { return results }
        let results = try LiveResults(query, section: section, in: context, cache: cache)
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

    func apply(_ changes: ChangeSet) {
        for results in living { results.apply(changes) }
    }

    func reopen() {
        for results in living { results.reopen() }
    }

    /// Opens all anew, since objects have permanent numbers now.
    func reopenRenamed() {
        for results in living { results.reopenRenamed() }
    }

    /// Opens those anew that were opened before the coordinator forgot what changed.
    func reopenUninformed() {
        for results in living where results.isUninformed { results.reopen() }
    }
}
