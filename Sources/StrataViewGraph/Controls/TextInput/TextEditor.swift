/// A field for several lines of text, which scrolls.
public struct TextEditor: BuiltInView {
    private let text: Binding<String>

    /// Creates an editor of a binding's text.
    public init(text: Binding<String>) { self.text = text }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the editor.
    public func _update(_ node: ViewNode) {
        let field = TextFieldView(kind: .editor, label: .string(""), text: StringValue(text: text))
        var environment = node.environment
        environment.textFieldAppearance = environment.textEditorAppearance
        node.updateChild(0, field, environment: environment)
    }
}
