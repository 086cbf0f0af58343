/// A view that a closure makes, such as a row of a ``ForEach``. The node observes the values that
/// the closure reads, and a change of one evaluates this view only.
struct DeferredView<Content: View>: BuiltInView {
    let makeContent: () -> Content

    static var _listShape: ListShape { Content._listShape }

    func _update(_ node: ViewNode) { node.updateChild(0, node.reading(makeContent)) }
}
