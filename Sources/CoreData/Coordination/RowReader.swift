internal import Foundation

/// A reader of single rows, from the row cache or else from one snapshot of the store.
struct RowReader {
    let layout: EntityLayout
    let cache: RowCache
    let feed: ChangeFeed
    /// The change feed's sequence before the snapshot was taken.
    let sequence: UInt64
    let read: (Int64) throws -> Row?

    /// Returns the row with an ID; nil if there is none. A cache miss costs a few microseconds.
    func row(_ number: Int64, maxAge: TimeInterval = -1) throws -> Row? {
        let key = RowKey(layout, number)
        if let row = cache.row(key, maxAge: maxAge) { return row }
        guard number > 0, let row = try read(number) else { return nil }
        cache.insert(CollectionOfOne((key, row)), ifStill: { feed.sequence == sequence })
        return row
    }
}
