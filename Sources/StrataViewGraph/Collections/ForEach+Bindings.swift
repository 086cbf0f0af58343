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
