/// A view that a closure makes of an element of a collection, such as a child of a ``ForEach``. The
/// node observes the values that the closure reads, and a change of one evaluates this view only.
struct DeferredView<Item, Content: View>: BuiltInView {
    let item: Item
    let makeContent: (Item) -> Content

    static var _listShape: ListShape { Content._listShape }
    static var _evaluation: _ViewEvaluation { .drawing }

    /// Whether a view with the same bytes has the same content. If the element refers to an object,
    /// the closure may read values of the object that have changed and are not observed.
    static var isComparable: Bool { _isPOD(Item.self) }

    func _update(_ node: ViewNode) { node.updateChild(0, node.reading { makeContent(item) }) }
}
