public import Foundation

/// A fetch, as a data store gets it.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
    /// The description of the models. It differs from the app's own in limit and offset if the
    /// context has unsaved changes.
    public let descriptor: FetchDescriptor<T>
    /// The identity of the context that fetches.
    public let editingState: EditingState

    /// Creates a request.
    public init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
        self.descriptor = descriptor
        self.editingState = editingState
    }
}

/// The result of a fetch, which a data store returns.
public struct DataStoreFetchResult<T: PersistentModel, Snapshot: DataStoreSnapshot>: Sendable {
    /// The description of the models.
    public let descriptor: FetchDescriptor<T>
    /// The snapshots, in order. Those of models of other types are ignored.
    public let fetchedSnapshots: [Snapshot]
    /// Snapshots of other models that the store has read anyway, such as the ends of relationships.
    public let relatedSnapshots: [PersistentIdentifier: Snapshot]

    /// Creates a result.
    public init(
        descriptor: FetchDescriptor<T>, fetchedSnapshots: [Snapshot],
        relatedSnapshots: [PersistentIdentifier: Snapshot] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}

/// The changes of a context, which a data store writes.
public struct DataStoreSaveChangesRequest<Snapshot: DataStoreSnapshot>: Sendable {
    /// The new models, with temporary identifiers.
    public let inserted: [Snapshot]
    /// The changed models, with all of their values.
    public let updated: [Snapshot]
    /// The models to delete.
    public let deleted: [Snapshot]
    /// The identity of the context that saves.
    public let editingState: EditingState

    /// Creates a request.
    public init(inserted: [Snapshot], updated: [Snapshot], deleted: [Snapshot], editingState: EditingState) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.editingState = editingState
    }
}

/// The result of a save, which a data store returns.
public final class DataStoreSaveChangesResult<Snapshot: DataStoreSnapshot>: Sendable {
    /// The identifier of the store.
    public let storeIdentifier: String
    /// The permanent identifiers of the inserted models, by their temporary ones.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// Snapshots of models that have other values in the store than the context has saved, by their
    /// permanent identifiers. Contexts read them again.
    public let snapshotsToReregister: [PersistentIdentifier: Snapshot]

    /// Creates a result.
    public init(
        for storeIdentifier: String, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: Snapshot] = [:]
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
    }
}

/// The deletion of all models that satisfy a condition, as a data store gets it.
public struct DataStoreBatchDeleteRequest<T: PersistentModel> {
    /// The condition; nil for all models.
    public let predicate: Predicate<T>?
    /// Whether models of subclasses are deleted, too.
    public let includeSubclasses: Bool
    /// The identity of the context that deletes.
    public let editingState: EditingState

    /// Creates a request.
    public init(predicate: Predicate<T>? = nil, includeSubclasses: Bool = true, editingState: EditingState) {
        self.predicate = predicate
        self.includeSubclasses = includeSubclasses
        self.editingState = editingState
    }
}

// Safe to share: predicates are constants.
extension DataStoreBatchDeleteRequest: @unchecked Sendable {}
