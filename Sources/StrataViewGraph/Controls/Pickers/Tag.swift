/// The tag of a view for a selection, such as that of a picker. The node keeps it in its storage.
struct TagModifier: BuiltInModifier {
    let value: AnyHashable

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let tag = node.storage as? Tag ?? Tag(value)
        tag.value = value
        node.storage = tag
        node.updateChild(0, content, environment: node.environment)
    }
}

/// A tag in the storage of a node. It applies to all views below.
@MainActor
final class Tag {
    var value: AnyHashable
    init(_ value: AnyHashable) { self.value = value }
}

extension AnyHashable {
    /// Returns the tag as a value of a selection; nil if it has another type. For an optional
    /// selection, a tag that is not optional is wrapped, unless it is an `ExactTag`.
    func selection<Value: Hashable>(as type: Value.Type) -> Value? { (base as? ExactTag<Value>)?.value ?? base as? Value }

    /// The value that the app passed as the tag.
    var tagValue: AnyHashable { (base as? any AnyExactTag)?.anyValue ?? self }
}

private protocol AnyExactTag {
    var anyValue: AnyHashable { get }
}

/// A tag that matches selections of exactly its own type.
private struct ExactTag<Value: Hashable>: Hashable, AnyExactTag {
    let value: Value
    var anyValue: AnyHashable { AnyHashable(value) }
}

extension View {
    /// Sets the tag of the view for selections: choosing the view sets the selection to the tag.
    /// The selection may also be an optional of the tag's type.
    public func tag<V: Hashable>(_ tag: V) -> some View { self.tag(tag, includeOptional: true) }

    /// Sets the tag of the view for selections.
    ///
    /// - Parameters:
    ///   - tag: The value that choosing the view selects.
    ///   - includeOptional: Whether the tag also matches a selection that is an optional of its
    ///     type.
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool) -> some View {
        modified(TagModifier(value: includeOptional ? AnyHashable(tag) : AnyHashable(ExactTag(value: tag))))
    }
}
