public import Foundation

// These methods read the keys of elements, and trap, as `NSPredicate.evaluate(with:)` does.

extension Array {
    /// Returns the elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> [Element] {
        filter { predicate.evaluate(with: $0) }
    }
}

extension Set {
    /// Returns the elements that satisfy the predicate.
    public func filtered(using predicate: NSPredicate) -> Set<Element> {
        filter { predicate.evaluate(with: $0) }
    }
}

extension NSArray {
    /// Returns the elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> [Any] {
        filter { predicate.evaluate(with: $0) }
    }
}

extension NSMutableArray {
    /// Removes the elements that do not satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        setArray(filtered(using: predicate))
    }
}

extension NSSet {
    /// Returns the elements that satisfy the predicate.
    public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
        Set(allObjects.filter { predicate.evaluate(with: $0) }.compactMap { $0 as? AnyHashable })
    }
}

extension NSMutableSet {
    /// Removes the elements that do not satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        for element in allObjects where !predicate.evaluate(with: element) { remove(element) }
    }
}

extension NSOrderedSet {
    /// Returns the elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
        NSOrderedSet(array: array.filter { predicate.evaluate(with: $0) })
    }
}

extension NSMutableOrderedSet {
    /// Removes the elements that do not satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        removeObjects(in: array.filter { !predicate.evaluate(with: $0) })
    }
}
