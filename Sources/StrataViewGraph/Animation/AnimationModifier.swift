/// A modifier that animates the changes inside its view in an update in which a value has changed.
private struct AnimationModifier<Value: Equatable>: BuiltInModifier {
    let animation: Animation?
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let last = node.storage as? LastValue<Value> {
            if last.value != value { node.graph.addImplicitScope(animation, of: node) }
            last.value = value
        } else {
            node.storage = LastValue(value)
        }
        node.updateChild(0, content)
    }
}

/// A modifier that animates the changes inside its view in each update.
private struct EveryAnimationModifier: BuiltInModifier {
    let animation: Animation?

    @MainActor
    private final class Mark {}

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if node.storage == nil { node.storage = Mark() } else { node.graph.addImplicitScope(animation, of: node) }
        node.updateChild(0, content)
    }
}

extension WindowGraph {
    /// Gives the changes inside a node the animation of a modifier, unless the transaction disables
    /// such animations.
    fileprivate func addImplicitScope(_ animation: Animation?, of node: ViewNode) {
        if !disablesAnimations(at: node) { addScope(animation, of: node) }
    }
}

extension View {
    /// Animates the changes inside the view in each update in which a value changes. Nil draws them
    /// at once, also if the update is animated.
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        modified(AnimationModifier(animation: animation, value: value))
    }

    /// Animates the changes inside the view in each update in which it is evaluated again. Nil draws
    /// them at once, also if the update is animated.
    @available(*, deprecated, message: "Use `withAnimation` or `animation(_:value:)` instead.")
    public func animation(_ animation: Animation?) -> some View { modified(EveryAnimationModifier(animation: animation)) }
}
