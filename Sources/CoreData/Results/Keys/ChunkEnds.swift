/// The end position of each chunk of a list. Finds the chunk of a position in O(log chunks). A
/// change of a chunk's length updates the ends from there on, in one pass over contiguous integers.
struct ChunkEnds: Equatable {
    private var ends: ContiguousArray<Int> = []

    /// The length of the whole list.
    var total: Int { ends.last ?? 0 }

    /// Returns the position of a chunk's first element.
    func start(of chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

    /// Returns the chunk that contains a position, and the offset in it. The end position of the
    /// list belongs to the last chunk.
    func find(_ position: Int) -> (chunk: Int, offset: Int) {
        precondition(position >= 0 && position <= total)
        let chunk = Swift.min(ends.partitionPoint { $0 <= position }, Swift.max(ends.count - 1, 0))
        return (chunk, position - start(of: chunk))
    }

    /// Appends a chunk.
    mutating func append(length: Int) { ends.append(total + length) }

    /// Adds a number to the length of a chunk. A negative number shortens it.
    mutating func lengthen(_ chunk: Int, by length: Int) {
        ends.withUnsafeMutableBufferPointer { ends in
            for index in chunk..<ends.count { ends[index] += length }
        }
    }

    /// Divides a chunk in two, the first of which has the given length.
    mutating func split(_ chunk: Int, at length: Int) { ends.insert(start(of: chunk) + length, at: chunk) }

    /// Removes an empty chunk.
    mutating func remove(_ chunk: Int) { ends.remove(at: chunk) }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first position at which a condition is false, given that it is true up to some
    /// position and false from there on. O(log count).
    func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if isBefore(self[middle]) { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
        }
        return range.lowerBound
    }
}
