/// The insertion of a model into a store.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// The number of the change among those of its store.
    public let changeIdentifier: Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The identifier of the model.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// A change of a stored model's properties.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// The number of the change among those of its store.
    public let changeIdentifier: Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The identifier of the model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The attributes and relationships that were saved with new values, in the order of their
    /// declaration.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    public static func == (lhs: DefaultHistoryUpdate, rhs: DefaultHistoryUpdate) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

/// The deletion of a stored model.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// The number of the change among those of its store.
    public let changeIdentifier: Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The identifier that the model had.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values of the model that the history preserves.
    public let tombstone: HistoryTombstone<Model>

    public static func == (lhs: DefaultHistoryDelete, rhs: DefaultHistoryDelete) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
