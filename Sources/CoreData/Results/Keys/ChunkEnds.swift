/// Where each chunk of a list ends, counted from the list's start: finds the chunk of a position in O(log chunks), and changes in one pass
/// over numbers that lie side by side.
struct ChunkEnds: Equatable {
    private var ends: ContiguousArray<Int> = []

    /// The length of the whole list.
    var total: Int { ends.last ?? 0 }

    func start(of chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

    /// The chunk that a position lies in, and where in it. The position at the list's end lies at the end of the last chunk.
    func find(_ position: Int) -> (chunk: Int, offset: Int) {
        // Within the list, or at its end.
        precondition(position >= 0 && position <= total)
        let chunk = Swift.min(ends.partitionPoint { $0 <= position }, Swift.max(ends.count - 1, 0))
        return (chunk, position - start(of: chunk))
    }

    mutating func append(length: Int) { ends.append(total + length) }

    /// Makes a chunk longer or, by a negative number, shorter.
    mutating func lengthen(_ chunk: Int, by length: Int) {
        ends.withUnsafeMutableBufferPointer { ends in
            for index in chunk..<ends.count { ends[index] += length }
        }
    }

    /// Makes a chunk two, the first of them of this length.
    mutating func split(_ chunk: Int, at length: Int) { ends.insert(start(of: chunk) + length, at: chunk) }

    /// Takes out a chunk of no length.
    mutating func remove(_ chunk: Int) { ends.remove(at: chunk) }
}

extension RandomAccessCollection where Index == Int {
    /// The first position at which a condition, true of a beginning of the collection, is false; O(log count).
    func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if isBefore(self[middle]) { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
        }
        return range.lowerBound
    }
}
