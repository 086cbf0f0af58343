internal import Foundation

/// Finds rows by key in the row cache and, where they are not there, on one snapshot of the store.
struct RowReader {
    let layout: EntityLayout
    let cache: RowCache
    let feed: ChangeFeed
    /// The feed's sequence before the snapshot was taken.
    let sequence: UInt64
    let read: (Int64) throws -> Row?

    /// The row with that key; nil if there is none. A few microseconds where it is not cached.
    func row(_ number: Int64, maxAge: TimeInterval = -1) throws -> Row? {
        let key = RowKey(layout, number)
        if let row = cache.row(key, maxAge: maxAge) { return row }
        guard number > 0, let row = try read(number) else { return nil }
        cache.insert(CollectionOfOne((key, row)), ifStill: { feed.sequence == sequence })
        return row
    }
}
