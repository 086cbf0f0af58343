internal import Foundation

/// The properties of a row of a list, as hosts draw it.
package struct RowContent: Hashable, Sendable {
    /// Whether the user can delete the row.
    package var isDeletable = false
    /// Whether the user can move the row.
    package var isMovable = false
    /// Whether the row's children are the cells of a table.
    package var isTableRow = false
    /// Whether the row is selected; nil if it cannot be, because it has no ID of the type of the
    /// selection's values, or its list has no selection.
    package var isSelected: Bool?
    /// The space around the content; nil for the host's.
    package var insets: EdgeInsets?
    /// Whether the row has a context menu.
    package var hasMenu = false
    /// Whether the row has an action for a double click, Return or a tap.
    package var hasPrimaryAction = false
    /// The position of the row in an outline; nil for a row outside of one.
    package var outline: RowOutline?
    /// The edges without a line.
    package var hiddenSeparators: VerticalEdge.Set = []
    /// The color of the line below the row; nil for the host's.
    package var separatorTint: Color?
    /// Whether there is a line above the row.
    package var showsTopSeparator = false
    /// The color of the line above the row; nil for the host's.
    package var topSeparatorTint: Color?
    /// The items that the user can drop before or after the row; nil for none.
    package var insertion: DropProperties?

    package init() {}

    init(_ traits: RowTraits) {
        outline = traits.outline
        insets = traits.insets
        for edge in VerticalEdge.allCases where traits.separators[edge] == .hidden {
            hiddenSeparators.insert(VerticalEdge.Set(edge))
        }
        showsTopSeparator = traits.separators[.top] == .visible
        separatorTint = traits.separatorTints[.bottom] ?? nil
        topSeparatorTint = traits.separatorTints[.top] ?? nil
    }
}

/// The position of a row in an outline.
package struct RowOutline: Hashable, Sendable {
    /// The number of rows around the row.
    package var level: Int
    /// Whether the rows inside it are shown; nil for a row without rows inside.
    package var isExpanded: Bool?

    package init(level: Int, isExpanded: Bool? = nil) {
        self.level = level
        self.isExpanded = isExpanded
    }
}

/// A request of the user to delete a row.
package struct DeleteEvent: ElementEvent {
    package static let name = "delete"
    package init() {}
}

/// A request of the user to move a row before or after another one.
package struct MoveEvent: ElementEvent {
    package static let name = "move"

    /// The ID of the other row's element.
    package var row: Int
    /// Whether the row is moved after the other one.
    package var isAfter: Bool

    package init(row: Int, isAfter: Bool) {
        self.row = row
        self.isAfter = isAfter
    }

    package func identifiersExist(in graph: WindowGraph) -> Bool { graph.hasMadeElement(row) }
}

/// The actions with which the user edits a row; nil for none. On the heap, because the rows of most
/// lists have none.
@MainActor
final class RowActions {
    let delete: (() -> Void)?
    let move: ((MoveEvent) -> Void)?
    /// The types of items that can be dropped before or after the row, and the action for a drop.
    let insert: (types: DropProperties, action: (DropEvent, WindowGraph) -> Void)?

    init(
        delete: (() -> Void)?, move: ((MoveEvent) -> Void)?,
        insert: (types: DropProperties, action: (DropEvent, WindowGraph) -> Void)?
    ) {
        self.delete = delete
        self.move = move
        self.insert = insert
    }
}

/// The row of an element of a lazy ``ForEach``: its content, and a background behind it.
struct RowView<Item, Content: View>: BuiltInView {
    let item: Item
    let makeContent: (Item) -> Content
    let row: RowArranger

    /// Shows the row. The node observes the values that the closure reads.
    func _update(_ node: ViewNode) {
        let content = node.reading { makeContent(item) }
        let structure = node.graph.structure
        node.updateChild(0, content, environment: row.environments.content(of: node.environment))
        node.storage = row
        row.show(node)
        if structure != node.graph.structure { node.graph.setNeedsArrangement(node) }
    }
}

/// The environment inside the rows of a ``ForEach``, which they share.
@MainActor
final class RowEnvironments {
    private let isList: Bool
    private var last: (row: EnvironmentValues, content: EnvironmentValues)?

    /// Creates the environments of the rows of a list, or of the views of a lazy stack or grid.
    init(ofList isList: Bool) { self.isList = isList }

    /// Returns the environment inside a row.
    func content(of row: EnvironmentValues) -> EnvironmentValues {
        if let last, last.row.isIdentical(to: row) { return last.content }
        var content = row
        if isList { content = row.forRowContent } else { content.rowContainer = .none }
        last = (row, content)
        return content
    }
}

/// The storage of a row's node: the ID and the actions of the row, and the way in which its element
/// is shown.
@MainActor
final class RowArranger: ElementArranger {
    /// The ID of the row's data.
    var id: AnyHashable?
    /// The actions of the row; nil for none.
    var actions: RowActions?
    let environments: RowEnvironments
    /// The number of observations, to ignore callbacks of earlier ones.
    private var observations = 0
    /// The number of selections by the user when the row was last shown.
    private var answeredChoices = 0
    private var swipeActions = JoinedSwipeActions()

    init(_ environments: RowEnvironments) { self.environments = environments }

    /// Shows the row again, since this also runs when only a view inside was evaluated, whose
    /// modifiers may have changed the traits.
    func arrange(_ node: ViewNode) -> [Element] {
        show(node)
        return swipeActions.join(node.elementsBelow, in: node.graph)
    }

    /// Reads state for the row's element. After the next change of a value that was read, the row is
    /// shown again, and its content is not evaluated.
    private func observing<Value>(_ node: ViewNode, _ read: () -> Value) -> Value {
        observations += 1
        return trackObservation(of: read) { [weak self, weak node, observations] in
            guard let self, let node, self.observations == observations, node.isInGraph else { return false }
            node.graph.recordTransaction()
            node.graph.setNeedsArrangement(node)
            return true
        }
    }

    /// Sets the content of the row's element, the events that it handles, and the background.
    func show(_ node: ViewNode) {
        let own = RowTraits.ofContent(node.children.prefix(1))
        let around = node.environment.rowTraits?.traits
        let traits = around.map { own?.overridden(by: $0) ?? $0 } ?? own ?? RowTraits()
        let selection = node.environment.listSelection
        let id = traits.tag ?? self.id
        var shown = RowPresentation(traits, id: id, selection: selection) { observing(node) { selection?.contains(id) } }
        if shown.content.outline != nil { selection?.noteOutline?() }
        shown.content.isTableRow = node.environment.isTableContent
        shown.addHandlers(traits, id: id, actions: actions, environment: node.environment, node.graph) { [weak node] in
            node?.element
        }
        let (row, handlers) = (shown.content, shown.handlers)
        if case .collection(.row(row))? = node.element?.content {
            node.element?.handlers = handlers + (node.element?.handlers.filter { $0.name == FocusEvent.name } ?? [])
        } else {
            node.show(.collection(.row(row)), on: handlers)
        }
        if let selection {
            if selection.needsAnswer(id, isSelected: row.isSelected, after: answeredChoices) { node.sendAgain() }
            answeredChoices = selection.choiceCount
        }
        for (index, actions) in traits.swipeActions.enumerated() {
            node.updateChild(1 + index, actions, environment: node.environment.forRowContent.forSwipeActions)
        }
        let count = 1 + traits.swipeActions.count
        if let background = traits.background {
            node.updateChild(count, RowBackground(content: background))
            node.keepChildren(count + 1)
        } else {
            node.keepChildren(count)
        }
    }
}

/// The view behind a row.
struct RowBackground: BuiltInView {
    let content: AnyView

    func _update(_ node: ViewNode) {
        node.show(.collection(.rowBackground))
        node.updateChild(0, content)
    }
}

extension EnvironmentValues {
    /// The environment inside a row, without the values that apply to rows and lists.
    var forRowContent: EnvironmentValues {
        var values = self
        values.rowContainer = .none
        values.isRowContent = true
        values.endPendingTraits()
        values.rowTraits = nil
        if values.selectionMenu != nil { values.selectionMenu = nil }
        return values
    }
}

private struct IsTableContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct IsRowContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether rows belong to a table.
    var isTableContent: Bool {
        get { self[IsTableContentKey.self] }
        set { self[IsTableContentKey.self] = newValue }
    }

    /// Whether the view is in a row of a list.
    var isRowContent: Bool {
        get { self[IsRowContentKey.self] }
        set { self[IsRowContentKey.self] = newValue }
    }
}
