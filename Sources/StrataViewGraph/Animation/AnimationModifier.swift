/// Animates the flush in which a value differs from the last update.
private struct AnimationModifier<Value: Equatable>: BuiltInModifier {
    let animation: Animation
    let value: Value

    @MainActor
    private final class Last {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let last = node.storage as? Last {
            if last.value != value { node.graph.recordAnimation(animation) }
            last.value = value
        } else {
            node.storage = Last(value)
        }
        node.updateChild(0, content)
    }
}

/// Animates each flush in which the view is evaluated again.
private struct EveryAnimationModifier: BuiltInModifier {
    let animation: Animation

    @MainActor
    private final class Mark {}

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if node.storage == nil { node.storage = Mark() } else { node.graph.recordAnimation(animation) }
        node.updateChild(0, content)
    }
}

extension View {
    /// Animates the changes that follow from a change of a value. With nil, nothing is added to the
    /// animation of the change.
    @ViewBuilder
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        if let animation { modified(AnimationModifier(animation: animation, value: value)) } else { self }
    }

    /// Animates all changes of the view.
    @available(*, deprecated, message: "Use `withAnimation` or `animation(_:value:)` instead.")
    @ViewBuilder
    public func animation(_ animation: Animation?) -> some View {
        if let animation { modified(EveryAnimationModifier(animation: animation)) } else { self }
    }
}
