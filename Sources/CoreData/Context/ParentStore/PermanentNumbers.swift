/// Permanent IDs, keyed by the temporary IDs they replace, in the order in which they were
/// assigned. Child contexts read the entries that they have not applied yet.
struct PermanentNumbers {
    struct Entry {
        let temporary: Int64
        let permanent: Int64
    }

    private var entries: [Entry] = []
    private var numbers: [Int64: Int64] = [:]

    var count: Int { entries.count }

    mutating func add(_ new: some Sequence<Entry>) {
        for entry in new where numbers.updateValue(entry.permanent, forKey: entry.temporary) == nil { entries.append(entry) }
    }

    func entries(after count: Int) -> ArraySlice<Entry> { entries.dropFirst(count) }

    /// Returns the current ID of an object: the permanent ID, if the one given is temporary and was
    /// replaced.
    func current(_ number: Int64) -> Int64 {
        number < 0 ? numbers[number] ?? number : number
    }
}
