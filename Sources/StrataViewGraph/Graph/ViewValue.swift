// # Views that need no evaluation
//
// A view is evaluated again when its parent is, with the value that the parent's body made. Most of
// these values are what they were: of 80 rows in a list whose fetch request changed, one shows
// another object. A node compares the new value and environment with those that it shows, and stops
// there if both are equal.
//
// Views are rarely Equatable, so the values are compared by their bytes. Equal bytes are equal
// values, because the node keeps the former value: an address in it cannot belong to another object
// meanwhile. Values that are equal may differ in their bytes (two buffers with the same text, two
// closures), and are then evaluated, as without the comparison.
//
// The properties whose values the node keeps, such as `@State`, are left out: only the first update
// reads what the view declares for them.
//
// What else a body depends on is observed: state, observable objects and bindings mark the node as
// outdated themselves.

/// The view that a node shows, with its type erased.
@MainActor
class ViewValue {
    /// Updates the node with the view.
    func update(_ node: ViewNode) {}
}

/// The view of a type that a node shows.
final class TypedViewValue<V: View>: ViewValue {
    let view: V

    init(_ view: V) { self.view = view }

    override func update(_ node: ViewNode) { view._update(node) }
}

/// Returns whether two values have the same bytes, so that they are the same value. Values that are
/// equal may have different bytes.
func haveSameBytes<Value>(_ a: Value, _ b: Value) -> Bool {
    withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { b in a.elementsEqual(b) } }
}

/// Returns whether two values of any type are equal, as far as that can be found out.
func areEqual(_ a: Any, _ b: Any) -> Bool {
    // As values of their type: the bytes of an `Any` include some that are not set.
    type(of: a) == type(of: b) && isEqual(a, to: b)
}

private func isEqual<Value>(_ a: Value, to b: Any) -> Bool {
    guard let b = b as? Value else { return false }
    if haveSameBytes(a, b) { return true }
    guard let a = a as? any Equatable else { return false }
    return isEqualByOperator(a, to: b)
}

private func isEqualByOperator<Value: Equatable>(_ a: Value, to b: Any) -> Bool { (b as? Value) == a }
