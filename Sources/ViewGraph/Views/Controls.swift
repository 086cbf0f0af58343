/// A field for one line of text.
public struct TextField<Label: View>: BuiltInView {
    private let label: String
    private let prompt: String?
    private let text: Binding<String>

    public func _update(_ node: ViewNode) {
        let content = TextFieldContent(
            label: label, prompt: prompt ?? label, text: node.reading { text.wrappedValue },
            isEnabled: node.environment.inherited.isEnabled)
        node.show(.textField(content)) { [text, weak node] event in
            // What was typed before the field was switched off comes too late.
            guard content.isEnabled else { return }
            switch event {
            case .input(let typed):
                // The person's screen shows it already; only a value that the app makes of it is worth sending back.
                var shown = content
                shown.text = typed
                node?.element?.content = .textField(shown)
                text.wrappedValue = typed
                // A binding that keeps another value than the typed one changes no state, so nobody else would look.
                node?.evaluateAgain()
            case .submit: node?.environment.inherited.onSubmit?()
            default: break
            }
        }
    }
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        label = titleKey.string
        self.prompt = prompt?.string
        self.text = text
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        label = String(title)
        self.prompt = prompt?.string
        self.text = text
    }
}

/// Shows that work is going on, and how far it is where that is known.
public struct ProgressView: BuiltInView {
    private let fraction: Double?

    public init() { fraction = nil }

    /// The part of the work that is done; nil shows work of unknown length.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {
        fraction = value.map { value in
            let fraction = Double(value / total)
            return fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        }
    }

    public func _update(_ node: ViewNode) { node.show(.progress(fraction: fraction)) }
}
