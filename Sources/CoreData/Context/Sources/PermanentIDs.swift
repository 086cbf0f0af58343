/// Permanent IDs, keyed by the temporary IDs they replace, in the order in which they were
/// assigned. Child contexts read the entries that they have not applied yet.
struct PermanentIDs {
    struct Entry {
        let temporary: RowID
        let permanent: RowID
    }

    private var entries: [Entry] = []
    private var permanent: [RowID: RowID] = [:]

    var count: Int { entries.count }

    mutating func add(_ new: some Sequence<Entry>) {
        for entry in new where permanent.updateValue(entry.permanent, forKey: entry.temporary) == nil { entries.append(entry) }
    }

    func entries(after count: Int) -> ArraySlice<Entry> { entries.dropFirst(count) }

    /// Returns the permanent ID that replaced a temporary one, or the given ID if there is none.
    func current(_ rowID: RowID) -> RowID {
        rowID.isTemporary ? permanent[rowID] ?? rowID : rowID
    }
}
