/// The view that a closure makes, such as a row of a ``ForEach``: what the closure reads is
/// observed, and a change evaluates this view only.
struct DeferredView<Content: View>: BuiltInView {
    let makeContent: () -> Content

    static var _listShape: ListShape { Content._listShape }

    func _update(_ node: ViewNode) { node.updateChild(0, node.reading(makeContent)) }
}
