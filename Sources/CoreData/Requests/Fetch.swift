internal import Foundation
internal import Predicates
internal import Traps

/// A fetch request as a context carries it out: read once, and without the type of its results.
struct Fetch {
    enum Results {
        case objects, identifiers, count
        /// Of columns; nil for all that a row holds.
        case dictionaries(ColumnQuery?)
    }

    let query: StoreQuery
    let results: Results
    let includesPendingChanges: Bool
    let shouldRefresh: Bool
    /// Whether objects come realised.
    let realises: Bool
    /// What the fetch reads of objects besides their keys.
    let reading: Reading
    /// The chains of relationships to read with the objects.
    let prefetched: [[QueryPath.Hop]]

    enum Reading {
        case rows
        /// Nothing; when a fault fires, it and its neighbours are read, so many at a time.
        case pages(size: Int)
        /// The values in some slots.
        case slots([Int])
    }

    /// Traps for names that the context's model does not have, and throws an NSError where the parts of the request contradict each other.
    init<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) throws {
        let type = request.resultType
        let query = try request.query(in: context)
        self.query = query
        includesPendingChanges = request.includesPendingChanges
        shouldRefresh = request.shouldRefreshRefetchedObjects
        realises = !request.returnsObjectsAsFaults
        if type.contains(.countResultType) {
            results = .count
        } else if type.contains(.dictionaryResultType) {
            results = .dictionaries(try ColumnQuery(request, query))
        } else {
            results = type.contains(.managedObjectIDResultType) ? .identifiers : .objects
        }
        try request.checkGroups()

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
}

extension NSFetchRequest {
    /// Throws where grouping is asked for and cannot be.
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
    /// The slots that one of `propertiesToFetch` names, where a column by itself has the value; all others wait until the object is looked at.
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
        let slot = requiredSlot(of: name)
        let isAlone = kinds[slot] == .attribute && isPlain(slot) && !attribute(slot).isExternal
        return isAlone && !properties[slot].isTransient ? [slot] : []
    }

    /// The relationships of a key path that names nothing else.
    fileprivate func relationships(along keyPath: String) throws -> [QueryPath.Hop] {
        let path = try path(keyPath.split(separator: ".").map(String.init))
        guard case .objects = path.end, !path.hops.isEmpty else {
            trap("'\(keyPath)' in relationshipKeyPathsForPrefetching is no relationship of '\(name)'.")
        }
        return path.hops
    }
}
