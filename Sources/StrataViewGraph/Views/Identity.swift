/// A modifier that ties the identity of its content to a value. When the value changes, the content
/// is another view, with initial state.
private struct IdentityModifier<ID: Hashable>: BuiltInModifier {
    let id: ID

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let identity = node.storage as? ViewIdentity ?? ViewIdentity(id)
        node.storage = identity
        if !isSameID(identity.id, AnyHashable(id)) { identity.revision += 1 }
        identity.id = AnyHashable(id)
        node.updateChild(0, content, branch: identity.revision)
    }
}

/// A view around which `id(_:)` was called last, whose identity can be read without evaluating it.
@MainActor
protocol ExplicitlyIdentified {
    var explicitID: AnyHashable { get }
}

/// A modifier that ties the identity of its content to a value.
@MainActor
protocol ExplicitIdentity {
    var explicitID: AnyHashable { get }
}

extension IdentityModifier: ExplicitIdentity {
    var explicitID: AnyHashable { AnyHashable(id) }
}

extension ModifiedView: ExplicitlyIdentified where Modifier: ExplicitIdentity {
    var explicitID: AnyHashable { modifier.explicitID }
}

/// The identity that `id(_:)` gives a view. The modifier's node keeps it.
@MainActor
final class ViewIdentity {
    fileprivate(set) var id: AnyHashable
    /// The number of times that the value has changed.
    fileprivate var revision = 0

    fileprivate init(_ id: AnyHashable) { self.id = id }
}

extension ViewIdentity: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? { id.current == self.id.current ? node.firstElement : nil }
}

extension View {
    /// Ties the view's identity to a value. When the value changes, the view is removed, and a new
    /// one with initial state takes its place. A ``ScrollViewReader`` finds the view by the value.
    public func id<ID: Hashable>(_ id: ID) -> some View { modified(IdentityModifier(id: id)) }
}
