/// Adds actions after the content of a row, which the list attaches to the row. Around several rows,
/// as on a `ForEach`, adds them to each row by its traits.
private struct SwipeActionsModifier<Actions: View>: BuiltInModifier {
    let content: SwipeActionsContent
    let actions: Actions

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if node.environment.isListContent, Content._listShape != .row {
            var own = RowTraits()
            own.swipeActions = [SwipeActions(content: self.content, actions: AnyView(actions))]
            node.updateRows(content, own)
            return node.keepChildren(1)
        }
        // A node with row traits is collected as one run, so that the list finds the content's row
        // before the actions (`ListArrangement.append`).
        node.storage = node.storage ?? RowTraitStorage(RowTraits())
        node.updateChild(0, content, environment: node.environment)
        let actions = SwipeActions(content: self.content, actions: self.actions)
        node.updateChild(1, actions, environment: node.environment.forSwipeActions)
    }
}

extension EnvironmentValues {
    /// The environment inside the actions of a row.
    var forSwipeActions: EnvironmentValues {
        var values = self
        values.rowContainer = .none
        // The tint of a list is not that of the actions.
        values.tintColor = nil
        return values
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
struct SwipeActions<Actions: View>: BuiltInView {
    let content: SwipeActionsContent
    let actions: Actions

    func _update(_ node: ViewNode) {
        let former = node.element?.content
        node.show(.collection(.swipeActions(content)))
        // The row may have joined the actions with others at the edge.
        if let former, former != node.element?.content, let row = node.parent?.container {
            node.graph.setNeedsArrangement(row)
        }
        node.updateChild(0, actions)
    }
}

/// The elements around the actions of several modifiers at one edge of a row, which hosts draw as
/// those of one modifier.
@MainActor
struct JoinedSwipeActions {
    private var elements: [HorizontalEdge: Element] = [:]

    /// Returns the elements of a row, with an element around the actions at each edge that has those
    /// of several modifiers. The inner modifier comes first, and decides on the full swipe.
    mutating func join(_ row: [Element], in graph: WindowGraph) -> [Element] {
        let former = elements
        elements = [:]
        var joined = row
        for edge in HorizontalEdge.allCases {
            let actions = row.filter { $0.swipeActions?.edge == edge }
            guard actions.count > 1, let content = actions[0].swipeActions else { continue }
            let element = former[edge] ?? graph.makeElement(.collection(.swipeActions(content)))
            elements[edge] = element
            graph.set(element, content: .collection(.swipeActions(content)), traits: ElementTraits())
            graph.setChildren(of: element, to: actions)
            joined.removeAll { $0.swipeActions?.edge == edge }
            joined.append(element)
        }
        return joined
    }
}

extension Element {
    /// The properties of the element as actions at an edge of a row; nil for other elements.
    fileprivate var swipeActions: SwipeActionsContent? {
        if case .collection(.swipeActions(let actions)) = content { actions } else { nil }
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
    /// Around several rows, as on a `ForEach`, the modifier adds the buttons to each row.
    ///
    /// Several modifiers at one edge add up. The buttons of the inner one are closer to the edge, and a
    /// long swipe presses the first of them, if that modifier allows it.
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
