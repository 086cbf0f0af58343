/// The set of row IDs of a result, as one bit for each possible ID. If the IDs are so sparse that
/// this would take more than about four bytes a row, the set has no bits, and every permanent ID
/// may be in it.
///
/// Most changed rows are not in a given result, and the set finds this out without a search.
struct RowIDSet {
    /// The bits of permanent IDs. Nil if the IDs are too sparse: then any may be in the set.
    private var words: ContiguousArray<UInt64>?
    /// The temporary IDs of unsaved objects, which are negative.
    private var temporary: Set<RowID> = []
    private var count: Int

    init(_ keys: KeyList) {
        count = keys.count
        let greatest = max(keys.greatest?.rawValue ?? 0, 0)
        let isDense = Int(greatest >> 6) < Self.mostWords(count)
        var words = ContiguousArray<UInt64>(repeating: 0, count: isDense ? Int(greatest >> 6) + 1 : 0)
        var temporary: Set<RowID> = []
        words.withUnsafeMutableBufferPointer { words in
            keys.forEachKey { rowID in
                if rowID.isTemporary {
                    temporary.insert(rowID)
                } else if isDense {
                    words[Self.word(rowID)] |= Self.bit(rowID)
                }
            }
        }
        self.words = isDense ? words : nil
        self.temporary = temporary
    }

    /// Whether `mayContain(_:)` is true only for members.
    var isExact: Bool { words != nil }

    /// Returns whether the set may contain a row ID. If false, it does not contain it.
    func mayContain(_ rowID: RowID) -> Bool {
        if rowID.isTemporary { return temporary.contains(rowID) }
        guard let words else { return true }
        let word = Self.word(rowID)
        return word < words.count && words[word] & Self.bit(rowID) != 0
    }

    mutating func insert(_ rowID: RowID) {
        count += 1
        if rowID.isTemporary {
            temporary.insert(rowID)
            return
        }
        let word = Self.word(rowID)
        if let known = words?.count, word >= known {
            guard word < Self.mostWords(count) else {
                words = nil
                return
            }
            // Grows by a quarter more than needed, since new row IDs mostly ascend.
            words?.append(contentsOf: repeatElement(0, count: word + 1 + word / 4 - known))
        }
        words?[word] |= Self.bit(rowID)
    }

    mutating func remove(_ rowID: RowID) {
        count -= 1
        if rowID.isTemporary {
            temporary.remove(rowID)
        } else {
            words?[Self.word(rowID)] &= ~Self.bit(rowID)
        }
    }

    private static func mostWords(_ count: Int) -> Int { 4_096 + count / 2 }

    private static func word(_ rowID: RowID) -> Int { Int(rowID.rawValue >> 6) }

    private static func bit(_ rowID: RowID) -> UInt64 { 1 << UInt64(rowID.rawValue & 63) }
}
