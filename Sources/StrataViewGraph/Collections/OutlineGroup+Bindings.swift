// Outlines of trees that their rows can change.

extension Binding {
    /// A binding to the value of an optional property; nil while the property is nil.
    fileprivate subscript<Subject>(unwrapping property: WritableKeyPath<Value, Subject?>) -> Binding<Subject>? {
        Binding<Subject>(self[dynamicMember: property])
    }
}

extension OutlineGroup {
    /// Creates rows for trees of elements, identified by the value at a key path, from bindings to
    /// the elements.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C> {
        self.init(
            data, id: (\Binding<C.Element>.wrappedValue).appending(path: id),
            children: \Binding<C.Element>.[unwrapping: children], content: content)
    }

    /// Creates rows for trees of identifiable elements, from bindings to the elements.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where ID == C.Element.ID, Data == Binding<C>, C.Element: Identifiable {
        self.init(data, id: \.id, children: children, content: content)
    }

    /// Creates rows for one tree, whose root is identified by the value at a key path, from
    /// bindings to the elements.
    public init<DataElement, C: MutableCollection & RandomAccessCollection>(
        _ root: Binding<DataElement>, id: KeyPath<DataElement, ID>, children: WritableKeyPath<DataElement, C?>,
        @ViewBuilder content: @escaping (Binding<DataElement>) -> Content
    ) where Data == Binding<C>, C.Element == DataElement {
        self.init(
            root, id: (\Binding<C.Element>.wrappedValue).appending(path: id),
            children: \Binding<C.Element>.[unwrapping: children], content: content)
    }

    /// Creates rows for one tree, from bindings to its identifiable root and the elements below.
    public init<DataElement, C: MutableCollection & RandomAccessCollection>(
        _ root: Binding<DataElement>, children: WritableKeyPath<DataElement, C?>,
        @ViewBuilder content: @escaping (Binding<DataElement>) -> Content
    ) where ID == C.Element.ID, Data == Binding<C>, C.Element == DataElement, DataElement: Identifiable {
        self.init(root, id: \.id, children: children, content: content)
    }
}

extension List {
    /// Creates a list of trees of identifiable elements, from bindings to the elements. The user
    /// can select several rows.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, children: WritableKeyPath<Data.Element, Data?>,
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Data.Element: Identifiable, Content == OutlineGroup<Binding<Data>, Data.Element.ID, RowContent> {
        self.init(selection: selection) { OutlineGroup(data, children: children, content: rowContent) }
    }

    /// Creates a list of trees of identifiable elements, from bindings to the elements. The user
    /// can select one row.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, children: WritableKeyPath<Data.Element, Data?>,
        selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Data.Element: Identifiable, Content == OutlineGroup<Binding<Data>, Data.Element.ID, RowContent> {
        self.init(selection: selection) { OutlineGroup(data, children: children, content: rowContent) }
    }

    /// Creates a list of trees of elements, identified by the value at a key path, from bindings
    /// to the elements. The user can select several rows.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, children: WritableKeyPath<Data.Element, Data?>,
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Content == OutlineGroup<Binding<Data>, ID, RowContent> {
        self.init(selection: selection) { OutlineGroup(data, id: id, children: children, content: rowContent) }
    }

    /// Creates a list of trees of elements, identified by the value at a key path, from bindings
    /// to the elements. The user can select one row.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, children: WritableKeyPath<Data.Element, Data?>,
        selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Content == OutlineGroup<Binding<Data>, ID, RowContent> {
        self.init(selection: selection) { OutlineGroup(data, id: id, children: children, content: rowContent) }
    }
}

extension List where SelectionValue == Never {
    /// Creates a list of trees of identifiable elements, from bindings to the elements.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>, children: WritableKeyPath<Data.Element, Data?>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Data.Element: Identifiable, Content == OutlineGroup<Binding<Data>, Data.Element.ID, RowContent> {
        self.init { OutlineGroup(data, children: children, content: rowContent) }
    }

    /// Creates a list of trees of elements, identified by the value at a key path, from bindings
    /// to the elements.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>, id: KeyPath<Data.Element, ID>, children: WritableKeyPath<Data.Element, Data?>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Content == OutlineGroup<Binding<Data>, ID, RowContent> {
        self.init { OutlineGroup(data, id: id, children: children, content: rowContent) }
    }
}
