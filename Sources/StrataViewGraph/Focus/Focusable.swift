/// Sets whether the content can have the focus, and lets the views inside observe whether it has.
private struct FocusableModifier: BuiltInModifier {
    let isFocusable: Bool

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        environment.pendingTraits.isFocusable = isFocusable
        if isFocusable {
            let target = node.storage as? FocusTarget ?? FocusTarget()
            node.storage = target
            environment.pendingFocus.append(FocusPlacement(target: target, isFocused: false))
            environment.focusRegion = target
        }
        node.updateChild(0, content, environment: environment)
    }
}

private struct FocusRegionKey: EnvironmentKey {
    static var defaultValue: FocusTarget? { nil }
}

extension EnvironmentValues {
    /// The target of the closest modifier around the view that makes a view focusable or connects
    /// it with a focus state.
    var focusRegion: FocusTarget? {
        get { self[FocusRegionKey.self] }
        set { self[FocusRegionKey.self] = newValue }
    }

    /// Whether the closest view around this one with `focusable(_:)` or `focused(_:)` has the
    /// keyboard focus, or a view inside it.
    public var isFocused: Bool { focusRegion?.isActive.value ?? false }
}

extension View {
    /// Sets whether the view can have the keyboard focus.
    public func focusable(_ isFocusable: Bool = true) -> some View {
        modified(FocusableModifier(isFocusable: isFocusable))
    }

    /// Sets whether the view can have the keyboard focus, and what for. In a browser, the keyboard
    /// and a click move the focus to a view for all interactions alike.
    public func focusable(_ isFocusable: Bool = true, interactions: FocusInteractions) -> some View {
        focusable(isFocusable)
    }
}
