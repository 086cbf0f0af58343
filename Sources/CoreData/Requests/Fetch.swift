internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A fetch request as a context executes it: an immutable copy without the type of its results.
/// `StoreQuery` describes how it is evaluated.
struct Fetch {
    /// The kind of results to return.
    enum Results {
        case objects, identifiers, count
        /// The columns of each dictionary; nil for all values of a row.
        case dictionaries(ColumnQuery?)
    }

    private(set) var query: StoreQuery
    private(set) var results: Results
    /// Whether the results reflect unsaved changes, which dictionaries never do.
    let includesPendingChanges: Bool
    let shouldRefresh: Bool
    /// Whether the returned objects are realized, not faults.
    let firesFaults: Bool
    /// The values that the fetch reads, besides row IDs.
    let reading: Reading
    /// The relationship key paths to prefetch.
    let prefetched: [[QueryPath.Hop]]

    /// The values to read with a fetch.
    enum Reading {
        /// Complete rows.
        case rows
        /// None. When a fault fires, it is read together with its neighbors, `size` rows at a time.
        case pages(size: Int)
        /// The values in the given slots.
        case slots([Int])
    }

    /// Compiles a request. Traps for a name that the context's model does not have. Throws an
    /// `NSError` if parts of the request contradict each other.
    init<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) throws {
        let type = request.resultType
        let query = try request.query(in: context)
        self.query = query
        shouldRefresh = request.shouldRefreshRefetchedObjects
        firesFaults = !request.returnsObjectsAsFaults
        if type.contains(.countResultType) {
            results = .count
        } else if type.contains(.dictionaryResultType) {
            results = .dictionaries(try ColumnQuery(request, query))
        } else {
            results = type.contains(.managedObjectIDResultType) ? .identifiers : .objects
        }
        try request.checkGroups()
        includesPendingChanges = if case .dictionaries = results { false } else { request.includesPendingChanges }

        if request.fetchBatchSize > 0 {
            reading = .pages(size: request.fetchBatchSize)
        } else if !request.includesPropertyValues {
            reading = .pages(size: 1)
        } else if let properties = request.propertiesToFetch, case .objects = results {
            reading = .slots(try properties.flatMap { try query.layout.slotsToFetch($0) })
        } else {
            reading = .rows
        }
        prefetched = try (request.relationshipKeyPathsForPrefetching ?? []).map { try query.layout.relationships(along: $0) }
    }

    /// Returns the fetch with the present values of the constants that its predicate reads; see
    /// `StoreQuery+Constants.swift`.
    func readingConstants(in context: NSManagedObjectContext) throws -> Fetch {
        var fetch = self
        fetch.query = try query.readingConstants(in: context, pending: includesPendingChanges)
        if case .dictionaries(var columns?) = results {
            columns.rows = fetch.query
            fetch.results = .dictionaries(columns)
        }
        return fetch
    }
}

extension NSFetchRequest {
    /// Throws if the request has groups but does not return dictionaries of named columns, or if it
    /// has a `havingPredicate` but no groups.
    fileprivate func checkGroups() throws {
        let isGrouped = !(propertiesToGroupBy ?? []).isEmpty
        if havingPredicate != nil, !isGrouped {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The fetch request has a havingPredicate, which is about groups, but no propertiesToGroupBy. Set those, or use predicate."
            )
        }
        if isGrouped, !resultType.contains(.dictionaryResultType) || (propertiesToFetch ?? []).isEmpty {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "A fetch request with propertiesToGroupBy returns dictionaries: set resultType to .dictionaryResultType, and propertiesToFetch."
            )
        }
    }
}

extension EntityLayout {
    /// Returns the slot that an element of `propertiesToFetch` names, in an array. The array is
    /// empty if the value is not in a single column of the row: then it is read when the object is
    /// first accessed.
    ///
    /// Traps for a name that the entity does not have.
    fileprivate func slotsToFetch(_ property: Any) throws -> [Int] {
        let name: String
        switch property {
        case let given as String: name = given
        case let given as NSPropertyDescription where !(given is NSExpressionDescription): name = given.name
        default:
            throw NSError(
                code: NSPersistentStoreOperationError,
                "Managed objects have no value for \(property) in propertiesToFetch. Set resultType to .dictionaryResultType for expressions."
            )
        }
        guard let slot = slot(of: name) else {
            _ = try fetchedPath(name)
            return []
        }
        let isAlone = kinds[slot] == .attribute && isPlain(slot) && !attribute(slot).isExternal
        return isAlone && !properties[slot].isTransient ? [slot] : []
    }

    /// Returns the relationships of a key path. Traps if it names anything else.
    fileprivate func relationships(along keyPath: String) throws -> [QueryPath.Hop] {
        let path = try fetchedPath(keyPath)
        guard case .objects = path.end, !path.hops.isEmpty else {
            trap("'\(keyPath)' in relationshipKeyPathsForPrefetching is not a relationship of '\(name)'.")
        }
        return path.hops
    }

    /// Resolves a key path of a request as `path(_:)` does. Throws an `NSError` if it cannot be fetched.
    private func fetchedPath(_ keyPath: String) throws -> QueryPath {
        do {
            return try path(keyPath.split(separator: ".").map(String.init))
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }
}
