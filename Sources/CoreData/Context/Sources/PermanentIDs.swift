/// Permanent IDs, keyed by the temporary IDs they replace, in the order in which they were
/// assigned. Child contexts read the entries that they have not applied yet.
///
/// Entries that all children have applied are forgotten, except for the newest ones: code that runs
/// while IDs are replaced, such as a loop over rows that were read before, still uses the temporary
/// IDs.
struct PermanentIDs {
    struct Entry {
        let temporary: RowID
        let permanent: RowID
    }

    private var entries: [Entry] = []
    private var permanent: [RowID: RowID] = [:]
    /// The number of entries that were forgotten.
    private var forgotten = 0

    /// The number of entries that are kept even if all children have applied them.
    static let fewestKept = 512

    /// The number of entries in memory.
    var count: Int { entries.count }

    /// The number of entries that were ever added.
    var end: Int { forgotten + entries.count }

    mutating func add(_ new: some Sequence<Entry>) {
        for entry in new where permanent.updateValue(entry.permanent, forKey: entry.temporary) == nil { entries.append(entry) }
    }

    /// Returns the entries after the first `count` that were ever added. A new child gets those that
    /// are in memory: it knows no temporary IDs yet.
    func entries(after count: Int) -> ArraySlice<Entry> { entries.dropFirst(max(count - forgotten, 0)) }

    /// Forgets entries among the first `count` that were ever added. Does nothing if these are less
    /// than half of the entries in memory, so that an entry costs O(1) in its life.
    mutating func forget(first count: Int) {
        let old = min(count - forgotten, entries.count - Self.fewestKept)
        guard old > 0, old >= entries.count / 2 else { return }
        for entry in entries.prefix(old) { permanent[entry.temporary] = nil }
        entries.removeFirst(old)
        forgotten += old
    }

    /// Returns the permanent ID that replaced a temporary one, or the given ID if there is none.
    func current(_ rowID: RowID) -> RowID {
        rowID.isTemporary ? permanent[rowID] ?? rowID : rowID
    }
}
