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
        case automatic, plain, roundedBorder, squareBorder
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
    /// The rewrites of the text by the app, over which edits of the user are rebased.
    package var rewrites = TextRewrites()

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

extension TextFieldContent {
    /// Continues the revisions of the content that the host has. Equal strings may consist of other
    /// characters, and their lengths differ.
    fileprivate mutating func rewrite(_ former: TextFieldContent) {
        rewrites = former.rewrites
        guard !text.utf16.elementsEqual(former.text.utf16) else { return }
        rewrites.record(from: Array(former.text.utf16), to: Array(text.utf16))
    }
}

extension CodingUserInfoKey {
    /// The beginning of a text that a host received in several messages. The payload of the last
    /// message has its end.
    package static let textBefore = CodingUserInfoKey(rawValue: "Strata.textBefore")!
}

/// The text that the user has typed into a field: an edit, or the whole text.
package struct TypedText: Codable, Hashable, Sendable {
    /// The text that was inserted, or the whole text.
    package var text: String
    /// The place of an edit; nil for a whole text.
    package var range: Range?

    /// The range that an edit replaces, in UTF-16 code units.
    package struct Range: Codable, Hashable, Sendable {
        /// The start of the range.
        package var at: Int
        /// The length of the range.
        package var removed: Int
        /// The length of the text before the edit.
        package var length: Int
        /// The revision of the text (``TextRewrites``).
        package var revision: Int

        package init(at: Int, removed: Int, length: Int, revision: Int) {
            (self.at, self.removed, self.length, self.revision) = (at, removed, length, revision)
        }
    }

    package init(text: String, range: Range? = nil) { (self.text, self.range) = (text, range) }

    private enum CodingKeys: CodingKey {
        case text, at
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = try decoder.textBefore + values.decode(String.self, forKey: .text)
        guard values.contains(.at) else { return }
        let range = try Range(from: decoder)
        guard range.at >= 0, range.removed >= 0, range.length >= range.at, range.removed <= range.length - range.at else {
            throw DecodingError.dataCorruptedError(forKey: .at, in: values, debugDescription: "The range is outside of its text.")
        }
        self.range = range
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .text)
        try range?.encode(to: encoder)
    }
}

extension TextFieldContent {
    /// Changes the text as the browser has changed it already. Returns whether the browser needs the
    /// result.
    mutating func type(_ typed: TypedText) -> Bool {
        guard let range = typed.range else {
            text = typed.text
            rewrites.replaceText()
            return false
        }
        var units = Array(text.utf16)
        let edit = TextChange(
            at: range.at, removing: range.removed, inserting: Array(typed.text.utf16), inLength: range.length)
        let isNeeded = rewrites.apply(edit, of: range.revision, to: &units)
        text = String(decoding: units, as: UTF16.self)
        return isNeeded
    }
}

/// A text that the user has typed into a field.
package struct InputEvent: ElementEvent {
    package static let name = "input"

    package var typed: TypedText

    package init(_ typed: TypedText) { self.typed = typed }
    package init(text: String) { self.init(TypedText(text: text)) }
    package init(from decoder: any Decoder) throws { typed = try TypedText(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try typed.encode(to: encoder) }
}

/// A text that the user has typed into a field for several lines.
package struct EditEvent: ElementEvent {
    package static let name = "edit"

    package var typed: TypedText

    package init(_ typed: TypedText) { self.typed = typed }
    package init(text: String) { self.init(TypedText(text: text)) }
    package init(from decoder: any Decoder) throws { typed = try TypedText(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try typed.encode(to: encoder) }
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
/// The browser shows each character at once and reports the edit. The handler records the edited
/// text as the content of the element, because it is what the host shows now. Then it writes the
/// binding and evaluates the view again. If the text of the binding is the typed one, the content
/// is equal and nothing is sent, so that a slow connection does not disturb further typing. If the
/// binding rejected or changed the text, the content differs and the browser gets the text of the
/// binding. ``TextRewrites`` describes what happens if the user has typed meanwhile.
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
        let type: @MainActor (TypedText) -> Void = { [text, weak node] typed in
            guard let node, case .control(.textField(var shown))? = node.element?.content else { return }
            // The host shows the typed text, so a text is sent only if the app makes a different
            // one.
            let before = shown.text
            let isNeeded = shown.type(typed)
            node.element?.content = .control(.textField(shown))
            // The user may have typed before the browser showed the field as disabled. The app may
            // have shortened a long text while the user typed. Then its text remains. So it does if
            // the app has removed what an edit removes: a field with a format shows less than its
            // value, and would write what it shows.
            let isChanged = !shown.text.utf16.elementsEqual(before.utf16)
            if isChanged, content.isEnabled, content.allows(shown.text) { text.write(shown.text, node) }
            // A binding that rejects or changes the typed text may change no state, so nothing else
            // would update the field.
            node.evaluateAgain()
            if isNeeded { node.sendAgain() }
        }
        let input =
            content.hasLines
            ? EventHandler(EditEvent.self) { type($0.typed) } : EventHandler(InputEvent.self) { type($0.typed) }
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
        var content = TextFieldContent(
            kind: kind, appearance: environment.textFieldAppearance, label: name, prompt: prompt ?? name,
            text: node.reading { text.read(node) }, isEnabled: environment.isEnabled, size: environment.controlSize,
            traits: environment.textInputTraits, style: environment.textStyle,
            hidesBackground: self.kind == .editor && !environment.showsScrollContentBackground)
        if case .control(.textField(let shown))? = node.element?.content { content.rewrite(shown) }
        return content
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
