/// A list of row IDs: in four bytes each if they are close enough to each other, otherwise in
/// eight.
struct PackedNumbers {
    /// The first ID, which is subtracted from each: the middle of the range that `near` can hold.
    private var middle: Int64 = 0
    private var near: ContiguousArray<Int32> = []
    /// All IDs, once one does not fit into `near`.
    private var far: ContiguousArray<Int64>?

    var count: Int { far?.count ?? near.count }

    subscript(index: Int) -> Int64 { far.map { $0[index] } ?? middle + Int64(near[index]) }

    mutating func reserve(_ count: Int) { near.reserveCapacity(count) }

    mutating func append(_ number: Int64) { insert(number, at: count) }

    mutating func append(_ numbers: UnsafeBufferPointer<Int64>) {
        guard let first = numbers.first else { return }
        if count == 0 { middle = first }
        // No early exit, so that the loop auto-vectorizes.
        let (least, greatest) = numbers.reduce((first, first)) { (Swift.min($0.0, $1), Swift.max($0.1, $1)) }
        guard far == nil, distance(least) != nil, distance(greatest) != nil else { return numbers.forEach { append($0) } }
        let middle = middle
        near += ContiguousArray(unsafeUninitializedCapacity: numbers.count) { distances, count in
            for index in numbers.indices { distances[index] = Int32(truncatingIfNeeded: numbers[index] &- middle) }
            count = numbers.count
        }
    }

    /// The greatest ID; nil if the list is empty.
    var greatest: Int64? { far.map { $0.max() } ?? near.max().map { middle + Int64($0) } }

    mutating func insert(_ number: Int64, at index: Int) {
        if count == 0 { middle = number }
        if far == nil, let distance = distance(number) {
            near.insert(distance, at: index)
        } else {
            var numbers = far ?? ContiguousArray(near.map { middle + Int64($0) })
            (near, far) = ([], nil)
            numbers.insert(number, at: index)
            far = numbers
        }
    }

    mutating func remove(at index: Int) {
        if far == nil { near.remove(at: index) } else { far?.remove(at: index) }
    }

    /// Keeps the first `length` IDs and returns the others.
    mutating func cut(at length: Int) -> PackedNumbers {
        var rest = self
        if let all = far {
            far = ContiguousArray(all[..<length])
            rest.far = ContiguousArray(all[length...])
        } else {
            rest.near = ContiguousArray(near[length...])
            near = ContiguousArray(near[..<length])
        }
        return rest
    }

    /// Calls `body` with each ID in order. Faster than accessing them by index.
    @inline(__always)
    func forEach(_ body: (Int64) -> Void) {
        if let far { return far.forEach(body) }
        for distance in near { body(middle + Int64(distance)) }
    }

    func firstIndex(of number: Int64) -> Int? {
        if let far { return far.firstIndex(of: number) }
        guard let distance = distance(number) else { return nil }
        // Tests all of them first: without an early exit the loop auto-vectorizes.
        let found = near.withUnsafeBufferPointer { $0.reduce(0 as Int32) { $0 | ($1 == distance ? 1 : 0) } }
        return found == 0 ? nil : near.firstIndex(of: distance)
    }

    private func distance(_ number: Int64) -> Int32? {
        let (distance, overflow) = number.subtractingReportingOverflow(middle)
        return overflow ? nil : Int32(exactly: distance)
    }
}
