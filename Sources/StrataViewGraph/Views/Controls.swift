/// A field for one line of text.
public struct TextField<Label: View>: BuiltInView {
    private let label: String
    private let prompt: String?
    private let text: Binding<String>

    /// Shows the field with the binding's text, which it observes.
    public func _update(_ node: ViewNode) {
        let content = TextFieldContent(
            label: label, prompt: prompt ?? label, text: node.reading { text.wrappedValue },
            isEnabled: node.environment.inherited.isEnabled)
        node.show(.textField(content)) { [text, weak node] event in
            // Text typed before the field was disabled arrives too late and is dropped.
            guard content.isEnabled else { return }
            switch event {
            case .input(let typed):
                // The browser shows the typed text already. Only a different text that the app made
                // of it is sent back.
                var shown = content
                shown.text = typed
                node?.element?.content = .textField(shown)
                text.wrappedValue = typed
                // A binding that rejects or changes the typed text may change no state, so nothing
                // else would update the field.
                node?.evaluateAgain()
            case .submit: node?.environment.inherited.onSubmit?()
            default: break
            }
        }
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

/// An indicator of work in progress, with the part that is done where it is known.
public struct ProgressView: BuiltInView {
    private let fraction: Double?

    /// Creates an indicator for work of unknown length.
    public init() { fraction = nil }

    /// Creates an indicator for a part of a total, limited to 0 through `total`. Nil shows work of
    /// unknown length.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {
        fraction = value.map { value in
            let fraction = Double(value / total)
            return fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        }
    }

    /// Shows the indicator.
    public func _update(_ node: ViewNode) { node.show(.progress(fraction: fraction)) }
}
