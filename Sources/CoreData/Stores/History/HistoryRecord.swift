internal import Foundation
internal import StrataPredicates

/// A transaction in a store's history, as an engine reads it. Requests make an
/// `NSPersistentHistoryTransaction` of it.
struct HistoryRecord {
    /// The number of the transaction. Later transactions have greater ones.
    let number: Int64
    let time: Date
    /// The changes in the order in which they were written; nil if they were not read. Slices of one
    /// array, since a long history has many transactions with one change.
    let changes: ArraySlice<Change>?
    let bundleID: String
    let processID: String
    let contextName: String?
    let author: String?

    /// The kind of a change. A store keeps the raw value.
    enum Kind: Int {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// The change of one row.
    struct Change {
        /// The number of the change, which is unique among all changes of the store.
        let number: Int64
        let kind: Kind
        let layout: EntityLayout
        let rowID: RowID
        /// The properties that an update wrote, in the form of `HistoryColumns`; nil for other kinds.
        let columns: Data?
        /// The values of a deleted row in `EntityLayout.tombstoneSlots`: null for nil, and the data
        /// of a transformable attribute. Nil for other kinds, and if the entity has no such slot.
        let tombstone: [(slot: Int, value: Value)]?
    }
}
