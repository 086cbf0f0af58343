/// Which numbers new objects got in the store, in the order in which they got them: children of a context hear of it through this.
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

    /// The number that an object has now.
    func current(_ number: Int64) -> Int64 {
        number < 0 ? numbers[number] ?? number : number
    }
}
