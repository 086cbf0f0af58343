import Glibc

// # Views that need no evaluation
//
// When a body is evaluated, it makes new values for the views inside it. Most of these values have
// not changed: of 80 rows in a list whose fetch request changed, perhaps one shows another object.
// A node therefore compares the new value and environment with its current ones, and does not
// evaluate the view if both are equal.
//
// Views are rarely Equatable, so the values are compared by their bytes. Equal bytes mean equal
// values, because the node retains the previous value: an address in it cannot have been reused for
// another object. Values that are equal may differ in their bytes (two buffers with the same text,
// two closures). Such a view is evaluated, which is unnecessary but correct.
//
// The comparison skips the properties whose values the node keeps, such as `@State`: only the first
// update reads the initial values that the view declares for them.
//
// Everything else that a body depends on is observed: a change of state, of an observable object or
// of a binding's value marks the node as outdated.

/// The current view of a node, with its type erased.
@MainActor
class ViewValue {
    /// Updates the node with the view.
    func update(_ node: ViewNode) {}

    /// The name of the view's type in a ``StablePath``.
    var kind: String { "" }
}

/// The current view of a node, with its type.
final class TypedViewValue<V: View>: ViewValue {
    var view: V

    init(_ view: V) { self.view = view }

    override func update(_ node: ViewNode) { view._update(node) }

    override var kind: String { StablePath.kind(of: V.self) }
}

/// Returns whether two values have the same bytes, and are therefore equal. Equal values can have
/// different bytes.
func haveSameBytes<Value>(_ a: Value, _ b: Value) -> Bool {
    withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in memcmp(a, b, MemoryLayout<Value>.size) == 0 } }
}

/// Returns whether two values are known to be equal: they have the same type, and either the same
/// bytes or an `==` that says so.
func areEqual(_ a: Any, _ b: Any) -> Bool {
    // Opens both existentials first: an `Any` contains uninitialized bytes.
    type(of: a) == type(of: b) && isEqual(a, to: b)
}

private func isEqual<Value>(_ a: Value, to b: Any) -> Bool {
    guard let b = b as? Value else { return false }
    if haveSameBytes(a, b) { return true }
    guard let a = a as? any Equatable else { return false }
    return isEqualByOperator(a, to: b)
}

/// Returns whether two values have the same type, and are equal by its `==`.
func isEqualByOperator<Value: Equatable>(_ a: Value, to b: Any) -> Bool { (b as? Value) == a }
