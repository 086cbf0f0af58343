import Foundation

/// Rows for the elements of a tree. An element with children has a button that shows and hides the
/// rows of its children below it.
///
/// At first only the roots are visible. A row keeps whether it is open while it exists, and so
/// forgets it when its parent is closed.
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    /// The elements without a parent.
    private enum Roots {
        case one(Data.Element)
        case several(Data)
    }

    private let roots: Roots
    private let id: KeyPath<Data.Element, ID>
    private let children: KeyPath<Data.Element, Data?>
    private let content: (Data.Element) -> Content

    /// Creates rows for trees of elements, identified by the value at a key path.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        roots = .several(data)
        self.id = id
        self.children = children
        self.content = content
    }

    /// Creates rows for one tree, whose root is identified by the value at a key path.
    public init<DataElement>(
        _ root: DataElement, id: KeyPath<DataElement, ID>, children: KeyPath<DataElement, Data?>,
        @ViewBuilder content: @escaping (DataElement) -> Content
    ) where DataElement == Data.Element {
        roots = .one(root)
        self.id = id
        self.children = children
        self.content = content
    }

    /// Creates rows for one tree, from its identifiable root.
    public init<DataElement: Identifiable>(
        _ root: DataElement, children: KeyPath<DataElement, Data?>, @ViewBuilder content: @escaping (DataElement) -> Content
    ) where ID == DataElement.ID, DataElement == Data.Element {
        self.init(root, id: \.id, children: children, content: content)
    }

    /// Creates rows for trees of identifiable elements.
    public init(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, id: \.id, children: children, content: content)
    }

    public var body: some View {
        switch roots {
        case .one(let root): rows(root)
        case .several(let data): ForEach(data, id: id) { rows($0) }
        }
    }

    private func rows(_ root: Data.Element) -> some View {
        OutlineRows(element: root, level: 0, id: id, children: children, content: content)
    }
}

/// The button of a row in an outline that shows and hides the rows inside it.
///
/// Assistive technology and the keyboard use the row instead, which has the state of the button.
struct OutlineButton: View {
    @Binding var isExpanded: Bool

    var body: some View {
        Button {
            withAnimation { isExpanded.toggle() }
        } label: {
            DisclosureSign(isExpanded: isExpanded)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(isExpanded ? "Close" : "Open")
        .accessibilityHidden(true)
        .frame(width: 18)
    }
}

/// The row of an element, followed by those of its children while it is open.
private struct OutlineRows<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    let element: Data.Element
    let level: Int
    let id: KeyPath<Data.Element, ID>
    let children: KeyPath<Data.Element, Data?>
    let content: (Data.Element) -> Content
    @State private var isOpen = false

    var body: some View {
        let outline = RowOutline(level: level, isExpanded: element[keyPath: children] == nil ? nil : isOpen)
        HStack {
            if outline.isExpanded != nil {
                OutlineButton(isExpanded: $isOpen)
            } else {
                Spacer().frame(width: 18)
            }
            content(element)
            Spacer(minLength: 0)
        }
        .padding(.leading, CGFloat(level) * 20)
        .rowTrait {
            $0.tag = AnyHashable(element[keyPath: id])
            $0.outline = outline
        }
        if isOpen, let children = element[keyPath: children] {
            // Type-erased, because the type of this body would otherwise contain itself.
            AnyView(
                ForEach(children, id: id) {
                    OutlineRows(element: $0, level: level + 1, id: id, children: self.children, content: content)
                })
        }
    }
}
