internal import Predicates

/// Takes the rows of a result in order while it is opened, with a few instructions each, and makes lists of them.
///
/// What is dear by the row is done to a buffer of rows when that is full: it is put into chunks, rows that sort alike are put in the order of
/// their keys, and neighbours of one section are counted.
struct KeyCollector: ~Copyable {
    private(set) var keys = KeyList()
    private(set) var sections = SectionRuns()
    /// Whether marks came in order so far; known only where rows with equal marks are sorted here.
    private(set) var isInOrder = true
    private let sortsAlike: Bool
    private let hasSections: Bool

    private var capacity = 4 * KeyList.chunkSize
    private var used = 0
    private var numbers: UnsafeMutablePointer<Int64>
    private var marks: UnsafeMutablePointer<SortMark>
    /// The section of each, by its place among `values`.
    private var places: UnsafeMutablePointer<Int32>

    /// The sections of the rows in the buffer, as they came; the last one is that of the next row.
    private var values: ContiguousArray<Value> = []
    private var place: Int32 = -1
    /// The last section as it came: a number's bits or a text's bytes, which need no value to see that the next row has the same.
    private var word: UInt64?
    private var text: ContiguousArray<UInt8>?
    /// The mark of the last row that left the buffer.
    private var last: SortMark?

    /// - Parameters:
    ///   - sortsAlike: whether rows with equal marks come in any order, and belong in that of their keys.
    ///   - hasSections: whether each row is told its section before it comes.
    init(sortsAlike: Bool, hasSections: Bool) {
        self.sortsAlike = sortsAlike
        self.hasSections = hasSections
        numbers = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity)
        places = .allocate(capacity: capacity)
    }

    deinit {
        numbers.deallocate()
        marks.deallocate()
        places.deallocate()
    }

    // MARK: Rows

    @inline(__always)
    mutating func append(_ number: Int64, _ mark: SortMark) {
        if used == capacity { pass() }
        numbers[used] = number
        marks[used] = mark
        places[used] = place
        used += 1
    }

    /// Says the section of the rows that come now.
    mutating func follow(_ section: Value) {
        guard values.last != section else { return }
        values.append(section)
        place = Int32(values.count - 1)
    }

    /// The same for a number or a date as rows keep it, in a word; nil for NULL.
    @inline(__always)
    mutating func follow(_ word: UInt64?, _ packing: RowShape.Packing) {
        if self.word == word, place >= 0 { return }
        self.word = word
        follow(word.map(packing.value) ?? .null)
    }

    /// The same for a text by its bytes; nil for NULL.
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

    /// Begins anew.
    mutating func removeAll() {
        (keys, sections, isInOrder, used, last) = (KeyList(), SectionRuns(), true, 0, nil)
        (values, place, word, text) = ([], -1, nil, nil)
    }

    /// Has all rows that came in the lists.
    mutating func finish() { pass(isLast: true) }

    // MARK: The buffer

    /// Empties the buffer, but for rows at its end that may have to be sorted with those that come.
    private mutating func pass(isLast: Bool = false) {
        var end = used
        if sortsAlike {
            sortAlike()
            if !isLast, let mark = used > 0 ? marks[used - 1] : nil {
                while end > 0, marks[end - 1] == mark { end -= 1 }
            }
        }
        keys.append(
            UnsafeBufferPointer(start: numbers, count: end), UnsafeBufferPointer(start: marks, count: end))
        if hasSections { cutSections(end) }
        if end > 0 { last = marks[end - 1] }
        keep(from: end)
    }

    /// Puts rows with equal marks in the order of their keys.
    private mutating func sortAlike() {
        guard used > 0 else { return }
        var isAscending = last.map { $0 < marks[0] } ?? true
        isInOrder = isInOrder && isAscending
        for index in 1..<max(used, 1) { isAscending = isAscending && marks[index - 1] < marks[index] }
        if isAscending { return }
        var start = 0
        while start < used {
            var end = start + 1
            while end < used, marks[end] == marks[start] { end += 1 }
            if end - start > 1 { sort(start..<end) }
            isInOrder = isInOrder && (end == used || marks[start] < marks[end])
            start = end
        }
    }

    private mutating func sort(_ range: Range<Int>) {
        let rows = range.map { (number: numbers[$0], place: places[$0]) }
            .sorted { ObjectReference.place($0.number) < ObjectReference.place($1.number) }
        for (index, row) in zip(range, rows) { (numbers[index], places[index]) = row }
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

    /// Moves the rows that are left to the front; makes room where none left.
    private mutating func keep(from end: Int) {
        let rest = used - end
        if end == 0, used == capacity {
            capacity *= 2
            numbers = Self.grown(numbers, used, to: capacity)
            marks = Self.grown(marks, used, to: capacity)
            places = Self.grown(places, used, to: capacity)
        } else if rest > 0 {
            numbers.update(from: numbers + end, count: rest)
            marks.update(from: marks + end, count: rest)
            places.update(from: places + end, count: rest)
        }
        used = rest
        // The rows that are left may have been sorted: the first section among them is not that of the first row.
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
