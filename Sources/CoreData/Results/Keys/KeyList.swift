/// The row IDs of a result in order, each with the sort prefix of its row: twelve bytes a row.
///
/// The list is divided into chunks of at most 1,024 rows. Inserting or removing a row moves the
/// rows of one chunk, and updates the ends of the chunks behind it. A copy shares all chunks, and a
/// change copies only the chunks that it affects, so that it costs little to create and keep a
/// snapshot of a million rows.
struct KeyList {
    private struct Chunk {
        var rowIDs = PackedRowIDs()
        var prefixes: ContiguousArray<SortPrefix> = []
    }

    /// At this size, moving rows within a chunk costs about as much as updating the chunk ends of a
    /// million rows.
    static let chunkSize = 1_024

    private var chunks: ContiguousArray<Chunk> = []
    private var ends = ChunkEnds()

    // MARK: Changing

    mutating func append(_ rowID: RowID, _ sortPrefix: SortPrefix) {
        if (chunks.last?.prefixes.count).map({ $0 >= Self.chunkSize }) ?? true { appendChunk() }
        let last = chunks.count - 1
        chunks[last].rowIDs.append(rowID)
        chunks[last].prefixes.append(sortPrefix)
        ends.lengthen(last, by: 1)
    }

    /// Appends rows.
    mutating func append(_ rowIDs: UnsafeBufferPointer<RowID>, _ prefixes: UnsafeBufferPointer<SortPrefix>) {
        var start = 0
        while start < rowIDs.count {
            if (chunks.last?.prefixes.count).map({ $0 >= Self.chunkSize }) ?? true { appendChunk() }
            let last = chunks.count - 1
            let end = Swift.min(start + Self.chunkSize - chunks[last].prefixes.count, rowIDs.count)
            chunks[last].rowIDs.append(UnsafeBufferPointer(rebasing: rowIDs[start..<end]))
            chunks[last].prefixes.append(contentsOf: UnsafeBufferPointer(rebasing: prefixes[start..<end]))
            ends.lengthen(last, by: end - start)
            start = end
        }
    }

    private mutating func appendChunk() {
        var chunk = Chunk()
        chunk.rowIDs.reserve(Self.chunkSize)
        chunk.prefixes.reserveCapacity(Self.chunkSize)
        chunks.append(chunk)
        ends.append(length: 0)
    }

    mutating func insert(_ rowID: RowID, _ sortPrefix: SortPrefix, at position: Int) {
        if chunks.isEmpty { return append(rowID, sortPrefix) }
        var (chunk, offset) = ends.find(position)
        if chunks[chunk].prefixes.count >= Self.chunkSize {
            let half = chunks[chunk].prefixes.count / 2
            split(chunk, at: half)
            if offset > half { (chunk, offset) = (chunk + 1, offset - half) }
        }
        chunks[chunk].rowIDs.insert(rowID, at: offset)
        chunks[chunk].prefixes.insert(sortPrefix, at: offset)
        ends.lengthen(chunk, by: 1)
    }

    mutating func remove(at position: Int) {
        let (chunk, offset) = ends.find(position)
        chunks[chunk].rowIDs.remove(at: offset)
        chunks[chunk].prefixes.remove(at: offset)
        ends.lengthen(chunk, by: -1)
        if chunks[chunk].prefixes.isEmpty {
            chunks.remove(at: chunk)
            ends.remove(chunk)
        }
    }

    /// Replaces row IDs, and keeps positions and prefixes. The dictionary has the old IDs, keyed by
    /// the IDs that replace them.
    mutating func replaceIDs(_ former: [RowID: RowID]) {
        let positions = positions(of: Set(former.values))
        if positions.isEmpty { return }
        let permanentIDs = former.permanentIDsByTemporaryID
        for position in positions {
            let (rowID, sortPrefix) = (self[position], sortPrefix(at: position))
            remove(at: position)
            insert(permanentIDs[rowID] ?? rowID, sortPrefix, at: position)
        }
    }

    private mutating func split(_ chunk: Int, at length: Int) {
        let rest = Chunk(
            rowIDs: chunks[chunk].rowIDs.cut(at: length), prefixes: ContiguousArray(chunks[chunk].prefixes[length...]))
        chunks[chunk].prefixes.removeSubrange(length...)
        chunks.insert(rest, at: chunk + 1)
        ends.split(chunk, at: length)
    }

    // MARK: Finding

    /// Returns the positions of the rows with a prefix. If there are none, returns the empty range
    /// at the position where such a row belongs. O(log n).
    func alike(_ sortPrefix: SortPrefix) -> Range<Int> {
        boundary { $0 < sortPrefix }..<boundary { $0 <= sortPrefix }
    }

    func sortPrefix(at position: Int) -> SortPrefix {
        let (chunk, offset) = ends.find(position)
        return chunks[chunk].prefixes[offset]
    }

    /// Returns the first position at which a condition on prefixes is false, given that it is true
    /// up to some position and false from there on.
    private func boundary(_ isBefore: (SortPrefix) -> Bool) -> Int {
        let chunk = Swift.max(chunks.partitionPoint { isBefore($0.prefixes[0]) } - 1, 0)
        guard chunk < chunks.count else { return 0 }
        return ends.start(of: chunk) + chunks[chunk].prefixes.partitionPoint(isBefore)
    }

    /// Returns the position of a row ID among the rows with a prefix; nil if it is not there.
    func position(of rowID: RowID, sortPrefix: SortPrefix) -> Int? {
        position(of: rowID, in: alike(sortPrefix))
    }

    /// Returns the positions of those row IDs that are in the list, ascending. O(n).
    func positions(of keys: Set<RowID>) -> [Int] {
        if keys.count <= 8 { return keys.compactMap { self.position(of: $0, in: 0..<count) }.sorted() }
        // A table of flags, at least 32 for each ID and indexed by an ID's low bits, saves nearly
        // all lookups in the set.
        let bits = 1 << (Int.bitWidth - (keys.count * 32).leadingZeroBitCount)
        var filter = [Bool](repeating: false, count: bits)
        for key in keys { filter[Int(truncatingIfNeeded: key.rawValue) & (bits - 1)] = true }
        var positions: [Int] = []
        var position = 0
        forEachKey { key in
            if filter[Int(truncatingIfNeeded: key.rawValue) & (bits - 1)], keys.contains(key) { positions.append(position) }
            position += 1
        }
        return positions
    }

    private func position(of rowID: RowID, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        for chunk in ends.find(range.lowerBound).chunk...ends.find(range.upperBound - 1).chunk {
            if let offset = chunks[chunk].rowIDs.firstIndex(of: rowID) { return ends.start(of: chunk) + offset }
        }
        return nil
    }
}

extension KeyList: RandomAccessCollection, Equatable {
    var startIndex: Int { 0 }
    var endIndex: Int { ends.total }

    subscript(position: Int) -> RowID {
        let (chunk, offset) = ends.find(position)
        return chunks[chunk].rowIDs[offset]
    }

    /// The greatest row ID; nil if the list is empty.
    var greatest: RowID? { chunks.lazy.compactMap(\.rowIDs.greatest).max() }

    /// Calls `body` with each row ID in order. Faster than accessing them by position.
    @inline(__always)
    func forEachKey(_ body: (RowID) -> Void) {
        for chunk in chunks { chunk.rowIDs.forEach(body) }
    }

    /// Calls `body` with each row ID and prefix in order.
    func forEachRow(_ body: (RowID, SortPrefix) -> Void) {
        for chunk in chunks {
            for index in 0..<chunk.prefixes.count { body(chunk.rowIDs[index], chunk.prefixes[index]) }
        }
    }

    // Equal lists can be divided into different chunks.
    static func == (lhs: KeyList, rhs: KeyList) -> Bool { lhs.elementsEqual(rhs) }
}
