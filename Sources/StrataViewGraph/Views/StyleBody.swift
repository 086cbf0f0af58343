/// A view that a style makes. The style is evaluated like a view with a body: its dynamic
/// properties are installed first, and the values that it reads are observed.
struct StyleBody<Style, Content: View>: BuiltInView {
    let style: Style
    let makeContent: (Style) -> Content

    init(style: Style, makeContent: @escaping (Style) -> Content) {
        self.style = style
        self.makeContent = makeContent
    }

    static var _listShape: ListShape { Content._listShape }
    static var _evaluation: _ViewEvaluation { .drawing }

    func _update(_ node: ViewNode) { node.updateComposite(style, body: makeContent) }
}
