extension ContiguousArray<ObjectReference> {
    /// Returns the ranges of elements that were inserted or moved since an earlier state, ascending
    /// and not adjacent.
    ///
    /// The elements outside of them are a longest common subsequence of both states. O(n) for an
    /// insertion or a removal, O(n log n) at most.
    func moved(since earlier: Self) -> [Range<Int>] {
        var start = 0
        while start < count, start < earlier.count, self[start] == earlier[start] { start += 1 }
        var tail = 0
        while tail < count - start, tail < earlier.count - start, self[count - 1 - tail] == earlier[earlier.count - 1 - tail] {
            tail += 1
        }
        let end = count - tail
        guard start < end else { return [] }
        var earlierIndices: [ObjectReference: Int] = [:]
        for index in start..<earlier.count - tail { earlierIndices[earlier[index]] = index }

        // A longest increasing sequence of earlier indices (patience sorting): `ends[k]` is the
        // index of the element with the least earlier index that ends a sequence of k + 1, and
        // `previous` links each element to the one before it.
        var ends: [(index: Int, earlier: Int)] = []
        var previous = [Int?](repeating: nil, count: end - start)
        for index in start..<end {
            guard let before = earlierIndices[self[index]] else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle].earlier < before { low = middle + 1 } else { high = middle }
            }
            previous[index - start] = low > 0 ? ends[low - 1].index : nil
            if low == ends.count { ends.append((index, before)) } else { ends[low] = (index, before) }
        }
        var isKept = [Bool](repeating: false, count: end - start)
        var next = ends.last?.index
        while let index = next {
            isKept[index - start] = true
            next = previous[index - start]
        }

        var ranges: [Range<Int>] = []
        for index in start..<end where !isKept[index - start] {
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
        }
        return ranges
    }
}
