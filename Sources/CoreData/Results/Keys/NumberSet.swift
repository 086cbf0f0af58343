/// The set of row IDs of a result, as one bit for each possible ID. If the IDs are so sparse that
/// this would take more than about four bytes a row, the set has no bits and answers "maybe".
///
/// Most changed rows are not in a given result. This answers most such questions without a search.
struct NumberSet {
    /// The bits of permanent IDs. Nil if the IDs are too sparse: then any may be in the set.
    private var words: ContiguousArray<UInt64>?
    /// The temporary IDs of unsaved objects, which are negative.
    private var temporary: Set<Int64> = []
    private var count: Int

    init(_ keys: KeyList) {
        count = keys.count
        let greatest = max(keys.greatest ?? 0, 0)
        let isDense = Int(greatest >> 6) < Self.mostWords(count)
        var words = ContiguousArray<UInt64>(repeating: 0, count: isDense ? Int(greatest >> 6) + 1 : 0)
        var temporary: Set<Int64> = []
        words.withUnsafeMutableBufferPointer { words in
            keys.forEachKey { key in
                if key < 0 { temporary.insert(key) } else if isDense { words[Int(key >> 6)] |= Self.bit(key) }
            }
        }
        self.words = isDense ? words : nil
        self.temporary = temporary
    }

    /// Returns whether the set may contain a row ID. If false, it certainly does not.
    func mayContain(_ key: Int64) -> Bool {
        if key < 0 { return temporary.contains(key) }
        guard let words else { return true }
        let word = Int(key >> 6)
        return word < words.count && words[word] & Self.bit(key) != 0
    }

    mutating func insert(_ key: Int64) {
        count += 1
        if key < 0 {
            temporary.insert(key)
            return
        }
        let word = Int(key >> 6)
        if let known = words?.count, word >= known {
            guard word < Self.mostWords(count) else {
                words = nil
                return
            }
            // Grows by a quarter more than needed, since new row IDs mostly ascend.
            words?.append(contentsOf: repeatElement(0, count: word + 1 + word / 4 - known))
        }
        words?[word] |= Self.bit(key)
    }

    mutating func remove(_ key: Int64) {
        count -= 1
        if key < 0 { temporary.remove(key) } else { words?[Int(key >> 6)] &= ~Self.bit(key) }
    }

    private static func mostWords(_ count: Int) -> Int { 4_096 + count / 2 }

    private static func bit(_ key: Int64) -> UInt64 { 1 << UInt64(key & 63) }
}
