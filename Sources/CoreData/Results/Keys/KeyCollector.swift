internal import StrataPredicates

/// Collects the row IDs, sort prefixes and sections of a result while it opens.
///
/// Appending a row takes a few instructions. Expensive work is done for a buffer of rows at a time:
/// the collector copies it into the chunks of the list, sorts rows with equal prefixes by their row
/// IDs, and counts consecutive rows of one section.
struct KeyCollector: ~Copyable {
    private(set) var keys = KeyList()
    private(set) var sections = SectionRuns()
    /// Whether prefixes have arrived in order so far. Always true unless `sortsAlike`.
    private(set) var isInOrder = true
    private let sortsAlike: Bool
    private let hasSections: Bool

    private var capacity = 4 * KeyList.chunkSize
    private var used = 0
    private var rowIDs: UnsafeMutablePointer<RowID>
    private var prefixes: UnsafeMutablePointer<SortPrefix>
    /// The section of each row, as an index into `values`.
    private var places: UnsafeMutablePointer<Int32>

    /// The sections of the rows in the buffer, in order of arrival. The last one is the section of
    /// the next row.
    private var values: ContiguousArray<Value> = []
    private var place: Int32 = -1
    /// The last section as it arrived: the bits of a number or the bytes of a text. If the next row
    /// has the same, no `Value` is created.
    private var word: UInt64?
    private var text: ContiguousArray<UInt8>?
    /// The prefix of the last row that left the buffer.
    private var last: SortPrefix?

    /// - Parameters:
    ///   - sortsAlike: Whether rows with equal prefixes arrive in any order, and have to be sorted
    ///     by their row IDs.
    ///   - hasSections: Whether each row's section is passed to `follow` before the row.
    init(sortsAlike: Bool, hasSections: Bool) {
        self.sortsAlike = sortsAlike
        self.hasSections = hasSections
        rowIDs = .allocate(capacity: capacity)
        prefixes = .allocate(capacity: capacity)
        places = .allocate(capacity: capacity)
    }

    deinit {
        rowIDs.deallocate()
        prefixes.deallocate()
        places.deallocate()
    }

    // MARK: Rows

    /// Adds a row.
    @inline(__always)
    mutating func append(_ rowID: RowID, _ sortPrefix: SortPrefix) {
        if used == capacity { pass() }
        rowIDs[used] = rowID
        prefixes[used] = sortPrefix
        places[used] = place
        used += 1
    }

    /// Sets the section of the rows that follow.
    mutating func follow(_ section: Value) {
        guard values.last != section else { return }
        values.append(section)
        place = Int32(values.count - 1)
    }

    /// Sets the section of the rows that follow, from the word that holds a number or a date; nil
    /// for NULL.
    @inline(__always)
    mutating func follow(_ word: UInt64?, _ packing: RowShape.Packing) {
        if self.word == word, place >= 0 { return }
        self.word = word
        follow(word.map(packing.value) ?? .null)
    }

    /// Sets the section of the rows that follow, from the bytes of a text; nil for NULL.
    @inline(__always)
    mutating func follow(_ bytes: UnsafeBufferPointer<UInt8>?) {
        guard let bytes else {
            text = nil
            return follow(.null)
        }
        if let text, text.count == bytes.count, text.withUnsafeBufferPointer({ $0.elementsEqual(bytes) }) { return }
        text = ContiguousArray(bytes)
        follow(.string(String(decoding: bytes, as: UTF8.self)))
    }

    /// Discards all rows, so that another statement can start.
    mutating func removeAll() {
        (keys, sections, isInOrder, used, last) = (KeyList(), SectionRuns(), true, 0, nil)
        (values, place, word, text) = ([], -1, nil, nil)
    }

    /// Moves the remaining rows from the buffer into the lists.
    mutating func finish() { pass(isLast: true) }

    // MARK: The buffer

    /// Empties the buffer, except for rows at its end whose prefix the next rows may share.
    private mutating func pass(isLast: Bool = false) {
        var end = used
        if sortsAlike {
            sortAlike()
            if !isLast, let sortPrefix = used > 0 ? prefixes[used - 1] : nil {
                while end > 0, prefixes[end - 1] == sortPrefix { end -= 1 }
            }
        }
        keys.append(
            UnsafeBufferPointer(start: rowIDs, count: end), UnsafeBufferPointer(start: prefixes, count: end))
        if hasSections { cutSections(end) }
        if end > 0 { last = prefixes[end - 1] }
        keep(from: end)
    }

    /// Sorts rows with equal prefixes by their row IDs.
    private mutating func sortAlike() {
        guard used > 0 else { return }
        var isAscending = last.map { $0 < prefixes[0] } ?? true
        isInOrder = isInOrder && isAscending
        for index in 1..<max(used, 1) { isAscending = isAscending && prefixes[index - 1] < prefixes[index] }
        if isAscending { return }
        var start = 0
        while start < used {
            var end = start + 1
            while end < used, prefixes[end] == prefixes[start] { end += 1 }
            if end - start > 1 { sort(start..<end) }
            isInOrder = isInOrder && (end == used || prefixes[start] < prefixes[end])
            start = end
        }
    }

    private mutating func sort(_ range: Range<Int>) {
        let rows = range.map { (rowID: rowIDs[$0], place: places[$0]) }
            .sorted { $0.rowID.sortPosition < $1.rowID.sortPosition }
        for (index, row) in zip(range, rows) { (rowIDs[index], places[index]) = row }
    }

    private mutating func cutSections(_ end: Int) {
        var start = 0
        while start < end {
            let place = places[start]
            var next = start + 1
            while next < end, places[next] == place { next += 1 }
            sections.append(values[Int(place)], count: next - start)
            start = next
        }
    }

    /// Moves the rows from `end` on to the front of the buffer. Doubles the buffer if it is full of
    /// such rows.
    private mutating func keep(from end: Int) {
        let rest = used - end
        if end == 0, used == capacity {
            capacity *= 2
            rowIDs = Self.grown(rowIDs, used, to: capacity)
            prefixes = Self.grown(prefixes, used, to: capacity)
            places = Self.grown(places, used, to: capacity)
        } else if rest > 0 {
            rowIDs.update(from: rowIDs + end, count: rest)
            prefixes.update(from: prefixes + end, count: rest)
            places.update(from: places + end, count: rest)
        }
        used = rest
        // The remaining rows may have been sorted, so the first row's section need not be the
        // earliest.
        let first = (0..<rest).reduce(place) { min($0, places[$1]) }
        guard first > 0 else { return }
        values.removeFirst(Int(first))
        for index in 0..<rest { places[index] -= first }
        place -= first
    }

    private static func grown<T: BitwiseCopyable>(
        _ old: UnsafeMutablePointer<T>, _ count: Int, to capacity: Int
    ) -> UnsafeMutablePointer<T> {
        let new = UnsafeMutablePointer<T>.allocate(capacity: capacity)
        new.update(from: old, count: count)
        old.deallocate()
        return new
    }
}
