/// The changes that other writers have committed to a store since they were last read.
enum ExternalChanges {
    case nothing
    case changes(ChangeSet)
    /// Changes that cannot be read, because their history was deleted or is too long.
    case unknown
}

/// A position in a store's history that remains valid after the store is closed.
struct HistoryMoment: Codable, Equatable {
    /// The number of the last transaction.
    let transaction: Int64
    /// The timestamp of the last transaction. If an older copy of the store was restored, another
    /// transaction may have the same number, but it has another timestamp.
    let time: Double
}
