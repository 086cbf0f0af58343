import CoreData
internal import Traps

/// What answers a fetch request: live results, in the form that the request's result type has.
enum RequestResults {
    /// Objects, or their identifiers.
    case objects(LiveResults)
    /// Dictionaries or a count, which are fetched again when something changes that they may be made of.
    case values(LiveResults, fetch: () throws -> [any NSFetchRequestResult])

    init(_ configuration: RequestConfiguration, in context: NSManagedObjectContext) throws {
        let request = configuration.request
        guard request.resultType.isSubset(of: .managedObjectIDResultType) else {
            require(
                configuration.sections == nil,
                "A sectioned fetch request takes managed objects: set its resultType to .managedObjectResultType.")
            // Of whatever rows match: a limit is one of groups, and what matters is only that a change of one is told.
            let rows = NSFetchRequest<NSManagedObject>()
            rows.entity = request.entity
            rows.predicate = request.predicate
            rows.includesSubentities = request.includesSubentities
            rows.affectedStores = request.affectedStores
            self = .values(try .shared(request: rows, sectionKey: nil, in: context)) { try context.fetch(request) }
            return
        }
        self = .objects(try .shared(request: request, section: { configuration.sections?.key($0) }, in: context))
    }

    var live: LiveResults {
        switch self {
        case .objects(let results), .values(let results, _): results
        }
    }

    /// The results as they are now.
    func snapshot() throws -> Snapshot {
        switch self {
        case .objects(let results): .objects(results.snapshot)
        case .values(_, let fetch): .values(try fetch())
        }
    }

    /// Results as they were at one moment.
    enum Snapshot {
        case objects(LiveResults.Snapshot)
        case values([any NSFetchRequestResult])

        static var empty: Self { .objects(.empty) }

        var count: Int {
            switch self {
            case .objects(let snapshot): snapshot.count
            case .values(let values): values.count
            }
        }

        var sections: SectionRuns {
            switch self {
            case .objects(let snapshot): snapshot.sections
            case .values: LiveResults.Snapshot.empty.sections
            }
        }

        func result<Result>(at position: Int) -> Result {
            switch self {
            case .objects(let snapshot):
                return snapshot.object(at: position)
            case .values(let values):
                guard let value = values[position] as? Result else {
                    trap(
                        "A fetch request of \(Result.self) has a result type that gives \(type(of: values[position])).")
                }
                return value
            }
        }
    }
}
