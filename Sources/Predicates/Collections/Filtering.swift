public import Foundation

// Each reads its elements as `NSPredicate.evaluate(with:)` does, and traps as it does.

extension Array {
    /// The elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> [Element] {
        filter { predicate.evaluate(with: $0) }
    }
}

extension Set {
    /// The elements that satisfy the predicate.
    public func filtered(using predicate: NSPredicate) -> Set<Element> {
        filter { predicate.evaluate(with: $0) }
    }
}

extension NSArray {
    /// The elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> [Any] {
        filter { predicate.evaluate(with: $0) }
    }
}

extension NSMutableArray {
    /// Keeps the elements that satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        setArray(filtered(using: predicate))
    }
}

extension NSSet {
    /// The elements that satisfy the predicate.
    public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
        Set(allObjects.filter { predicate.evaluate(with: $0) }.compactMap { $0 as? AnyHashable })
    }
}

extension NSMutableSet {
    /// Keeps the elements that satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        for element in allObjects where !predicate.evaluate(with: element) { remove(element) }
    }
}

extension NSOrderedSet {
    /// The elements that satisfy the predicate, in order.
    public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
        NSOrderedSet(array: array.filter { predicate.evaluate(with: $0) })
    }
}

extension NSMutableOrderedSet {
    /// Keeps the elements that satisfy the predicate.
    public func filter(using predicate: NSPredicate) {
        removeObjects(in: array.filter { !predicate.evaluate(with: $0) })
    }
}
