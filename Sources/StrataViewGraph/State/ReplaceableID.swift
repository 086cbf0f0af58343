// # IDs that change while what they identify stays the same
//
// The identifier of a SwiftData model is temporary until the model's first save, which gives it a
// permanent one. The two are not equal: a hash cannot change. But for the user, the row of the model
// is the same row before and after the save, with its state, its focus and its selection.
//
// So an ID that was replaced leads to the one that it has been replaced by:
//
// 1. A `ForEach` whose data have a new ID looks for the node of an ID that was replaced by it, and
//    gives that node the new ID. `id(_:)`, `sheet(item:)`, `task(id:)` and `onChange(of:)` take the
//    two IDs for one.
// 2. A `@State` or `@FocusState` that was set to an ID reads as the one that has replaced it, and so
//    does a selection in it. After the save, a view compares permanent IDs with permanent IDs.
// 3. A body that reads an ID that may be replaced observes the replacement. So all views that have
//    read it are evaluated again, and none compares an old ID with a new one.

/// An ID that another one may replace, while both identify the same thing.
package protocol ReplaceableID: Hashable {
    /// Whether another ID may replace this one, or has.
    var mayBeReplaced: Bool { get }

    /// The ID that has replaced this one; nil if none has. The reader observes the replacement.
    var replacement: Self? { get }
}

extension Optional: ReplaceableID where Wrapped: ReplaceableID {
    package var mayBeReplaced: Bool { self?.mayBeReplaced ?? false }

    package var replacement: Wrapped?? {
        guard let replacement = self?.replacement else { return nil }
        return .some(replacement)
    }
}

/// A set of IDs, such as a selection, is replaced as soon as one of them is.
extension Set: ReplaceableID where Element: ReplaceableID {
    package var mayBeReplaced: Bool { contains(where: \.mayBeReplaced) }

    package var replacement: Set? {
        guard mayBeReplaced else { return nil }
        let current = Set(map { $0.replacement ?? $0 })
        return current == self ? nil : current
    }
}

/// Returns the ID that has replaced another one, or that one if none has.
func currentID<Value>(_ value: Value) -> Value {
    // Cheaper than the cast below, for the many types that are no IDs.
    guard Value.self is any ReplaceableID.Type else { return value }
    // Not with `as?` on an optional: nil would be cast to a `Value` that is an optional itself.
    guard let id = value as? any ReplaceableID, let replacement = id.replacement else { return value }
    return replacement as? Value ?? value
}

/// Returns whether two values are equal, or one of two IDs has been replaced by the other.
func isSameID<Value: Equatable>(_ a: Value, _ b: Value) -> Bool {
    if a == b { return true }
    guard Value.self is any ReplaceableID.Type else { return false }
    return currentID(a) == currentID(b)
}

extension AnyHashable: ReplaceableID {
    package var mayBeReplaced: Bool { (base as? any ReplaceableID)?.mayBeReplaced ?? false }
    package var replacement: AnyHashable? { (base as? any ReplaceableID)?.anyReplacement }

    /// The ID that has replaced this one, or this one if none has.
    var current: AnyHashable { replacement ?? self }
}

extension ReplaceableID {
    fileprivate var anyReplacement: AnyHashable? { replacement.map { AnyHashable($0) } }
}
