public import Foundation

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at offsets from the start, as `onDelete(perform:)` reports them. O(n).
    public mutating func remove(atOffsets offsets: IndexSet) {
        var offset = 0
        removeAll { _ in
            defer { offset += 1 }
            return offsets.contains(offset)
        }
    }
}

extension MutableCollection {
    /// Moves the elements at offsets from the start before the one at `destination`, as
    /// `onMove(perform:)` reports them. O(n).
    ///
    /// All offsets are those before the move.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let elements = enumerated()
        let moved = elements.filter { source.contains($0.offset) }
        let before = elements.filter { $0.offset < destination && !source.contains($0.offset) }
        let behind = elements.filter { $0.offset >= destination && !source.contains($0.offset) }
        for (index, element) in zip(Array(indices), before + moved + behind) { self[index] = element.element }
    }
}
