/// A field for a password or another secret, whose characters are not shown.
public struct SecureField<Label: View>: BuiltInView {
    private let field: TextFieldView

    private init(_ field: TextFieldView) { self.field = field }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the field.
    public func _update(_ node: ViewNode) { node.updateField(field) }

    /// Creates a field with a label made of views, which names it for users who do not see it.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(
            TextFieldView(
                kind: .secure, label: .view(AnyView(label())), prompt: prompt?.string, text: StringValue(text: text)))
    }
}

extension SecureField where Label == Text {
    /// Creates a field with a localized title, which is also the prompt.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(TextFieldView(kind: .secure, label: .string(titleKey.string), text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title, which is also the prompt.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(TextFieldView(kind: .secure, label: .string(String(title)), text: StringValue(text: text)))
    }

    /// Creates a field with a localized title, and a prompt.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(
            TextFieldView(kind: .secure, label: .string(titleKey.string), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title, and a prompt.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
        self.init(
            TextFieldView(kind: .secure, label: .string(String(title)), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a localized title, and an action for the Return key.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(TextFieldView(kind: .secure, label: .string(titleKey.string), text: StringValue(text: text), commit: onCommit))
    }

    /// Creates a field with a string as its title, and an action for the Return key.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(TextFieldView(kind: .secure, label: .string(String(title)), text: StringValue(text: text), commit: onCommit))
    }
}
