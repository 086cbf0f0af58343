/// A few primary keys in four bytes each, where they lie near enough to each other; else in eight.
struct PackedNumbers {
    /// What is subtracted from each number, so that it fits; the middle of the range.
    private var middle: Int64 = 0
    private var near: ContiguousArray<Int32> = []
    /// All numbers, once one does not fit.
    private var far: ContiguousArray<Int64>?

    var count: Int { far?.count ?? near.count }

    subscript(index: Int) -> Int64 { far.map { $0[index] } ?? middle + Int64(near[index]) }

    mutating func reserve(_ count: Int) { near.reserveCapacity(count) }

    mutating func append(_ number: Int64) { insert(number, at: count) }

    mutating func append(_ numbers: UnsafeBufferPointer<Int64>) {
        guard let first = numbers.first else { return }
        if count == 0 { middle = first }
        // Loops without a way out are ones of which processors do many steps at once.
        let (least, greatest) = numbers.reduce((first, first)) { (Swift.min($0.0, $1), Swift.max($0.1, $1)) }
        guard far == nil, distance(least) != nil, distance(greatest) != nil else { return numbers.forEach { append($0) } }
        let middle = middle
        near += ContiguousArray(unsafeUninitializedCapacity: numbers.count) { distances, count in
            for index in numbers.indices { distances[index] = Int32(truncatingIfNeeded: numbers[index] &- middle) }
            count = numbers.count
        }
    }

    /// The greatest number; nil where there are none.
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

    /// Keeps the first `length` numbers, and returns those behind.
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

    /// The numbers in order; faster than asking for one after the other.
    @inline(__always)
    func forEach(_ body: (Int64) -> Void) {
        if let far { return far.forEach(body) }
        for distance in near { body(middle + Int64(distance)) }
    }

    func firstIndex(of number: Int64) -> Int? {
        if let far { return far.firstIndex(of: number) }
        guard let distance = distance(number) else { return nil }
        // Whether at all comes first: a loop without a way out is one of which processors do many steps at once.
        let found = near.withUnsafeBufferPointer { $0.reduce(0 as Int32) { $0 | ($1 == distance ? 1 : 0) } }
        return found == 0 ? nil : near.firstIndex(of: distance)
    }

    private func distance(_ number: Int64) -> Int32? {
        let (distance, overflow) = number.subtractingReportingOverflow(middle)
        return overflow ? nil : Int32(exactly: distance)
    }
}
