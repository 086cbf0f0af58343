import CoreData
internal import StrataTraps

/// The results of a view's fetch request: live results, or values that depend on them.
enum RequestResults {
    /// Objects or object IDs.
    case objects(LiveResults)
    /// Dictionaries or a count, and live results of all rows that can contribute to them. The
    /// values are fetched again when the live results change.
    case values(LiveResults, fetch: () throws -> [any NSFetchRequestResult])

    init(_ configuration: RequestConfiguration, in context: NSManagedObjectContext) throws {
        let request = configuration.request
        guard request.resultType.isSubset(of: .managedObjectIDResultType) else {
            require(
                configuration.sections == nil,
                "A sectioned fetch request takes managed objects: set its resultType to .managedObjectResultType.")
            // All matching rows, without the request's limit: the limit counts dictionaries, but
            // any matching row can change the values.
            let rows = NSFetchRequest<NSManagedObject>()
            rows.entity = request.entity
            rows.predicate = request.predicate
            rows.includesSubentities = request.includesSubentities
            rows.affectedStores = request.affectedStores
            self = .values(try .shared(request: rows, sectionKey: nil, in: context)) { try context.fetch(request) }
            return
        }
        let results = try LiveResults.shared(request: request, section: { configuration.sections?.key($0) }, in: context)
        if request.shouldRefreshRefetchedObjects { try results.refreshObjects() }
        self = .objects(results)
    }

    /// The live results whose changes invalidate these results.
    var live: LiveResults {
        switch self {
        case .objects(let results), .values(let results, _): results
        }
    }

    /// Returns the current results. Throws the store's error if values have to be fetched and that
    /// fails.
    func snapshot() throws -> Snapshot {
        switch self {
        case .objects(let results): .objects(results.snapshot)
        case .values(_, let fetch): .values(try fetch())
        }
    }

    /// The results at one moment.
    enum Snapshot {
        case objects(LiveResults.Snapshot)
        case values([any NSFetchRequestResult])
        /// The results before the view is shown: none. Reading them writes a warning.
        case early(EarlyRead)

        static var empty: Self { .objects(.empty) }

        var count: Int {
            switch self {
            case .objects(let snapshot): snapshot.count
            case .values(let values): values.count
            case .early(let read): read.reading(0)
            }
        }

        var sections: SectionRuns {
            switch self {
            case .objects(let snapshot): snapshot.sections
            case .values: LiveResults.Snapshot.empty.sections
            case .early(let read): read.reading(LiveResults.Snapshot.empty.sections)
            }
        }

        /// Replaces the temporary IDs of objects that were saved in a change.
        mutating func replaceIDs(_ change: LiveResults.Change) {
            guard case .objects(var snapshot) = self else { return }
            snapshot.replaceIDs(change)
            self = .objects(snapshot)
        }

        /// Returns the object, object ID or value at a position. Traps if it is not of the type
        /// `Result`.
        func result<Result>(at position: Int) -> Result {
            switch self {
            case .objects(let snapshot):
                return snapshot.object(at: position)
            case .values(let values):
                guard let value = values[position] as? Result else {
                    trap(
                        "A fetch request of \(Result.self) returned a \(type(of: values[position])). Change its resultType.")
                }
                return value
            case .early:
                trap("A fetch request has no result at position \(position) before its view is shown.")
            }
        }
    }
}
