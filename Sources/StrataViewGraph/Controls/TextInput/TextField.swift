public import Foundation

/// A field for text, or for a value with a format.
///
///     TextField("Name", text: $name)
///     TextField("Magnitude", value: $magnitude, format: .number)
///
/// A value is written whenever the text can be parsed. If it cannot, the text stays in the field,
/// and the value does not change; an optional value becomes nil.
public struct TextField<Label: View>: BuiltInView {
    private let field: TextFieldView

    init(_ field: TextFieldView) { self.field = field }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the field.
    public func _update(_ node: ViewNode) { node.updateField(field) }

    private static func kind(_ axis: Axis) -> TextFieldContent.Kind { axis == .vertical ? .lines(limit: nil) : .line }
}

extension TextField {
    /// Creates a field with a label made of views, which names it for users who do not see it.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(TextFieldView(label: .view(AnyView(label())), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a label made of views. It grows along an axis with its text: vertical
    /// adds lines, and horizontal has no effect.
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(
            TextFieldView(
                kind: Self.kind(axis), label: .view(AnyView(label())), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field for an optional value with a format, and a label made of views. The value of
    /// a text that is empty or cannot be converted is nil.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String {
        self.init(
            TextFieldView(label: .view(AnyView(label())), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for a value with a format, and a label made of views.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String {
        self.init(
            TextFieldView(label: .view(AnyView(label())), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for a value with a formatter, and a label made of views.
    public init<V>(value: Binding<V>, formatter: Formatter, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(
            TextFieldView(label: .view(AnyView(label())), prompt: prompt?.string, text: ParsedValue(value, formatter: formatter)))
    }
}

extension TextField where Label == Text {
    /// Creates a field with a localized title, which is also the prompt.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(TextFieldView(label: .string(titleKey.string), text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title, which is also the prompt.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(TextFieldView(label: .string(String(title)), text: StringValue(text: text)))
    }

    /// Creates a field with a localized title, and a prompt.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(TextFieldView(label: .string(titleKey.string), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title, and a prompt.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
        self.init(TextFieldView(label: .string(String(title)), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a localized title. It grows along an axis with its text.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        self.init(TextFieldView(kind: Self.kind(axis), label: .string(titleKey.string), text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title. It grows along an axis with its text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {
        self.init(TextFieldView(kind: Self.kind(axis), label: .string(String(title)), text: StringValue(text: text)))
    }

    /// Creates a field with a localized title and a prompt. It grows along an axis with its text.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(
            TextFieldView(
                kind: Self.kind(axis), label: .string(titleKey.string), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a string as its title and a prompt. It grows along an axis with its
    /// text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(
            TextFieldView(
                kind: Self.kind(axis), label: .string(String(title)), prompt: prompt?.string, text: StringValue(text: text)))
    }

    /// Creates a field with a localized title, and an action for the Return key.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(TextFieldView(label: .string(titleKey.string), text: StringValue(text: text), commit: onCommit))
    }

    /// Creates a field with a string as its title, and an action for the Return key.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(TextFieldView(label: .string(String(title)), text: StringValue(text: text), commit: onCommit))
    }

    /// Creates a field with a localized title, and an action for the beginning and the end of
    /// editing.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void) {
        self.init(TextFieldView(label: .string(titleKey.string), text: StringValue(text: text), editingChanged: onEditingChanged))
    }

    /// Creates a field with a string as its title, and an action for the beginning and the end of
    /// editing.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void) {
        self.init(TextFieldView(label: .string(String(title)), text: StringValue(text: text), editingChanged: onEditingChanged))
    }

    /// Creates a field with a localized title, and actions for editing and the Return key.
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(titleKey.string), text: StringValue(text: text), editingChanged: onEditingChanged, commit: onCommit
            ))
    }

    /// Creates a field with a string as its title, and actions for editing and the Return key.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(String(title)), text: StringValue(text: text), editingChanged: onEditingChanged, commit: onCommit))
    }
}
