/// A list of row IDs, which takes four bytes for each ID if they are close enough to each other,
/// and otherwise eight.
struct PackedRowIDs {
    /// The first ID, which is subtracted from each: the middle of the range that `near` can hold.
    private var middle = RowID.none
    private var near: ContiguousArray<Int32> = []
    /// All IDs, once one does not fit into `near`.
    private var far: ContiguousArray<RowID>?

    var count: Int { far?.count ?? near.count }

    subscript(index: Int) -> RowID { far.map { $0[index] } ?? rowID(at: near[index]) }

    mutating func reserve(_ count: Int) { near.reserveCapacity(count) }

    mutating func append(_ rowID: RowID) { insert(rowID, at: count) }

    mutating func append(_ rowIDs: UnsafeBufferPointer<RowID>) {
        guard let first = rowIDs.first else { return }
        if count == 0 { middle = first }
        // No early exit, so that the loop auto-vectorizes.
        let (least, greatest) = rowIDs.reduce((first, first)) { (Swift.min($0.0, $1), Swift.max($0.1, $1)) }
        guard far == nil, distance(least) != nil, distance(greatest) != nil else { return rowIDs.forEach { append($0) } }
        let middle = middle.rawValue
        near += ContiguousArray(unsafeUninitializedCapacity: rowIDs.count) { distances, count in
            for index in rowIDs.indices { distances[index] = Int32(truncatingIfNeeded: rowIDs[index].rawValue &- middle) }
            count = rowIDs.count
        }
    }

    /// The greatest ID; nil if the list is empty.
    var greatest: RowID? { far.map { $0.max() } ?? near.max().map(rowID(at:)) }

    mutating func insert(_ rowID: RowID, at index: Int) {
        if count == 0 { middle = rowID }
        if far == nil, let distance = distance(rowID) {
            near.insert(distance, at: index)
        } else {
            var rowIDs = far ?? ContiguousArray(near.map(self.rowID(at:)))
            (near, far) = ([], nil)
            rowIDs.insert(rowID, at: index)
            far = rowIDs
        }
    }

    mutating func remove(at index: Int) {
        if far == nil { near.remove(at: index) } else { far?.remove(at: index) }
    }

    /// Keeps the first `length` IDs and returns the others.
    mutating func cut(at length: Int) -> PackedRowIDs {
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
    func forEach(_ body: (RowID) -> Void) {
        if let far { return far.forEach(body) }
        for distance in near { body(rowID(at: distance)) }
    }

    func firstIndex(of rowID: RowID) -> Int? {
        if let far { return far.firstIndex(of: rowID) }
        guard let distance = distance(rowID) else { return nil }
        // Tests all distances first: without an early exit, the loop auto-vectorizes.
        let found = near.withUnsafeBufferPointer { $0.reduce(0 as Int32) { $0 | ($1 == distance ? 1 : 0) } }
        return found == 0 ? nil : near.firstIndex(of: distance)
    }

    private func distance(_ rowID: RowID) -> Int32? {
        let (distance, overflow) = rowID.rawValue.subtractingReportingOverflow(middle.rawValue)
        return overflow ? nil : Int32(exactly: distance)
    }

    @inline(__always)
    private func rowID(at distance: Int32) -> RowID { RowID(middle.rawValue + Int64(distance)) }
}
