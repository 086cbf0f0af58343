public import Foundation

/// The headers and footers that stay visible while their section is scrolled.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    /// The views as a bit mask.
    public let rawValue: UInt32

    /// Creates a set from its bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The headers of sections.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// The footers of sections.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// A container that arranges its views one below the other, and takes all available width.
///
/// Of a ``ForEach``, only the views near the visible ones are created, as in a ``List``, if the type
/// of its content says of how many views it consists. `ListArrangement` describes the mechanism.
public struct LazyVStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a column of views.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        layout = StackLayout(direction: .vertical(alignment), spacing: spacing, fillsCross: true, pins: pinnedViews)
        self.content = content()
    }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) {
        node.showLazily(.stack(layout), content, in: .stack, pinning: layout.pins)
    }
}

/// A container that arranges its views side by side, and takes all available height.
///
/// Of a ``ForEach``, only the views near the visible ones are created, as in a ``List``, if the type
/// of its content says of how many views it consists. `ListArrangement` describes the mechanism.
public struct LazyHStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a row of views.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        layout = StackLayout(direction: .horizontal(alignment), spacing: spacing, fillsCross: true, pins: pinnedViews)
        self.content = content()
    }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) {
        node.showLazily(.stack(layout), content, in: .stack, pinning: layout.pins)
    }
}

extension ViewNode {
    /// Shows a lazy stack or grid. A `ListArrangement` decides which of its views exist.
    func showLazily(
        _ layout: LayoutContent, _ content: some View, in container: ListArrangement.Container,
        pinning pins: PinnedScrollableViews
    ) {
        let views = storage as? ListArrangement ?? ListArrangement(self, in: container)
        storage = views
        show(.layout(layout), on: [EventHandler(VisibleRowsEvent.self) { [weak views] in views?.show($0.rows) }])
        arrange = { [unowned views] in views.arrange() }
        var environment = self.environment.inBox(of: nil)
        environment.rowContainer = .lazy(pins)
        updateChild(0, content, environment: environment)
    }
}

/// The header or the footer of a section in a lazy stack or grid.
struct LazySectionEdge<Content: View>: BuiltInView {
    let content: Content
    let edge: VerticalEdge
    let pins: PinnedScrollableViews

    func _update(_ node: ViewNode) {
        let isPinned = pins.contains(edge == .top ? .sectionHeaders : .sectionFooters)
        node.wrapElements(in: .layout(.sectionEdge(edge, isPinned: isPinned)))
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
    }
}
