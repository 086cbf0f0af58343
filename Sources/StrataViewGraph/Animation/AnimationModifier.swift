/// A modifier that animates the flush of an update in which a value has changed.
private struct AnimationModifier<Value: Equatable>: BuiltInModifier {
    let animation: Animation
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let last = node.storage as? LastValue<Value> {
            if last.value != value { node.graph.recordAnimation(animation) }
            last.value = value
        } else {
            node.storage = LastValue(value)
        }
        node.updateChild(0, content)
    }
}

/// A modifier that animates each flush for which its view was evaluated again.
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
    /// Animates the changes of each update in which a value changes. Nil leaves the animation of
    /// the change as it is.
    ///
    /// All changes of one patch share one animation, so changes outside the view have it too.
    @ViewBuilder
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        if let animation { modified(AnimationModifier(animation: animation, value: value)) } else { self }
    }

    /// Animates the changes of each update in which the view is evaluated again. Nil leaves the
    /// animation of the change as it is.
    @available(*, deprecated, message: "Use `withAnimation` or `animation(_:value:)` instead.")
    @ViewBuilder
    public func animation(_ animation: Animation?) -> some View {
        if let animation { modified(EveryAnimationModifier(animation: animation)) } else { self }
    }
}
