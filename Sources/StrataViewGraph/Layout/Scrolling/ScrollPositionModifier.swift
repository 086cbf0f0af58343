import Foundation

/// A host's report of the view at the anchor of a scroll view, after the user has scrolled.
package struct ScrollPositionEvent: ElementEvent {
    package static let name = "position"

    /// The ID of the view's element.
    package var target: Int

    package init(target: Int) { self.target = target }

    package func identifiersExist(in graph: WindowGraph) -> Bool { graph.hasMadeElement(target) }
}

/// The connection between a binding to the position of a scroll view and the scroll view.
///
/// A new value of the binding is a request to scroll, as of a ``ScrollViewProxy``. A report of the
/// host sets the binding: ``shown`` is the value that the scroll view has, so that such a change is
/// not taken for a request.
@MainActor
final class ScrollPositionLink {
    /// The ID of the view at the anchor; nil if there is none, or if it is unknown.
    var shown: AnyHashable?
    /// The point of the view that is at the same point of the scroll view; nil for the start.
    var anchor: UnitPoint?
    /// Sets the binding. Returns false for a value of another type.
    var adopt: (AnyHashable) -> Bool = { _ in false }

    /// Returns a handler of reports about the scroll view of a node.
    func handler(for node: ViewNode) -> EventHandler {
        EventHandler(ScrollPositionEvent.self) { [weak self, weak node] event in
            guard let self, let node, node.isInGraph else { return }
            var shown = node.node(showing: event.target)
            while let child = shown, child !== node {
                if let identity = child.storage as? ViewIdentity, adopt(identity.id) { return }
                if let key = (child.parent?.storage as? any KeyedContent)?.key(of: child), adopt(key.id) { return }
                shown = child.parent
            }
        }
    }
}

extension ViewNode {
    /// Returns the node of an element at or below this node; nil if there is none. If the node was
    /// released, returns the one above it that exists. O(n).
    fileprivate func node(showing id: Int) -> ViewNode? {
        if element?.id == id || released?.elements.contains(where: { $0.id == id }) == true { return self }
        let rows = children.isEmpty ? (storage as? any RowNodes)?.rowNodes : nil
        for child in rows ?? children { if let found = child.node(showing: id) { return found } }
        return nil
    }
}

private struct ScrollPositionKey: EnvironmentKey {
    static var defaultValue: ScrollPositionLink? { nil }
}

extension EnvironmentValues {
    /// The connection to a binding to the position of the next scroll view; nil without a binding.
    var scrollPosition: ScrollPositionLink? {
        get { self[ScrollPositionKey.self] }
        set { if scrollPosition !== newValue { self[ScrollPositionKey.self] = newValue } }
    }
}

/// Connects the scroll view inside with a binding to its position.
private struct ScrollPositionModifier<ID: Hashable>: BuiltInModifier {
    let id: Binding<ID?>
    let anchor: UnitPoint?

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let link = node.storage as? ScrollPositionLink ?? ScrollPositionLink()
        let isNew = node.storage == nil
        node.storage = link
        link.anchor = anchor
        link.adopt = { [id, weak link] new in
            guard let link, let new = new.base as? ID else { return false }
            link.shown = AnyHashable(new)
            if id.wrappedValue != new { id.wrappedValue = new }
            return true
        }
        let wanted = node.reading { id.wrappedValue.map { AnyHashable($0) } }
        if wanted != link.shown?.current {
            link.shown = wanted
            if let wanted, isNew {
                node.graph.whenShown { [weak node, anchor] in
                    guard let node, node.isInGraph else { return }
                    node.graph.scroll(to: wanted, below: node, anchor: anchor, in: Transaction())
                }
            } else if let wanted {
                let transaction = node.graph.transaction(of: node)
                node.graph.scroll(
                    to: wanted, below: node, anchor: transaction.scrollTargetAnchor ?? anchor, in: transaction)
            }
        }
        var environment = node.environment
        environment.scrollPosition = link
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Binds the position of the scroll view inside to the identity of a view in its target layout:
    /// a child of the layout with `scrollTargetLayout(isEnabled:)`.
    ///
    /// When the user scrolls, the binding is set to the identity of the view at the anchor. A new
    /// value of the binding scrolls to the view with that identity. Setting nil does not scroll.
    ///
    /// - Parameters:
    ///   - id: The value of `id(_:)`, or the ID of an element of a ``ForEach``.
    ///   - anchor: The point of the view that is at the same point of the scroll view; nil for the
    ///     start. A new value of the binding brings the view there, or scrolls as little as possible
    ///     for nil.
    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> some View {
        modified(ScrollPositionModifier(id: id, anchor: anchor))
    }

    /// Sets the point of the content that the scroll views inside show at first.
    @available(*, deprecated, renamed: "defaultScrollAnchor(_:)")
    public func scrollPosition(initialAnchor: UnitPoint?) -> some View { defaultScrollAnchor(initialAnchor) }
}
