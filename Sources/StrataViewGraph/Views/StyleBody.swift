/// The view that a style makes, evaluated as a body: the style's dynamic properties are installed
/// before, and what it reads is observed.
struct StyleBody<Style, Content: View>: BuiltInView {
    let style: Style
    let makeContent: (Style) -> Content

    init(style: Style, makeContent: @escaping (Style) -> Content) {
        self.style = style
        self.makeContent = makeContent
    }

    static var _listShape: ListShape { Content._listShape }

    func _update(_ node: ViewNode) { node.updateComposite(style, body: makeContent) }
}
