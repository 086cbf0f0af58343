/// A text field as hosts draw it.
package struct TextFieldContent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// One line.
        case line
        /// One line whose characters are not shown.
        case secure
        /// One line for a search, with the ID of the element of its suggestions while there are
        /// any.
        case search(listbox: Int?)
        /// As many lines as the text needs, up to a number.
        case lines(limit: Int?)
        /// All of the available space.
        case editor
    }

    package enum Appearance: Hashable, Sendable {
        case automatic, plain, roundedBorder
    }

    package var kind = Kind.line
    package var appearance = Appearance.automatic
    package var label: String
    package var prompt: String
    package var text: String
    package var isEnabled: Bool
    package var size = ControlSize.regular
    package var traits = TextInputTraits()
    package var style = TextStyle()
    /// Whether the field has no background, as `scrollContentBackground(.hidden)` says of an editor.
    package var hidesBackground = false

    /// Whether the text may have several lines.
    package var hasLines: Bool {
        switch kind {
        case .line, .secure, .search: false
        case .lines, .editor: true
        }
    }

    /// The maximum length of a text that the user types, in UTF-16 code units, which browsers count.
    /// An app may process the text of one line once per row, for example in a filter.
    package var longestText: Int { hasLines ? Self.longestTextOfLines : 10_000 }
    package static let longestTextOfLines = 100_000

    /// Returns whether the user can have typed a text. A longer text of the app is not cut: the user
    /// can shorten it.
    package func allows(_ typed: String) -> Bool { typed.utf16.count <= max(longestText, text.utf16.count) }
}

extension CodingUserInfoKey {
    /// The beginning of a text that a host received in several messages. The payload of the last
    /// message has its end.
    package static let textBefore = CodingUserInfoKey(rawValue: "Strata.textBefore")!
}

/// The text that the user typed into a field.
package struct InputEvent: ElementEvent {
    package static let name = "input"

    package var text: String

    package init(text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = try decoder.textBefore + values.decode(String.self, forKey: .text)
    }
}

/// The text that the user typed into a field for several lines.
package struct EditEvent: ElementEvent {
    package static let name = "edit"

    package var text: String

    package init(text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = try decoder.textBefore + values.decode(String.self, forKey: .text)
    }
}

extension Decoder {
    fileprivate var textBefore: String { userInfo[.textBefore] as? String ?? "" }
}

/// A press of Return in a text field.
package struct SubmitEvent: ElementEvent {
    package static let name = "submit"
    package init() {}
}

/// The field of every view for text input, with the text of a binding.
///
/// # Typing
///
/// The browser shows each character at once and reports the whole text. The handler records that
/// text as the content of the element, because it is what the host shows now. Then it writes the
/// binding and evaluates the view again. If the text of the binding is the typed one, the content
/// is equal and nothing is sent, so that a slow connection does not disturb further typing. If the
/// binding rejected or changed the text, the content differs and the browser gets the text of the
/// binding.
struct TextFieldView: BuiltInView {
    var kind = TextFieldContent.Kind.line
    let label: TextFieldLabel
    var prompt: String?
    let text: TextFieldValue
    var editingChanged: ((Bool) -> Void)?
    var commit: () -> Void = {}
    var trigger = SubmitTriggers.text

    func _update(_ node: ViewNode) {
        let content = makeContent(node)
        let type: @MainActor (String) -> Void = { [text, weak node] typed in
            // The user may have typed before the browser showed the field as disabled.
            guard content.isEnabled, let node else { return }
            // The host shows the typed text, so a text is sent only if the app makes a different
            // one.
            var shown = content
            shown.text = typed
            node.element?.content = .control(.textField(shown))
            // The app may have shortened a long text while the user typed. Then its text remains.
            if content.allows(typed) { text.write(typed, node) }
            // A binding that rejects or changes the typed text may change no state, so nothing else
            // would update the field.
            node.evaluateAgain()
        }
        let input =
            content.hasLines
            ? EventHandler(EditEvent.self) { type($0.text) } : EventHandler(InputEvent.self) { type($0.text) }
        let submit = EventHandler(SubmitEvent.self) { [commit, text, trigger, weak node] _ in
            guard content.isEnabled, let node else { return }
            text.endEditing(node)
            commit()
            for action in node.environment.submitActions.reversed() where action.triggers.contains(trigger) { action.perform() }
        }
        let focus = EventHandler(FocusEvent.self) { [editingChanged, text, weak node] event in
            guard let node else { return }
            if !event.isFocused { text.endEditing(node) }
            editingChanged?(event.isFocused)
        }
        let reportsFocus = text.hasFormat || editingChanged != nil
        node.show(.control(.textField(content)), on: reportsFocus ? [input, submit, focus] : [input, submit])
    }

    private func makeContent(_ node: ViewNode) -> TextFieldContent {
        let environment = node.environment
        let name = label.name(in: node)
        var kind = kind
        if case .lines = kind { kind = .lines(limit: environment.lineLimit) }
        return TextFieldContent(
            kind: kind, appearance: environment.textFieldAppearance, label: name, prompt: prompt ?? name,
            text: node.reading { text.read(node) }, isEnabled: environment.isEnabled, size: environment.controlSize,
            traits: environment.textInputTraits, style: environment.textStyle,
            hidesBackground: self.kind == .editor && !environment.showsScrollContentBackground)
    }
}

/// The label of a text field. The host does not draw it: it is the accessibility label of the
/// field, and the prompt if there is no other.
enum TextFieldLabel {
    case string(String)
    case view(AnyView)

    /// Returns the text of the label. A view is evaluated below the field's node, and not shown.
    @MainActor
    func name(in node: ViewNode) -> String {
        switch self {
        case .string(let string): return string
        case .view(let view):
            node.updateChild(0, view)
            let name = node.words
            // State inside the label may change its text without an evaluation of this node.
            node.arrange = { [unowned node] in
                if node.words != name { node.evaluateAgain() }
                return []
            }
            return name
        }
    }
}

extension ViewNode {
    /// The texts of the nodes below, in order, separated by spaces.
    var words: String { children.map(\.ownWords).filter { !$0.isEmpty }.joined(separator: " ") }

    /// The accessibility label of the node's element, or its text, or the texts of the nodes below.
    var ownWords: String {
        if let label = element?.traits.label { return label }
        if case .text(let text)? = element?.content { return text.runs.words }
        return words
    }
}

/// The source of a field's text: a string, or a value with a format.
@MainActor
protocol TextFieldValueSource {
    /// Whether the text may change when editing ends, because it is formatted.
    var hasFormat: Bool { get }
    /// Returns the text to show. The node observes the state that it reads.
    func read(_ node: ViewNode) -> String
    /// Writes the text that the user typed.
    func write(_ text: String, _ node: ViewNode)
    /// Called when the user presses Return or leaves the field.
    func endEditing(_ node: ViewNode)
}

typealias TextFieldValue = any TextFieldValueSource

/// The text of a binding to a string.
struct StringValue: TextFieldValueSource {
    let text: Binding<String>
    let hasFormat = false

    func read(_ node: ViewNode) -> String { text.wrappedValue }
    func write(_ text: String, _ node: ViewNode) { self.text.wrappedValue = text }
    func endEditing(_ node: ViewNode) {}
}
