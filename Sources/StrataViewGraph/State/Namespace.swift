import Synchronization

/// An identity that a view creates when it is first shown, and keeps while it is shown.
///
/// Views are marked by an ID in a namespace, so that a value can have several meanings: the same ID
/// in two namespaces marks two different things.
///
///     struct Tabs: View {
///         @Namespace private var selection
///         var body: some View { Highlight(namespace: selection) }
///     }
@propertyWrapper
public struct Namespace: DynamicProperty, NodeOwnedProperty, Sendable {
    /// A namespace, to be passed to other views and modifiers.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        private let id: Int

        private static let last = Atomic(0)

        /// Creates an identity that no other namespace of the process has.
        init() { id = Self.last.add(1, ordering: .relaxed).newValue }

        /// The name of the type with the number of the namespace.
        public var description: String { "Namespace.ID(id: \(id))" }
    }

    private var id: ID?

    /// Creates a namespace, which gets its identity when its view is shown.
    public init() {}

    /// The identity. Before the view is shown, each reading returns another one, which matches
    /// nothing, and a warning is written.
    public var wrappedValue: ID {
        if let id { return id }
        WarningLog.warn(
            "A @Namespace was read outside the body of its view. The ID matches no other one. Read it in the body or in an action."
        )
        return ID()
    }

    /// Connects the property to the identity that its node keeps.
    public mutating func _install(_ slots: PropertySlots) { id = slots.next { NamespaceIdentity() }.id }
}

/// The identity of a namespace, which the first update of its view creates.
private final class NamespaceIdentity {
    let id = Namespace.ID()
}
