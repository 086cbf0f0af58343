public import Foundation

/// A view that makes its content from a collection, whose elements the user can delete and move.
public protocol DynamicViewContent: View {
    /// The type of the collection.
    associatedtype Data: Collection

    /// The collection.
    var data: Data { get }

    /// Returns the view with actions for the user's edits.
    func _editing(_ edits: _RowEdits) -> Self
}

/// The actions for edits of the user. A property of nil keeps the action that the view has;
/// `.some(nil)` removes it.
public struct _RowEdits {
    var delete: ((IndexSet) -> Void)??
    var move: ((IndexSet, Int) -> Void)??
    var insertion: RowInsertion?
}

extension DynamicViewContent {
    /// Lets the user delete elements. In a list, each row has a delete button and responds to a
    /// swipe.
    ///
    /// - Parameter action: Called with the offsets, in `data`, of the elements to delete; nil
    ///   disables deleting.
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        _editing(_RowEdits(delete: .some(action)))
    }

    /// Lets the user move elements. In a list, rows can be dragged, and moved by Alt with the up
    /// and down arrow keys.
    ///
    /// - Parameter action: Called with the offsets, in `data`, of the elements to move, and the
    ///   offset before which they are moved; nil disables moving.
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
        _editing(_RowEdits(move: .some(action)))
    }
}

/// A view for each element of a collection, identified by the element's ID.
///
/// The state of a view belongs to the ID of its element, so it moves with the element when the
/// collection is sorted.
///
/// Directly in a ``List``, a `ForEach` whose content is exactly one row creates only the rows near
/// the visible ones: an update evaluates as many views for a million elements as for a hundred. See
/// `ListArrangement`.
@MainActor @preconcurrency
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The collection, whose order is the order of the views.
    public var data: Data
    let id: (Data.Element) -> ID
    let content: (Data.Element) -> Content
    var deleteAction: ((IndexSet) -> Void)?
    var moveAction: ((IndexSet, Int) -> Void)?
    var insertion: RowInsertion?

    init(data: Data, id: @escaping (Data.Element) -> ID, content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = id
        self.content = content
    }
}

extension ForEach where Content: View {
    /// Creates a view for each element, identified by the value at a key path.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    /// Creates a view for each element of a collection of identifiable elements.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        id = { $0.id }
        self.content = content
    }

    /// Creates a view for each number of a range.
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.data = data
        id = { $0 }
        self.content = content
    }
}

extension ForEach: View, BuiltInView, DynamicViewContent where Content: View {
    /// Returns the view with actions for the user's edits.
    public func _editing(_ edits: _RowEdits) -> Self {
        var view = self
        if let delete = edits.delete { view.deleteAction = delete }
        if let move = edits.move { view.moveAction = move }
        if let insertion = edits.insertion { view.insertion = insertion }
        return view
    }

    /// Any number of rows.
    public static var _listShape: ListShape { .several }

    /// Updates one child for each element. Directly in a list, a lazy stack or a lazy grid, where
    /// each element is one row or one section, keeps the value instead, from which the list creates
    /// what is visible.
    ///
    /// The node observes the collection. The body that made the view may have passed a binding on
    /// without reading it.
    public func _update(_ node: ViewNode) {
        let shape = lazyShape(in: node.environment.rowContainer)
        if case .several = shape {
            let items = node.reading { presentView().data.map { (id($0), $0) } }
            return node.updateKeyedChildren(
                items.lazy.map { id, item in (id, DeferredView(item: item, makeContent: content)) },
                edits: _RowEdits(delete: deleteAction, move: moveAction, insertion: insertion),
                areCompared: DeferredView<Data.Element, Content>.isComparable)
        }
        let view = node.reading { presentView() }
        switch shape {
        case .row, .several: view.showRows(node, ofElement: 1)
        case .rows(let count): view.showRows(node, ofElement: count)
        case .section:
            let sections = node.storage as? LazySections<Data, ID, Content> ?? LazySections(node)
            node.storage = sections
            sections.update(view)
        }
    }
}

extension ForEach where Content: View {
    /// Returns the view with the collection as it is now: with a snapshot of a binding's value. Reads
    /// the bounds of any other collection.
    private func presentView() -> Self {
        guard let bindings = data as? any BindingCollection else {
            _ = (data.startIndex, data.endIndex)
            return self
        }
        var view = self
        if let data = snapshot(of: bindings) { view.data = data }
        return view
    }

    private func snapshot<Bindings: BindingCollection>(of bindings: Bindings) -> Data? {
        guard let id = id as? (Bindings.Element) -> ID else { return nil }
        return bindings.snapshot(identifiedBy: id) as? Data
    }

    /// Returns the number of rows of each element in a container; several if they are not lazy
    /// there.
    private func lazyShape(in container: RowContainer) -> ListShape {
        if container == .none { return .several }
        let shape = Content._listShape
        // In a list, the rows of an element would have the same actions and the same selection.
        if case .rows = shape, container == .list { return .several }
        return shape
    }

    /// Keeps the value for the list, which creates the rows that are visible.
    private func showRows(_ node: ViewNode, ofElement count: Int) {
        let rows = node.storage as? LazyRows<Data, ID, Content> ?? LazyRows(node, rowsOfElement: count)
        node.storage = rows
        rows.update(self)
    }
}
