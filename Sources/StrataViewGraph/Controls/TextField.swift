/// A field for one line of text.
public struct TextField<Label: View>: BuiltInView {
    private let label: String
    private let prompt: String?
    private let text: Binding<String>

    /// Shows the field with the binding's text, which it observes.
    public func _update(_ node: ViewNode) {
        let content = TextFieldContent(
            label: label, prompt: prompt ?? label, text: node.reading { text.wrappedValue },
            isEnabled: node.environment.isEnabled)
        let input = EventHandler(InputEvent.self) { [text, weak node] event in
            // Text typed before the field was disabled arrives too late and is dropped.
            guard content.isEnabled else { return }
            // The browser shows the typed text already. Only a different text that the app made of
            // it is sent back.
            var shown = content
            shown.text = event.text
            node?.element?.content = .control(.textField(shown))
            text.wrappedValue = event.text
            // A binding that rejects or changes the typed text may change no state, so nothing else
            // would update the field.
            node?.evaluateAgain()
        }
        let submit = EventHandler(SubmitEvent.self) { [weak node] _ in
            if content.isEnabled { node?.environment.submitAction?() }
        }
        node.show(.control(.textField(content)), on: [input, submit])
    }
}

extension TextField where Label == Text {
    /// Creates a field with a localized title, which is also the prompt unless one is given.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        label = titleKey.string
        self.prompt = prompt?.string
        self.text = text
    }

    /// Creates a field with a string as its title, which is also the prompt unless one is given.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        label = String(title)
        self.prompt = prompt?.string
        self.text = text
    }
}

/// The text that the user typed into a field.
package struct InputEvent: ElementEvent {
    package static let name = "input"
    /// The maximum length of the text, in characters: an app may process the text once per row, for
    /// example in a filter.
    package static let longestText = 10_000

    package var text: String

    package init(text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = String(try values.decode(String.self, forKey: .text).prefix(Self.longestText))
    }
}

/// A press of Return in a text field.
package struct SubmitEvent: ElementEvent {
    package static let name = "submit"
    package init() {}
}

private struct SubmitActionKey: EnvironmentKey {
    static var defaultValue: (() -> Void)? { nil }
}

extension EnvironmentValues {
    /// Called when the user presses Return in a text field.
    var submitAction: (() -> Void)? {
        get { self[SubmitActionKey.self] }
        set { self[SubmitActionKey.self] = newValue }
    }
}

extension View {
    /// Runs an action when the user presses Return in a text field. Actions of outer views run
    /// after it.
    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        changingEnvironment { values in
            let outer = values.submitAction
            values.submitAction = {
                action()
                outer?()
            }
        }
    }
}
