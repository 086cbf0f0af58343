/// Ties the identity of its content to a value: another value stands for another view, with initial
/// state.
private struct IdentityModifier<ID: Hashable>: BuiltInModifier {
    let id: ID

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let identity = node.storage as? ViewIdentity ?? ViewIdentity(id)
        node.storage = identity
        if identity.id != AnyHashable(id) {
            identity.id = AnyHashable(id)
            identity.revision += 1
        }
        node.updateChild(0, content, branch: identity.revision)
    }
}

/// The identity that `id(_:)` gives a view, kept by the modifier's node.
@MainActor
final class ViewIdentity {
    fileprivate(set) var id: AnyHashable
    /// The number of times that the identity has changed.
    fileprivate var revision = 0

    fileprivate init(_ id: AnyHashable) { self.id = id }
}

extension ViewIdentity: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? { id == self.id ? node.firstElement : nil }
}

extension View {
    /// Ties the view's identity to a value. When the value changes, the view is removed, and shown
    /// again with initial state.
    public func id<ID: Hashable>(_ id: ID) -> some View { modified(IdentityModifier(id: id)) }
}
