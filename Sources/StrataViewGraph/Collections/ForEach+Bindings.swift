import Foundation

extension ForEach where Content: View {
    /// Creates a view for each element of a collection, from a binding to the element.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID, C.Element: Identifiable, C.Index: Hashable
    {
        self.init(data, id: \.id, content: content)
    }

    /// Creates a view for each element of a collection, identified by the value at a key path, from
    /// a binding to the element.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C.Index: Hashable {
        let elements = data.wrappedValue
        self.init(elements.indices.lazy.map { ($0, elements[$0][keyPath: id]) }, id: \.1) { index, _ in
            content(data.element(at: index, of: elements) { $0[keyPath: id] })
        }
    }
}

/// The actions by which the user of a list can change its collection.
public struct EditActions<Data>: OptionSet, Sendable {
    /// The actions as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension EditActions where Data: MutableCollection {
    /// Moving elements.
    public static var move: EditActions { EditActions(rawValue: 1) }
}

extension EditActions where Data: RangeReplaceableCollection {
    /// Deleting elements.
    public static var delete: EditActions { EditActions(rawValue: 2) }
}

extension EditActions where Data: MutableCollection & RangeReplaceableCollection {
    /// Moving and deleting elements.
    public static var all: EditActions { [.move, .delete] }
}

/// A collection of the indices of another one, each with the ID of its element.
public struct IndexedIdentifierCollection<Base: RandomAccessCollection, ID: Hashable>: RandomAccessCollection {
    private let base: Base
    private let id: KeyPath<Base.Element, ID>

    init(_ base: Base, id: KeyPath<Base.Element, ID>) {
        self.base = base
        self.id = id
    }

    /// An index with the ID of the element there.
    public struct Element {
        let index: Base.Index
        let id: ID
    }

    public var startIndex: Base.Index { base.startIndex }
    public var endIndex: Base.Index { base.endIndex }
    public func index(after index: Base.Index) -> Base.Index { base.index(after: index) }
    public func index(before index: Base.Index) -> Base.Index { base.index(before: index) }
    public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index { base.index(index, offsetBy: distance) }
    /// Returns the number of steps between two indices.
    public func distance(from start: Base.Index, to end: Base.Index) -> Int { base.distance(from: start, to: end) }

    /// Accesses an index with the ID of the element there.
    public subscript(position: Base.Index) -> Element { Element(index: position, id: base[position][keyPath: id]) }
}

/// The content of a row of a collection that the user of the list can change.
public struct EditableCollectionContent<Content: View, Data>: View {
    let content: Content
    /// The content of the row.
    public var body: some View { content }
}

extension ForEach where Content: View {
    /// Creates a view for each element of a collection, from a binding to the element, and lets the
    /// user of a list delete or move the elements.
    public init<C: MutableCollection & RandomAccessCollection, R: View>(
        _ data: Binding<C>, editActions: EditActions<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> R
    )
    where
        Data == IndexedIdentifierCollection<C, ID>, ID == C.Element.ID, Content == EditableCollectionContent<R, C>,
        C.Element: Identifiable, C.Index: Hashable
    {
        self.init(data, id: \.id, editActions: editActions, content: content)
    }

    /// Creates a view for each element of a collection, identified by the value at a key path, from
    /// a binding to the element, and lets the user of a list delete or move the elements.
    public init<C: MutableCollection & RandomAccessCollection, R: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> R
    )
    where Data == IndexedIdentifierCollection<C, ID>, Content == EditableCollectionContent<R, C>, C.Index: Hashable {
        let elements = data.wrappedValue
        self.init(IndexedIdentifierCollection<C, ID>(elements, id: id), id: \IndexedIdentifierCollection<C, ID>.Element.id) {
            item in
            EditableCollectionContent<R, C>(
                content: content(data.element(at: item.index, of: elements) { $0[keyPath: id] }))
        }
        if editActions.rawValue & 1 != 0 { moveAction = { data.wrappedValue.move(fromOffsets: $0, toOffset: $1) } }
        if editActions.rawValue & 2 != 0 {
            deleteAction = { offsets in
                if let rest = removing(offsets, from: data.wrappedValue) { data.wrappedValue = rest }
            }
        }
    }
}

/// Returns a collection without the elements at some offsets; nil unless the collection is a
/// `RangeReplaceableCollection`.
private func removing<C>(_ offsets: IndexSet, from collection: C) -> C? {
    func remove<R: RangeReplaceableCollection>(_ collection: R) -> R {
        var offset = -1
        return collection.filter { _ in
            offset += 1
            return !offsets.contains(offset)
        }
    }
    return (collection as? any RangeReplaceableCollection).flatMap { remove($0) as? C }
}

extension List where SelectionValue == Never {
    /// Creates a list with a row for each element, from a binding to the element. The user can
    /// delete or move rows.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, editActions: EditActions<Data>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Element: Identifiable, Data.Index: Hashable,
        Content == ForEach<
            IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID, EditableCollectionContent<RowContent, Data>
        >
    {
        self.init { ForEach(data, editActions: editActions, content: rowContent) }
    }

    /// Creates a list with a row for each element, identified by the value at a key path, from a
    /// binding to the element. The user can delete or move rows.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, editActions: EditActions<Data>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Index: Hashable,
        Content == ForEach<IndexedIdentifierCollection<Data, ID>, ID, EditableCollectionContent<RowContent, Data>>
    {
        self.init { ForEach(data, id: id, editActions: editActions, content: rowContent) }
    }
}

extension List {
    /// Creates a list with a row for each element, from a binding to the element. The user can
    /// delete or move rows, and select several.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, editActions: EditActions<Data>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Element: Identifiable, Data.Index: Hashable,
        Content == ForEach<
            IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID, EditableCollectionContent<RowContent, Data>
        >
    {
        self.init(selection: selection) { ForEach(data, editActions: editActions, content: rowContent) }
    }

    /// Creates a list with a row for each element, from a binding to the element. The user can
    /// delete or move rows, and select one.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, editActions: EditActions<Data>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Element: Identifiable, Data.Index: Hashable,
        Content == ForEach<
            IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID, EditableCollectionContent<RowContent, Data>
        >
    {
        self.init(selection: selection) { ForEach(data, editActions: editActions, content: rowContent) }
    }

    /// Creates a list with a row for each element, identified by the value at a key path, from a
    /// binding to the element. The user can delete or move rows, and select several.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, editActions: EditActions<Data>,
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Index: Hashable,
        Content == ForEach<IndexedIdentifierCollection<Data, ID>, ID, EditableCollectionContent<RowContent, Data>>
    {
        self.init(selection: selection) { ForEach(data, id: id, editActions: editActions, content: rowContent) }
    }

    /// Creates a list with a row for each element, identified by the value at a key path, from a
    /// binding to the element. The user can delete or move rows, and select one.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, editActions: EditActions<Data>,
        selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Data.Index: Hashable,
        Content == ForEach<IndexedIdentifierCollection<Data, ID>, ID, EditableCollectionContent<RowContent, Data>>
    {
        self.init(selection: selection) { ForEach(data, id: id, editActions: editActions, content: rowContent) }
    }
}
