/// A view that scrolls content which is larger than the view.
public struct ScrollView<Content: View>: BuiltInView {
    /// The content.
    public var content: Content
    /// The axes along which the content is scrolled.
    public var axes: Axis.Set
    /// Whether the view shows indicators of the position.
    public var showsIndicators: Bool

    /// Creates a view that scrolls its content.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }

    /// Creates a view that scrolls its content.
    public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
        self.init(axes, showsIndicators: true, content: content)
    }

    /// Shows the content.
    public func _update(_ node: ViewNode) {
        let visibility = node.environment.scrollIndicators
        let hides = !visibility.axes.isDisjoint(with: axes) && [.hidden, .never].contains(visibility.visibility)
        let scrolling = node.environment.scrolling
        let position = node.environment.scrollPosition
        var content = ScrollContent(axes: axes, showsIndicators: showsIndicators && !hides, scrolling: scrolling)
        content.positionAnchor = position.map { $0.anchor ?? .topLeading }
        let frame = MeasuredFrame.of(node)
        let show = { [unowned frame, content] (node: ViewNode) in
            var content = content
            content.reportsLocation = frame.reportsLocation
            content.containerAxes = frame.containerAxes
            var handlers = frame.reportsLocation ? [frame.handler(for: node)] : []
            if let position { handlers.append(position.handler(for: node)) }
            node.show(.layout(.scroll(content)), on: handlers)
        }
        frame.showAgain = { [weak node] in if let node { show(node) } }
        show(node)
        var environment = node.childEnvironment.insideScrollView
        environment.scrollPosition = nil
        environment.coordinateSpaces[ScrollSpace(axis: nil)] = frame
        if axes.contains(.horizontal) { environment.coordinateSpaces[ScrollSpace(axis: .horizontal)] = frame }
        if axes.contains(.vertical) { environment.coordinateSpaces[ScrollSpace(axis: .vertical)] = frame }
        node.updateChild(0, self.content, environment: environment)
    }
}

/// The visibility of the indicators of a scroll position.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
    private enum Choice: Hashable, Sendable {
        case automatic, visible, hidden, never
    }

    private let choice: Choice

    /// The host's choice.
    public static let automatic = ScrollIndicatorVisibility(choice: .automatic)
    /// Indicators, which may fade while nothing scrolls.
    public static let visible = ScrollIndicatorVisibility(choice: .visible)
    /// No indicators.
    public static let hidden = ScrollIndicatorVisibility(choice: .hidden)
    /// No indicators, even with a mouse. A browser treats this as ``hidden``.
    public static let never = ScrollIndicatorVisibility(choice: .never)
}

private struct ScrollIndicatorsKey: EnvironmentKey {
    static var defaultValue: (visibility: ScrollIndicatorVisibility, axes: Axis.Set) { (.automatic, .both) }
}

extension EnvironmentValues {
    /// The visibility of the indicators of scroll views, and the axes to which it applies.
    var scrollIndicators: (visibility: ScrollIndicatorVisibility, axes: Axis.Set) {
        get { self[ScrollIndicatorsKey.self] }
        set { self[ScrollIndicatorsKey.self] = newValue }
    }
}

extension View {
    /// Sets whether the scroll views inside show indicators of the position.
    public func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View {
        changingEnvironment { $0.scrollIndicators = (visibility, axes) }
    }
}
