/// The text of a value with a format.
///
/// While the user types, the field shows what is typed, whether it can be parsed or not; the binding
/// is written only with values. When the user leaves the field, a value is shown in its format
/// again, and what is none stays as it was typed. A value that the app sets replaces it.
struct ParsedValue<Value>: TextFieldValueSource {
    let value: Binding<Value>
    let format: (Value) -> String
    let parse: (String) -> Value?
    let hasFormat = true

    /// The text that the user typed, in the node's storage.
    @MainActor
    private final class Draft {
        var text: String?
        /// The binding's value after the text was written, in its format. Another one means that
        /// the app has set a value since.
        var written = ""
    }

    private func draft(of node: ViewNode) -> Draft {
        let draft = node.storage as? Draft ?? Draft()
        node.storage = draft
        return draft
    }

    func read(_ node: ViewNode) -> String {
        let draft = draft(of: node)
        let formatted = format(value.wrappedValue)
        if let text = draft.text {
            if formatted == draft.written { return text }
            draft.text = nil
        }
        return formatted
    }

    func write(_ text: String, _ node: ViewNode) {
        let draft = draft(of: node)
        if let parsed = parse(text) { value.wrappedValue = parsed }
        draft.text = text
        draft.written = format(value.wrappedValue)
    }

    func endEditing(_ node: ViewNode) {
        let draft = draft(of: node)
        guard let text = draft.text, parse(text) != nil else { return }
        draft.text = nil
        node.evaluateAgain()
    }
}
