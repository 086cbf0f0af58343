internal import Foundation

/// A reader of single rows, from the row cache or else from one snapshot of each store.
struct RowReader {
    let layout: EntityLayout
    let cache: RowCache
    let feed: ChangeFeed
    /// The change feed's revision before the snapshot was taken.
    let revision: UInt64
    let read: (RowID) throws -> Row?

    /// Returns the row with an ID; nil if there is none. A cache miss costs a few microseconds.
    func row(_ rowID: RowID, maxAge: TimeInterval = -1) throws -> Row? {
        let key = RowKey(layout, rowID)
        if let row = cache.row(key, maxAge: maxAge) { return row }
        guard rowID.isPermanent, let row = try read(rowID) else { return nil }
        cache.insert(CollectionOfOne((key, row)), ifStill: { feed.revision == revision })
        return row
    }
}
