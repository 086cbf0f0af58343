public import Foundation

/// A view whose content comes from a collection and that can edit it.
public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Data { get }
}

/// A view for each element of a collection, known by the element's identity.
///
/// Directly in a ``List``, where each element is one row, only the rows on the screen are made; a million elements cost as much as
/// fifty, as long as the collection's `count` and single elements are cheap to read.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: BuiltInView, DynamicViewContent {
    public var data: Data
    let id: (Data.Element) -> ID
    let content: (Data.Element) -> Content
    var deleteAction: ((IndexSet) -> Void)?

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        id = { $0.id }
        self.content = content
    }

    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.data = data
        id = { $0 }
        self.content = content
    }

    /// Lets a person delete elements: in a list, each row gets a button for it and answers a swipe.
    ///
    /// - Parameter action: Called with the positions, in `data`, of the elements to delete; nil switches deleting off.
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        var view = self
        view.deleteAction = action
        return view
    }

    public static var _listShape: ListShape { .several }

    public func _update(_ node: ViewNode) {
        if node.environment.inherited.isListContent, Content._listShape == .row {
            let rows = node.storage as? LazyRows<Data, ID, Content> ?? LazyRows(node)
            node.storage = rows
            rows.update(self)
        } else {
            node.updateKeyedChildren(data.lazy.map { (id($0), content($0)) })
        }
    }
}

/// An identity among siblings. Elements that share one by mistake are told apart by their count, so that all are shown.
struct ChildKey: Hashable {
    let id: AnyHashable
    let occurrence: Int
}

/// The children of a node that are known by key.
@MainActor
private final class KeyedChildren {
    var nodes: [ChildKey: ViewNode] = [:]
}

extension ViewNode {
    /// Brings one child for each key up to date, keeping the nodes, and so the state, of keys that are there again.
    func updateKeyedChildren<ID: Hashable, Content: View>(_ views: some Sequence<(ID, Content)>) {
        let keyed = storage as? KeyedChildren ?? KeyedChildren()
        storage = keyed
        var former = keyed.nodes
        var occurrences: [ID: Int] = [:]
        keyed.nodes = [:]
        children = []
        for (id, view) in views {
            let occurrence = occurrences[id, default: 0]
            occurrences[id] = occurrence + 1
            let key = ChildKey(id: id, occurrence: occurrence)
            let child = former.removeValue(forKey: key) ?? makeChild(of: Content.self)
            child.update(with: view, environment: environment)
            keyed.nodes[key] = child
            children.append(child)
        }
        for node in former.values { node.remove() }
    }
}
