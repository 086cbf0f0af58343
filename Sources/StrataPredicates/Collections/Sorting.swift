public import Foundation

// These methods compare elements as `NSSortDescriptor.compare(_:to:)` does. The sorts are stable:
// elements that are equal by all descriptors keep their order.

extension [NSSortDescriptor] {
    /// Whether `a` sorts before `b`: the first descriptor by which they differ decides.
    package func areInIncreasingOrder(_ a: Any, _ b: Any) -> Bool {
        for descriptor in self {
            switch descriptor.compare(a, to: b) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return false
    }
}

extension Array {
    /// Returns the elements sorted by the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        sorted { sortDescriptors.areInIncreasingOrder($0, $1) }
    }

    /// Sorts the elements by the descriptors.
    public mutating func sort(using sortDescriptors: [NSSortDescriptor]) {
        self = sortedArray(using: sortDescriptors)
    }
}

extension Set {
    /// Returns the elements sorted by the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        Array(self).sortedArray(using: sortDescriptors)
    }
}

extension NSArray {
    /// Returns the elements sorted by the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        Array(self).sortedArray(using: sortDescriptors)
    }
}

extension NSMutableArray {
    /// Sorts the elements by the descriptors.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        setArray(sortedArray(using: sortDescriptors))
    }
}

extension NSSet {
    /// Returns the elements sorted by the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        allObjects.sortedArray(using: sortDescriptors)
    }
}

extension NSOrderedSet {
    /// Returns the elements sorted by the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        array.sortedArray(using: sortDescriptors)
    }
}

extension NSMutableOrderedSet {
    /// Sorts the elements by the descriptors.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        let sorted = sortedArray(using: sortDescriptors)
        removeAllObjects()
        addObjects(from: sorted)
    }
}
