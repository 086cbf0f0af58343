public import Foundation

extension TextField where Label == Text {
    /// Creates a field for an optional value with a format, and a localized title. The value of a
    /// text that is empty or cannot be converted is nil.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(
            TextFieldView(label: .string(titleKey.string), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for an optional value with a format, and a string as its title. The value of
    /// a text that is empty or cannot be converted is nil.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(TextFieldView(label: .string(String(title)), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for a value with a format, and a localized title.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(
            TextFieldView(label: .string(titleKey.string), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for a value with a format, and a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(TextFieldView(label: .string(String(title)), prompt: prompt?.string, text: ParsedValue(value, format: format)))
    }

    /// Creates a field for a value with a formatter, and a localized title.
    public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter) {
        self.init(TextFieldView(label: .string(titleKey.string), text: ParsedValue(value, formatter: formatter)))
    }

    /// Creates a field for a value with a formatter, and a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, V>(_ title: S, value: Binding<V>, formatter: Formatter) {
        self.init(TextFieldView(label: .string(String(title)), text: ParsedValue(value, formatter: formatter)))
    }

    /// Creates a field for a value with a formatter, a localized title, and a prompt.
    public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, prompt: Text?) {
        self.init(
            TextFieldView(label: .string(titleKey.string), prompt: prompt?.string, text: ParsedValue(value, formatter: formatter))
        )
    }

    /// Creates a field for a value with a formatter, a string as its title, and a prompt.
    @_disfavoredOverload
    public init<S: StringProtocol, V>(_ title: S, value: Binding<V>, formatter: Formatter, prompt: Text?) {
        self.init(
            TextFieldView(label: .string(String(title)), prompt: prompt?.string, text: ParsedValue(value, formatter: formatter)))
    }

    /// Creates a field for a value with a formatter, a localized title, and an action for the
    /// Return key.
    public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, onCommit: @escaping () -> Void) {
        self.init(
            TextFieldView(label: .string(titleKey.string), text: ParsedValue(value, formatter: formatter), commit: onCommit))
    }

    /// Creates a field for a value with a formatter, a string as its title, and an action for the
    /// Return key.
    @_disfavoredOverload
    public init<S: StringProtocol, V>(_ title: S, value: Binding<V>, formatter: Formatter, onCommit: @escaping () -> Void) {
        self.init(TextFieldView(label: .string(String(title)), text: ParsedValue(value, formatter: formatter), commit: onCommit))
    }

    /// Creates a field for a value with a formatter, a localized title, and an action for editing.
    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, onEditingChanged: @escaping (Bool) -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(titleKey.string), text: ParsedValue(value, formatter: formatter), editingChanged: onEditingChanged)
        )
    }

    /// Creates a field for a value with a formatter, a string as its title, and an action for
    /// editing.
    @_disfavoredOverload
    public init<S: StringProtocol, V>(
        _ title: S, value: Binding<V>, formatter: Formatter, onEditingChanged: @escaping (Bool) -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(String(title)), text: ParsedValue(value, formatter: formatter), editingChanged: onEditingChanged))
    }

    /// Creates a field for a value with a formatter, a localized title, and actions for editing and
    /// Return.
    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(titleKey.string), text: ParsedValue(value, formatter: formatter), editingChanged: onEditingChanged,
                commit: onCommit))
    }

    /// Creates a field for a value with a formatter, a string as its title, and actions for editing
    /// and Return.
    @_disfavoredOverload
    public init<S: StringProtocol, V>(
        _ title: S, value: Binding<V>, formatter: Formatter, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void
    ) {
        self.init(
            TextFieldView(
                label: .string(String(title)), text: ParsedValue(value, formatter: formatter), editingChanged: onEditingChanged,
                commit: onCommit))
    }
}
