internal import CoreData
internal import Foundation

/// The store of a ``ModelConfiguration``: SQLite in a file, or in memory.
///
/// A container opens such stores without an instance of this class. An app makes one to build a
/// store of its own on it, such as one that keeps what a server has returned.
public final class DefaultStore: DataStore {
    /// The values of models.
    public typealias Snapshot = DefaultSnapshot

    /// The configuration that the store was made of.
    public let configuration: ModelConfiguration
    let container: ModelContainer

    /// Opens the store, or creates it.
    ///
    /// - Throws: The errors of ``ModelContainer``, and `SwiftDataError.unknownSchema` if neither the
    ///   configuration nor the plan has a schema.
    public convenience init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil) throws {
        guard let schema = configuration.schema ?? migrationPlan?.schemas.last.map({ Schema(versionedSchema: $0) }) else {
            throw SwiftDataError.unknownSchema.because("Give the configuration '\(configuration.name)' a schema.")
        }
        self.init(
            configuration, try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: [configuration]))
    }

    private init(_ configuration: ModelConfiguration, _ container: ModelContainer) {
        self.configuration = configuration
        self.container = container
    }

    /// The name of the configuration.
    public var name: String { configuration.name }

    /// The store's UUID.
    public var identifier: String { container.storage.coordinator.persistentStores.first?.identifier ?? "" }

    /// The types of the store.
    public var schema: Schema { container.schema }

    /// Returns the snapshots of the models that a descriptor selects, in its order.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let context = ModelContext(container)
        // A snapshot has all relationships, and one that cannot be read would be empty in it.
        let snapshots = try context.managed.throwingFailedReads {
            try context.fetch(request.descriptor).map { DefaultSnapshot($0.anchor) }
        }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
    }

    /// Returns the number of models that a descriptor selects.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try ModelContext(container).fetchCount(request.descriptor)
    }

    /// Returns the identifiers of the models that a descriptor selects, in its order.
    public func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
        try ModelContext(container).fetchIdentifiers(request.descriptor)
    }

    /// Returns the snapshots of the models with identifiers. Those that do not exist are left out.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let context = ModelContext(container)
        return try context.managed.throwingFailedReads {
            var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
            for identifier in persistentIdentifiers {
                snapshots[identifier] = try context.existingModel(for: identifier).map { DefaultSnapshot($0.anchor) }
            }
            return snapshots
        }
    }

    /// Writes changes, in one transaction.
    ///
    /// - Throws: The errors of `ModelContext.save()`, ``DataStoreError/unsupportedFeature`` for a
    ///   changed model that does not exist, and the error of a file that cannot be read. Nothing is
    ///   written then.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let context = ModelContext(container)
        context.author = request.editingState.author
        var objects: [PersistentIdentifier: _ModelObject] = [:]
        for snapshot in request.inserted {
            let name = snapshot.persistentIdentifier.entityName
            guard let entity = container.storage.coordinator.managedObjectModel.entitiesByName[name] else {
                throw SwiftDataError.unknownSchema.because("The store '\(self.name)' has no entity '\(name)'.")
            }
            objects[snapshot.persistentIdentifier] = _ModelObject(entity: entity, insertInto: context.managed)
        }
        func object(_ identifier: PersistentIdentifier) throws -> _ModelObject? {
            try objects[identifier] ?? context.existingModel(for: identifier)?.anchor.object
        }
        // The changes would lack what cannot be read, such as a related model.
        try context.managed.throwingFailedReads {
            for snapshot in request.inserted + request.updated {
                guard let object = try object(snapshot.persistentIdentifier) else { throw DataStoreError.unsupportedFeature }
                try object.set(snapshot, related: object(_:))
            }
            for snapshot in request.deleted {
                if let object = try object(snapshot.persistentIdentifier) { context.managed.delete(object) }
            }
        }
        try context.save()
        return DataStoreSaveChangesResult(
            for: identifier, remappedIdentifiers: objects.mapValues { PersistentIdentifier($0.objectID) })
    }

    /// Deletes all models.
    public func erase() throws { try container.erase() }
}

extension DefaultStore: DataStoreBatching {
    /// Deletes the models that satisfy a condition.
    public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        let context = ModelContext(container)
        context.author = request.editingState.author
        try context.delete(model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
        try context.save()
    }
}

extension DefaultStore: HistoryProviding {
    /// Transactions of the history.
    public typealias HistoryType = DefaultHistoryTransaction

    /// Returns the transactions that a descriptor selects.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try ModelContext(container).fetchHistory(descriptor) }

    /// Deletes the transactions that a descriptor selects.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try ModelContext(container).deleteHistory(descriptor)
    }
}

extension _ModelObject {
    /// Sets the values to those of a snapshot.
    ///
    /// - Parameter related: Returns the object with an identifier; nil if there is none.
    fileprivate func set(
        _ snapshot: DefaultSnapshot, related: (PersistentIdentifier) throws -> _ModelObject?
    ) rethrows {
        let layout = modelLayout
        for property in SnapshotProperty.all(of: layout.modelClass) {
            let (slot, value) = (layout.slots[property.index], snapshot.values[property.name])
            if !property.isRelationship {
                setObjectValue(
                    (value ?? property.valueIfMissing).flatMap { layout.kinds[property.index].encodeAny($0) }, at: slot)
            } else if entity.relationshipsByName[property.name]?.isToMany == true {
                setRelatedObjects(try (value as? [PersistentIdentifier] ?? []).compactMap(related), at: slot)
            } else {
                setRelatedObject(try (value as? PersistentIdentifier).flatMap(related), at: slot)
            }
        }
    }
}

extension ModelConfiguration: DataStoreConfiguration {
    /// The class of the store, for stores that build on it. A container that gets the configuration
    /// opens the file without an instance of it.
    public typealias Store = DefaultStore
}
