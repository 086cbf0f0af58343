internal import CoreData
internal import Foundation

/// The descriptor that a request was made of. It stays with the request and its copies, so that a
/// data store gets the app's own predicate and sort descriptors.
final class DescribedFetch<T: PersistentModel>: DescribedFetching {
    private let descriptor: FetchDescriptor<T>
    private let predicate: NSPredicate?
    private let sorts: [NSSortDescriptor]

    /// Creates the description of a request that was made of a descriptor.
    init<Result>(_ descriptor: FetchDescriptor<T>, _ request: NSFetchRequest<Result>) {
        self.descriptor = descriptor
        predicate = request.predicate
        sorts = request.sortDescriptors ?? []
    }

    /// Returns the descriptor with the limit and the offset of a request; nil for a request whose
    /// predicate or order is another one.
    func fetch(for request: NSFetchRequest<any NSFetchRequestResult>) -> (any DataStoreFetching)? {
        guard request.predicate === predicate, (request.sortDescriptors ?? []).elementsEqual(sorts, by: { $0 === $1 }) else {
            return nil
        }
        var descriptor = descriptor
        descriptor.fetchLimit = request.fetchLimit > 0 ? request.fetchLimit : nil
        descriptor.fetchOffset = request.fetchOffset > 0 ? request.fetchOffset : nil
        return DataStoreFetch(descriptor: descriptor)
    }
}

/// A described fetch of models of any type.
protocol DescribedFetching: AnyObject {
    func fetch(for request: NSFetchRequest<any NSFetchRequestResult>) -> (any DataStoreFetching)?
}

/// The fetch of models of any type from a data store.
protocol DataStoreFetching {
    /// Returns snapshots, with what was left to do.
    func snapshots<Store: DataStore>(
        of store: Store, _ state: EditingState
    ) throws -> DataStoreAnswer<[Store.Snapshot], [PersistentIdentifier: Store.Snapshot]>

    /// Returns identifiers, with what was left to do.
    func identifiers(of store: some DataStore, _ state: EditingState) throws -> DataStoreAnswer<[PersistentIdentifier], Void>

    /// Returns the number of models; nil if the store leaves something to do.
    func count(of store: some DataStore, _ state: EditingState) throws -> Int?

    /// Whether the fetch is for all models of a type.
    var isWhole: Bool { get }
}

/// The answer of a data store to a fetch.
struct DataStoreAnswer<Found, Related> {
    let found: Found
    let related: Related
    let isFiltered: Bool
    let isSorted: Bool
}

/// The fetch of models of one type.
struct DataStoreFetch<T: PersistentModel>: DataStoreFetching {
    let descriptor: FetchDescriptor<T>

    var isWhole: Bool { descriptor.predicate == nil && descriptor.fetchLimit == nil && descriptor.fetchOffset == nil }

    func snapshots<Store: DataStore>(
        of store: Store, _ state: EditingState
    ) throws -> DataStoreAnswer<[Store.Snapshot], [PersistentIdentifier: Store.Snapshot]> {
        let (result, asked) = try asking { try store.fetch(DataStoreFetchRequest(descriptor: $0, editingState: state)) }
        return answer(result.fetchedSnapshots, result.relatedSnapshots, asked)
    }

    func identifiers(of store: some DataStore, _ state: EditingState) throws -> DataStoreAnswer<[PersistentIdentifier], Void> {
        let (result, asked) = try asking {
            try store.fetchIdentifiers(DataStoreFetchRequest(descriptor: $0, editingState: state))
        }
        return answer(result, (), asked)
    }

    func count(of store: some DataStore, _ state: EditingState) throws -> Int? {
        let (count, asked) = try asking { try store.fetchCount(DataStoreFetchRequest(descriptor: $0, editingState: state)) }
        return asked.predicate == nil && descriptor.predicate != nil ? nil : count
    }

    private func answer<Found, Related>(
        _ found: Found, _ related: Related, _ asked: FetchDescriptor<T>
    ) -> DataStoreAnswer<Found, Related> {
        DataStoreAnswer(
            found: found, related: related, isFiltered: asked.predicate != nil || descriptor.predicate == nil,
            isSorted: !asked.sortBy.isEmpty || descriptor.sortBy.isEmpty)
    }

    /// Asks a store, without the predicate or the sort descriptors if it prefers that. Limit and offset
    /// are left out then, too, since they count what is filtered and sorted.
    private func asking<Result>(
        _ ask: (FetchDescriptor<T>) throws -> Result
    ) throws -> (result: Result, asked: FetchDescriptor<T>) {
        var asked = descriptor
        while true {
            do {
                return (try ask(asked), asked)
            } catch DataStoreError.preferInMemoryFilter where asked.predicate != nil {
                asked.predicate = nil
            } catch DataStoreError.preferInMemorySort where !asked.sortBy.isEmpty {
                asked.sortBy = []
            }
            (asked.fetchLimit, asked.fetchOffset) = (nil, nil)
        }
    }
}
