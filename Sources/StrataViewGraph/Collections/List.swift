/// A column of rows, in sections or not, of which only those around the visible ones are made.
public struct List<Content: View>: BuiltInView {
    private let content: Content

    /// Creates a list of the rows and sections that a closure builds.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Creates a list with a row for each element of a collection of identifiable elements.
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
        content = ForEach(data, content: rowContent)
    }

    /// Creates a list with a row for each element, identified by the value at a key path.
    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        content = ForEach(data, id: id, content: rowContent)
    }

    /// Shows the list, whose rows a `ListArrangement` chooses.
    public func _update(_ node: ViewNode) {
        let rows = node.storage as? ListArrangement ?? ListArrangement(node)
        node.storage = rows
        node.show(.collection(.list), on: [EventHandler(VisibleRowsEvent.self) { [weak rows] in rows?.show($0.rows) }])
        node.arrange = { [unowned rows] in rows.arrange() }
        var environment = node.environment
        environment.pendingTraits = ElementTraits()
        environment.isListContent = true
        node.updateChild(0, content, environment: environment)
    }
}
