/// A view whose content can scroll to the views inside it by their identity: the value of `id(_:)`,
/// or the ID of an element of a ``ForEach``.
public struct ScrollViewReader<Content: View>: BuiltInView {
    /// Makes the content.
    public var content: (ScrollViewProxy) -> Content

    /// Creates a view whose content a closure makes, for a proxy that scrolls.
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Shows the content.
    public func _update(_ node: ViewNode) {
        node.updateChild(0, StyleBody(style: content) { [weak node] in $0(ScrollViewProxy(node: node)) })
    }
}

/// A proxy that scrolls the views inside a ``ScrollViewReader``.
@MainActor
public struct ScrollViewProxy {
    weak var node: ViewNode?

    /// Scrolls to the view with an identity, after the next update. Does nothing if there is none.
    ///
    /// - Parameters:
    ///   - id: The identity of the view.
    ///   - anchor: The point of the view that is brought to the same point of the scroll view; nil for
    ///     the `scrollTargetAnchor` of the transaction, or to scroll as little as possible.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        guard let node, node.isInGraph else { return }
        let transaction = Transaction.current ?? Transaction()
        node.graph.scroll(
            to: AnyHashable(id), below: node, anchor: anchor ?? transaction.scrollTargetAnchor, in: transaction)
    }
}

extension ViewNode {
    /// Returns the element with an identity at or below this node. If it is a row of a list, a
    /// table, or a lazy stack or grid, and not among its children yet, makes it one.
    func scrollTarget(_ id: AnyHashable) -> Element? {
        if let identified = storage as? any IdentifiedContent, let target = identified.target(id, in: self) {
            revealInLists(target)
            return target
        }
        for child in children { if let target = child.scrollTarget(id) { return target } }
        return nil
    }

    /// Returns the first element at or below this node. If it is in a row of a list that is not
    /// among the list's children, makes the row one.
    func revealedElement() -> Element? {
        guard let target = firstElement else { return nil }
        revealInLists(target)
        return target
    }

    /// Adds the row that contains an element to each list around this node.
    private func revealInLists(_ element: Element) {
        var node: ViewNode? = self
        while let container = node?.container {
            (container.storage as? ListArrangement)?.show(element)
            node = container.parent
        }
    }

    /// The first element at or below the node. The one of a section in a list is the section.
    var firstElement: Element? {
        if let element { return element }
        if let section = storage as? SectionParts { return section.element }
        if let element = released?.elements.first { return element }
        for child in children { if let element = child.firstElement { return element } }
        return nil
    }
}

/// An object in a node's storage that finds the node's content by identity.
@MainActor
protocol IdentifiedContent: AnyObject {
    /// Returns the first element of the content with an identity.
    func target(_ id: AnyHashable, in node: ViewNode) -> Element?
}
