public import Foundation

// Each compares as `NSSortDescriptor.compare(_:to:)` does; what compares equal by all descriptors keeps its order.

extension [NSSortDescriptor] {
    /// Whether `a` comes before `b`: the first descriptor that tells them apart decides.
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
    /// The elements in the order of the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        sorted { sortDescriptors.areInIncreasingOrder($0, $1) }
    }

    /// Puts the elements in the order of the descriptors.
    public mutating func sort(using sortDescriptors: [NSSortDescriptor]) {
        self = sortedArray(using: sortDescriptors)
    }
}

extension Set {
    /// The elements in the order of the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        Array(self).sortedArray(using: sortDescriptors)
    }
}

extension NSArray {
    /// The elements in the order of the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        Array(self).sortedArray(using: sortDescriptors)
    }
}

extension NSMutableArray {
    /// Puts the elements in the order of the descriptors.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        setArray(sortedArray(using: sortDescriptors))
    }
}

extension NSSet {
    /// The elements in the order of the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        allObjects.sortedArray(using: sortDescriptors)
    }
}

extension NSOrderedSet {
    /// The elements in the order of the descriptors.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        array.sortedArray(using: sortDescriptors)
    }
}

extension NSMutableOrderedSet {
    /// Puts the elements in the order of the descriptors.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        let sorted = sortedArray(using: sortDescriptors)
        removeAllObjects()
        addObjects(from: sorted)
    }
}
