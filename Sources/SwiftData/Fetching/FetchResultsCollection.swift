internal import StrataTraps

/// The results of a fetch in batches, each of which is read when one of its elements is first used.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    private let read: (Int) -> Element
    /// The number of elements.
    public let endIndex: Int

    init(count: Int, _ read: @escaping (Int) -> Element) {
        endIndex = count
        self.read = read
    }

    /// The position of the first element.
    public var startIndex: Int { 0 }

    /// Returns an element. Traps for a position outside of the collection.
    public subscript(position: Int) -> Element {
        require(indices.contains(position), "Position \(position) is outside of the \(endIndex) fetched results.")
        return read(position)
    }
}
