internal import Foundation

/// The properties of a row that modifiers set. A property is nil if no modifier sets it.
///
/// A modifier may be inside a row, or around rows: on the content of a row, on a `ForEach`, or on a
/// section. So it puts its traits into two places. The environment passes them down to the rows
/// inside; the modifier's node keeps them in its storage, where the row around it finds them
/// (``ofContent(_:)``).
struct RowTraits {
    var insets: EdgeInsets?
    var background: AnyView?
    /// The actions of modifiers around several rows, the inner ones first.
    var swipeActions: [SwipeActions<AnyView>] = []
    /// The visibility of the lines above and below the row.
    var separators: [VerticalEdge: Visibility] = [:]
    /// The colors of the lines above and below the row; an entry of nil for the host's.
    var separatorTints: [VerticalEdge: Color?] = [:]
    /// The lines above and below the section.
    var section = SectionSeparators()
    var isDeleteDisabled: Bool?
    var isMoveDisabled: Bool?
    var isSelectionDisabled: Bool?
    /// The value that identifies the row in the selection, instead of the ID of its data.
    var tag: AnyHashable?
    /// The position of the row in an outline.
    var outline: RowOutline?
    /// Opens the context menu of a row of a table.
    var openMenu: ((MenuPlacement) -> Void)?

    /// Returns the traits, with the properties that an outer modifier sets replaced by its values.
    func overridden(by outer: RowTraits) -> RowTraits {
        RowTraits(
            insets: outer.insets ?? insets, background: outer.background ?? background,
            swipeActions: swipeActions + outer.swipeActions,
            separators: separators.merging(outer.separators) { $1 },
            separatorTints: separatorTints.merging(outer.separatorTints) { $1 },
            section: section.overridden(by: outer.section),
            isDeleteDisabled: outer.isDeleteDisabled ?? isDeleteDisabled, isMoveDisabled: outer.isMoveDisabled ?? isMoveDisabled,
            isSelectionDisabled: outer.isSelectionDisabled ?? isSelectionDisabled,
            tag: outer.tag ?? tag, outline: outer.outline ?? outline, openMenu: outer.openMenu ?? openMenu)
    }

    /// Returns the traits that the modifiers between a row's nodes and the first elements below
    /// them set; nil for none.
    @MainActor
    static func ofContent(_ nodes: some Collection<ViewNode>) -> RowTraits? {
        nodes.reduce(nil) { traits, node in
            guard node.element == nil else { return traits }
            var traits = traits
            if let inner = ofContent(node.children) { traits = traits?.overridden(by: inner) ?? inner }
            if let own = of(node) { traits = traits?.overridden(by: own) ?? own }
            return traits
        }
    }

    /// Returns the traits that a modifier's node keeps; nil for other nodes.
    @MainActor
    static func of(_ node: ViewNode) -> RowTraits? {
        switch node.storage {
        case let storage as RowTraitStorage: return storage.traits
        case let tag as Tag: return RowTraits(tag: tag.value)
        default: return nil
        }
    }
}

/// The storage of a modifier's node, with its traits.
@MainActor
final class RowTraitStorage {
    var traits: RowTraits
    init(_ traits: RowTraits) { self.traits = traits }
}

/// Sets traits of the row around the content, and of the rows in it.
private struct RowTraitModifier: BuiltInModifier {
    let change: (inout RowTraits) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var own = RowTraits()
        change(&own)
        node.updateRows(content, own)
        guard node.environment.isListContent else { return }
        // A row outside a lazy `ForEach` has no `RowView` that could draw the background.
        if let background = own.background, Content._listShape == .row {
            node.updateChild(1, RowBackground(content: background))
        } else {
            node.keepChildren(1)
        }
    }
}

extension ViewNode {
    /// Updates the first child of a modifier's node with content, and sets traits of the row around it,
    /// and of the rows in it.
    func updateRows<Content: View>(_ content: Content, _ own: RowTraits) {
        if let storage = storage as? RowTraitStorage { storage.traits = own } else { storage = RowTraitStorage(own) }
        guard environment.isListContent else { return updateChild(0, content) }
        var inside = environment
        inside.rowTraits = RowTraitStorage(environment.rowTraits.map { own.overridden(by: $0.traits) } ?? own)
        updateChild(0, content, environment: inside)
    }
}

extension VerticalEdge.Set {
    /// The edges in the set.
    var members: [VerticalEdge] { VerticalEdge.allCases.filter { contains(VerticalEdge.Set($0)) } }
}

private struct RowTraitsKey: EnvironmentKey {
    static var defaultValue: RowTraitStorage? { nil }
}

extension EnvironmentValues {
    /// The traits that modifiers have set for the rows below; nil for none. A reference, because
    /// environment values are compared and traits with a view cannot be (see `ViewValue`).
    var rowTraits: RowTraitStorage? {
        get { self[RowTraitsKey.self] }
        set { self[RowTraitsKey.self] = newValue }
    }
}

extension View {
    /// Sets traits of the row around the view, or of the rows inside it.
    func rowTrait(_ change: @escaping (inout RowTraits) -> Void) -> some View { modified(RowTraitModifier(change: change)) }

    /// Draws a view behind the row; nil for the background of the list.
    public func listRowBackground<V: View>(_ view: V?) -> some View { rowTrait { $0.background = view.map { AnyView($0) } } }

    /// Sets the space around the content of the row, in points; nil for the host's choice.
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { rowTrait { $0.insets = insets } }

    /// Shows or hides the lines above and below the row. By default there is a line below it, and
    /// none above.
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
        rowTrait { for edge in edges.members { $0.separators[edge] = visibility } }
    }

    /// Sets the color of the lines above and below the row; nil for the host's choice.
    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View {
        rowTrait { for edge in edges.members { $0.separatorTints[edge] = .some(color) } }
    }

    /// Sets whether the user can delete the row.
    public func deleteDisabled(_ isDisabled: Bool) -> some View { rowTrait { $0.isDeleteDisabled = isDisabled } }

    /// Sets whether the user can move the row.
    public func moveDisabled(_ isDisabled: Bool) -> some View { rowTrait { $0.isMoveDisabled = isDisabled } }

    /// Sets whether the user can select the row. A row that cannot be selected shows no selection.
    public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
        rowTrait { $0.isSelectionDisabled = isDisabled }
    }
}
