/// Adds actions after the content of a row, which the list attaches to the row.
private struct SwipeActionsModifier<Actions: View>: BuiltInModifier {
    let content: SwipeActionsContent
    let actions: Actions

    func update<Content: View>(_ node: ViewNode, content: Content) {
        // A node with row traits is collected as one run, so that the list finds the content's row
        // before the actions (`ListArrangement.append`).
        node.storage = node.storage ?? RowTraitStorage(RowTraits())
        node.updateChild(0, content, environment: node.environment)
        var environment = node.environment
        environment.rowContainer = .none
        // The tint of a list is not that of the actions.
        environment.tintColor = nil
        node.updateChild(1, SwipeActions(content: self.content, actions: actions), environment: environment)
    }
}

/// The properties of the actions at an edge of a row, as hosts draw them: buttons that a swipe
/// reveals.
package struct SwipeActionsContent: Hashable, Sendable {
    package var edge: HorizontalEdge
    /// Whether a long swipe presses the first button.
    package var allowsFullSwipe: Bool
}

/// The element of the actions at an edge of a row.
private struct SwipeActions<Actions: View>: BuiltInView {
    let content: SwipeActionsContent
    let actions: Actions

    func _update(_ node: ViewNode) {
        node.show(.collection(.swipeActions(content)))
        node.updateChild(0, actions)
    }
}

extension View {
    /// Adds buttons to the row, which the user reveals by a swipe, by pointing at the row, or by
    /// moving the keyboard focus to it.
    ///
    ///     .swipeActions {
    ///         Button("Delete", role: .destructive) { delete(message) }
    ///         Button("Flag") { flag(message) }.tint(.orange)
    ///     }
    ///
    /// A button has its own tint. Without one, it is red if its role is `destructive`, and gray
    /// otherwise.
    ///
    /// Actions at the trailing edge take the place of the button Delete that `onDelete(perform:)` adds,
    /// except in edit mode. The Delete key then presses the action with the role `destructive`.
    ///
    /// - Parameters:
    ///   - edge: The edge of the row at which the buttons are.
    ///   - allowsFullSwipe: Whether a long swipe presses the first button.
    ///   - content: The buttons.
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        modified(
            SwipeActionsModifier(content: SwipeActionsContent(edge: edge, allowsFullSwipe: allowsFullSwipe), actions: content()))
    }
}

extension ElementContent {
    /// Whether the element is not a row in a list, but attached to the row before it.
    var isAttachedToRow: Bool {
        switch self {
        case .presentation(.menuOwner): false
        case .presentation, .collection(.swipeActions), .collection(.rowBackground): true
        default: false
        }
    }
}
