/// The text of a value with a format, in the language of the field's environment.
///
/// A field with a format has two texts: the draft that the user typed, and the formatted value of
/// the binding. While the user types, the field shows the draft, because a formatted "1.50" in
/// place of "1.5" would move the cursor. Whenever the draft can be parsed, its value is written to
/// the binding.
///
/// When editing ends, a draft that can be parsed is dropped, so that the field shows the formatted
/// value. A draft that cannot be parsed stays in the field, so that the user can correct it, and
/// the binding keeps its last value, or has nil if its value is optional. A value that the app sets
/// meanwhile replaces either draft: the draft remembers the formatted value after its own write, and
/// a different one comes from the app.
struct ParsedValue<Value>: TextFieldValueSource {
    let value: Binding<Value>
    /// Returns the text of a value in the language of an environment.
    let format: (Value, EnvironmentValues) -> String
    /// Returns the value of a text in the language of an environment; nil if it cannot be parsed.
    let parse: (String, EnvironmentValues) -> Value?
    /// The value of a text that cannot be parsed; nil to keep the last value.
    var invalid: Value?
    let hasFormat = true

    /// The text that the user typed, in the node's storage.
    @MainActor
    private final class Draft {
        /// The text; nil while the field shows the formatted value.
        var text: String?
        /// The formatted value of the binding right after the text was written. If the current one
        /// differs, the app has set a value since.
        var written = ""
    }

    private func draft(of node: ViewNode) -> Draft {
        let draft = node.storage as? Draft ?? Draft()
        node.storage = draft
        return draft
    }

    func read(_ node: ViewNode) -> String {
        let draft = draft(of: node)
        let formatted = format(value.wrappedValue, node.environment)
        if let text = draft.text {
            if formatted == draft.written { return text }
            draft.text = nil
        }
        return formatted
    }

    func write(_ text: String, _ node: ViewNode) {
        let draft = draft(of: node)
        if let parsed = parse(text, node.environment) ?? invalid { value.wrappedValue = parsed }
        draft.text = text
        draft.written = format(value.wrappedValue, node.environment)
    }

    func endEditing(_ node: ViewNode) {
        let draft = draft(of: node)
        guard let text = draft.text, parse(text, node.environment) != nil else { return }
        draft.text = nil
        node.evaluateAgain()
    }
}
