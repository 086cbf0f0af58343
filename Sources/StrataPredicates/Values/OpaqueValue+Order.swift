import Foundation

/// An object that `<` and `>` of a predicate, and sorts in memory, can compare.
///
/// A module that imports this one can conform its own classes. App classes that are `Comparable`
/// are ordered by their `<` instead.
package protocol PredicateOrdered: AnyObject {
    /// Returns the order of this object and another one; nil if neither comes before the other,
    /// although they differ.
    func predicateOrder(to other: AnyObject) -> ComparisonResult?
}

extension OpaqueValue {
    /// Whether objects of this class have an order.
    var hasOrder: Bool { object is any PredicateOrdered || object is any Comparable || object is NSIndexPath }

    /// Returns the order of two objects; nil if they have none.
    func order(to other: OpaqueValue) -> ComparisonResult? {
        switch object {
        case let object as any PredicateOrdered: object.predicateOrder(to: other.object)
        case let object as any Comparable: object.order(to: other.object)
        case let object as NSIndexPath: (other.object as? NSIndexPath).map { object.compare($0 as IndexPath) }
        default: nil
        }
    }
}

extension Comparable {
    /// Returns the order of this value and an object; nil if the object has another type.
    fileprivate func order(to other: AnyObject) -> ComparisonResult? {
        guard let other = other as? Self else { return nil }
        return self < other ? .orderedAscending : other < self ? .orderedDescending : .orderedSame
    }
}

/// Returns the order of two values in a sort: that of `order(_:_:)`, except that objects without an
/// order are equal, so that a stable sort keeps their order.
package func sortOrder(_ a: Value, _ b: Value) -> ComparisonResult {
    switch (a, b) {
    case (.opaque(let a), .opaque(let b)): a.order(to: b) ?? .orderedSame
    case (.list(let a), .list(let b)):
        zip(a, b).lazy.map { sortOrder($0, $1) }.first { $0 != .orderedSame }
            ?? sortOrder(.int(Int64(a.count)), .int(Int64(b.count)))
    default: order(a, b)
    }
}

extension InvalidPredicate {
    /// The error of `<`, `>` and BETWEEN for objects without an order.
    static func noOrder(of a: OpaqueValue, _ b: OpaqueValue?) -> InvalidPredicate {
        let types = [a, b].compactMap(\.self).map { "\(type(of: $0.object))" }
        let names =
            types.count == 2 && types[0] != types[1]
            ? "objects of the classes \(types[0]) and \(types[1])" : "objects of the class \(types[0])"
        return noOrder(
            "<, >, <=, >= and BETWEEN cannot compare \(names), which have no order. Use == or !=, or compare a property.")
    }

    /// The error of `<`, `>` and BETWEEN for an object that is compared with a value of another kind.
    static func noOrder(of a: OpaqueValue, with value: Value) -> InvalidPredicate {
        noOrder(
            "<, >, <=, >= and BETWEEN cannot compare objects of the class \(type(of: a.object)) with \(value.kindName): "
                + "the two have no order. Compare values of one kind.")
    }

    static func noOrder(_ message: String) -> InvalidPredicate {
        var error = InvalidPredicate(message)
        error.isAboutValues = true
        return error
    }
}
