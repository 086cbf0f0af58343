/// The elements that a host has drawn, by their IDs.
///
/// An array in the order of the IDs, which takes a quarter of the memory of a dictionary. IDs grow,
/// so most elements are added at the end. Elements that were removed stay in the array until it has
/// many of them, so that the removal of a thousand elements moves the others a few times only.
@MainActor
struct MountedElements {
    private var elements: [Element] = []
    /// The number of elements in the array that are not mounted.
    private var removedCount = 0

    /// Returns the mounted element with an ID. O(log n).
    subscript(id: Int) -> Element? {
        let index = index(of: id)
        guard index < elements.count, elements[index].id == id, elements[index].isMounted else { return nil }
        return elements[index]
    }

    /// Adds an element and marks it as mounted.
    mutating func mount(_ element: Element) {
        element.isMounted = true
        guard let last = elements.last, last.id >= element.id else { return elements.append(element) }
        let index = index(of: element.id)
        if elements[index] === element { removedCount -= 1 } else { elements.insert(element, at: index) }
    }

    /// Removes an element and marks it as not mounted.
    mutating func unmount(_ element: Element) {
        guard element.isMounted else { return }
        element.isMounted = false
        removedCount += 1
        guard removedCount > 16 + elements.count / 4 else { return }
        elements.removeAll { !$0.isMounted }
        removedCount = 0
    }

    /// Returns the first index of an element whose ID is not less than one.
    private func index(of id: Int) -> Int {
        var range = 0..<elements.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = elements[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
