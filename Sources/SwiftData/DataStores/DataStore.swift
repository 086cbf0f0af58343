/// A store of an app's own kind: a file format, a server, a database.
///
/// A context asks it for snapshots of models, and passes snapshots of new, changed and deleted
/// models to it. `docs/stores.md` has a store in a JSON file.
///
/// A container makes one call at a time, on the actor of the context that needs the answer. A store
/// may be called by several actors, one after the other. It must not use contexts of its container.
public protocol DataStore<Configuration, Snapshot>: AnyObject {
    /// The description of the store.
    associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
    /// The values of one model, as the store reads and writes them: ``DefaultSnapshot``, or a type of
    /// the app's own.
    associatedtype Snapshot: DataStoreSnapshot

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, with a schema.
    ///   - migrationPlan: The plan of the container. A store migrates itself.
    /// - Throws: The error that the container's initializer throws.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// The configuration that the store was made of.
    var configuration: Configuration { get }
    /// The identifier of the store, which its models' identifiers name. The same each time that the
    /// store is opened.
    var identifier: String { get }
    /// The types of the store.
    var schema: Schema { get }

    /// Returns the snapshots of the models that a descriptor selects, in its order.
    ///
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` to be
    ///   asked again without the predicate or the sort descriptors, and without limit and offset; any
    ///   other error is that of the fetch.
    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>

    /// Returns the number of models that a descriptor selects. By default, counts the models of the
    /// type and its subclasses that `fetch(_:)` returns.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

    /// Returns the identifiers of the models that a descriptor selects, in its order. By default, those
    /// of what `fetch(_:)` returns.
    func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]

    /// Writes the changes of a context: all of them, or none.
    ///
    /// - Returns: The result, with a permanent identifier for each inserted snapshot.
    /// - Throws: Any error: the context's `save()` throws it, and the context keeps its changes.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>

    /// Deletes what is left of the store after all of its models were deleted by a save; see
    /// `ModelContainer.erase()`. Does nothing by default.
    func erase() throws

    /// Called when a context begins to use the store. Does nothing by default.
    func initializeState(for editingState: EditingState)

    /// Called when a context that has used the store is deallocated. Does nothing by default.
    func invalidateState(for editingState: EditingState)

    /// Returns the snapshots of models that the store has at hand, by identifier. Called for models
    /// whose values no fetch has returned, such as the ends of relationships. For those that are
    /// missing from the result, the context fetches all models of their type. Empty by default.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// Counts the models of the type and its subclasses that `fetch(_:)` returns, each once.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        let identifiers = Set(try fetch(request).fetchedSnapshots.map(\.persistentIdentifier))
        let name = Schema.entityName(for: T.self)
        return identifiers.count { identifier in
            var entity = schema.entitiesByName[identifier.entityName]
            while let other = entity, other.name != name { entity = other.superentity }
            return entity != nil
        }
    }

    /// Returns the identifiers of what `fetch(_:)` returns.
    public func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }

    /// Does nothing.
    public func erase() throws {}

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Returns no snapshots.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that can delete all models that satisfy a condition without a snapshot of each.
public protocol DataStoreBatching: DataStore {
    /// Deletes models at once.
    ///
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/unsupportedFeature`` to
    ///   have the models deleted one by one, by the next save; any other error is that of
    ///   `ModelContext.delete(model:where:includeSubclasses:)`.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}
