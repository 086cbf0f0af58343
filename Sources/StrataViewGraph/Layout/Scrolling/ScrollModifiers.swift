public import Foundation

/// The behavior of a scroll view, a list or a form that modifiers set.
package struct Scrolling: Hashable, Sendable {
    /// Whether the user can scroll.
    package var isEnabled = true
    /// The space between the edges of the view and its content, by edge; an edge without an entry
    /// has the host's.
    package var margins: [Edge: CGFloat] = [:]
    /// The positions at which scrolling ends; nil for any position.
    package var snap: ScrollSnap?
    /// The point of the content that is shown at first; nil for the start.
    package var anchor: UnitPoint?
}

/// The part of a scroll view to which a margin applies.
public struct ContentMarginPlacement: Hashable, Sendable {
    private enum Part {
        case automatic, content
    }

    private let part: Part

    /// The content. On Apple's platforms, the indicators too; a browser draws these at the edge.
    public static let automatic = ContentMarginPlacement(part: .automatic)
    /// The content.
    public static let scrollContent = ContentMarginPlacement(part: .content)
}

private struct ScrollingKey: EnvironmentKey {
    static var defaultValue: Scrolling { Scrolling() }
}

extension EnvironmentValues {
    /// The behavior of scroll views, lists and forms.
    var scrolling: Scrolling {
        get { self[ScrollingKey.self] }
        set { self[ScrollingKey.self] = newValue }
    }

    /// Whether the user can scroll scroll views, lists and forms.
    public var isScrollEnabled: Bool {
        get { scrolling.isEnabled }
        set { scrolling.isEnabled = newValue }
    }

    /// The environment of the content of a scroll view: margins, target behaviors and anchors apply
    /// to the outermost scroll view only.
    var insideScrollView: EnvironmentValues {
        let inside = Scrolling(isEnabled: scrolling.isEnabled)
        guard scrolling != inside else { return self }
        var values = self
        values.scrolling = inside
        return values
    }
}

extension View {
    /// Sets whether the user can scroll the scroll views, lists and forms inside. If a view above
    /// disables scrolling, it stays disabled.
    public func scrollDisabled(_ disabled: Bool) -> some View {
        changingEnvironment { if disabled { $0.isScrollEnabled = false } }
    }

    /// Sets the space between the content and the edges of the scroll views, lists and forms inside,
    /// in points.
    public func contentMargins(
        _ edges: Edge.Set = .all, _ insets: EdgeInsets, for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        contentMargins(edges) { insets[$0] }
    }

    /// Sets the space between the content and the edges of the scroll views, lists and forms inside,
    /// in points; nil for the host's.
    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        contentMargins(edges) { _ in length }
    }

    /// Sets the space between the content and all edges of the scroll views, lists and forms inside,
    /// in points.
    public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View {
        contentMargins(.all) { _ in length }
    }

    private func contentMargins(_ edges: Edge.Set, _ length: @escaping (Edge) -> CGFloat?) -> some View {
        changingEnvironment {
            for edge in Edge.allCases where edges.contains(Edge.Set(edge)) { $0.scrolling.margins[edge] = length(edge) }
        }
    }
}

extension EdgeInsets {
    /// The length at an edge.
    fileprivate subscript(edge: Edge) -> CGFloat {
        switch edge {
        case .top: top
        case .leading: leading
        case .bottom: bottom
        case .trailing: trailing
        }
    }
}
