/// Puts actions beside the content of a row.
private struct SwipeActionsModifier<Actions: View>: BuiltInModifier {
    let content: SwipeActionsContent
    let actions: Actions

    func update<Content: View>(_ node: ViewNode, content: Content) {
        // Marks what is below as one row.
        node.storage = node.storage ?? RowTraitStorage(RowTraits())
        node.updateChild(0, content, environment: node.environment)
        var environment = node.environment
        environment.isListContent = false
        node.updateChild(1, SwipeActions(content: self.content, actions: actions), environment: environment)
    }
}

/// The actions of a row as hosts draw them: buttons, which a swipe reveals.
package struct SwipeActionsContent: Hashable, Sendable {
    package var edge: HorizontalEdge
    /// Whether a long swipe presses the first button.
    package var allowsFullSwipe: Bool
}

private struct SwipeActions<Actions: View>: BuiltInView {
    let content: SwipeActionsContent
    let actions: Actions

    func _update(_ node: ViewNode) {
        node.show(.collection(.swipeActions(content)))
        node.updateChild(0, actions)
    }
}

extension View {
    /// Adds buttons to the row, which the user reveals by a swipe, or by pointing at the row.
    ///
    /// - Parameter allowsFullSwipe: Whether a long swipe presses the first button.
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        modified(
            SwipeActionsModifier(content: SwipeActionsContent(edge: edge, allowsFullSwipe: allowsFullSwipe), actions: content()))
    }
}

extension ElementContent {
    /// Whether the element belongs to the row before it, and is none itself.
    var isAttachedToRow: Bool {
        switch self {
        case .presentation(.menuOwner): false
        case .presentation, .collection(.swipeActions), .collection(.rowBackground): true
        default: false
        }
    }
}
