/// Names an object of the graph without holding it: what it is of, and its number.
///
/// Sixteen bytes that are copied without counting references, since rows hold many.
package struct ObjectReference: Hashable, Sendable {
    /// What stands for the object's entity: one immortal instance for all objects of it. Only the object graph knows more.
    package unowned(unsafe) let kind: any AnyObject & Sendable
    /// The primary key, or a negative number for an object that was not saved yet.
    package let number: Int64

    /// - Parameter kind: must live as long as the program.
    package init(kind: any AnyObject & Sendable, number: Int64) {
        self.kind = kind
        self.number = number
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.number == b.number && a.kind === b.kind
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(kind))
        hasher.combine(number)
    }
}
