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
/// All of its views are created at once. Use a ``List`` for thousands of rows.
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
        node.show(.layout(.stack(layout)))
        node.updateChild(0, content, environment: node.environment.pinning(layout.pins))
    }
}

/// A container that arranges its views side by side, and takes all available height.
///
/// All of its views are created at once. Use a ``List`` for thousands of rows.
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
        node.show(.layout(.stack(layout)))
        node.updateChild(0, content, environment: node.environment.pinning(layout.pins))
    }
}

private struct PinnedViewsKey: EnvironmentKey {
    static var defaultValue: PinnedScrollableViews? { nil }
}

extension EnvironmentValues {
    /// The pinned views of the lazy stack or grid that directly contains the view; nil outside one.
    var pinnedViews: PinnedScrollableViews? {
        get { self[PinnedViewsKey.self] }
        set { self[PinnedViewsKey.self] = newValue }
    }

    /// Returns the environment of the content of a lazy stack or grid.
    func pinning(_ views: PinnedScrollableViews) -> EnvironmentValues {
        var environment = inBox(of: nil)
        environment.pinnedViews = views
        return environment
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
