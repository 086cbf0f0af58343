/// Names the view for a selection, such as that of a picker.
struct TagModifier: BuiltInModifier {
    let value: AnyHashable

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let tag = node.storage as? Tag ?? Tag(value)
        tag.value = value
        node.storage = tag
        node.updateChild(0, content, environment: node.environment)
    }
}

/// The tag of the views below a node.
@MainActor
final class Tag {
    var value: AnyHashable
    init(_ value: AnyHashable) { self.value = value }
}

extension AnyHashable {
    /// Returns the tag as a value of a selection. A tag stands for an optional with its value, too.
    func selection<Value: Hashable>(as type: Value.Type) -> Value? { base as? Value }
}

extension View {
    /// Names the view for a selection: choosing it sets the selection to the tag.
    public func tag<V: Hashable>(_ tag: V) -> some View { self.tag(tag, includeOptional: true) }

    /// Names the view for a selection; if `includeOptional` is true, for an optional one, too.
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool) -> some View {
        modified(TagModifier(value: AnyHashable(tag)))
    }
}
