/// Changes the environment of its content.
private struct EnvironmentModifier: BuiltInModifier {
    let change: (inout EnvironmentValues) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        change(&environment)
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Sets a value in the environment of this view and those inside it.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        modified(EnvironmentModifier { $0[keyPath: keyPath] = value })
    }

    /// Puts an observable object into the environment, where `@Environment(Type.self)` finds it;
    /// nil removes the one set above.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modified(EnvironmentModifier { $0[object: T.self] = object })
    }

    /// Puts an object into the environment, by its type.
    func inEnvironment<T: AnyObject>(_ object: T) -> some View { modified(EnvironmentModifier { $0[object: T.self] = object }) }

    private func inherit(_ change: @escaping (inout InheritedStyle) -> Void) -> some View {
        modified(EnvironmentModifier { change(&$0.inherited) })
    }

    /// Sets the font of text; nil for `body`.
    public func font(_ font: Font?) -> some View { inherit { $0.text.font = font ?? .body } }

    /// Sets the weight of text, in any font.
    public func fontWeight(_ weight: Font.Weight?) -> some View { inherit { $0.text.font.weight = weight } }

    /// Sets the weight of text to bold; false removes a weight set above.
    public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

    /// Gives all digits the same width, so that numbers line up.
    public func monospacedDigit() -> some View { inherit { $0.text.font.hasMonospacedDigits = true } }

    /// Sets the color of text.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { inherit { $0.text.color = style._color } }

    /// Sets the color of text; nil for the host's.
    public func foregroundColor(_ color: Color?) -> some View { inherit { $0.text.color = color } }

    /// Truncates text with an ellipsis after a number of lines; nil for no limit.
    public func lineLimit(_ number: Int?) -> some View { inherit { $0.text.lineLimit = number } }

    /// Disables controls. A control inside a disabled view stays disabled.
    public func disabled(_ disabled: Bool) -> some View { inherit { $0.isEnabled = $0.isEnabled && !disabled } }

    /// Sets the style of buttons.
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        inherit { $0.buttonStyle = style._appearance.value }
    }

    /// Presses the button when the user presses a key, anywhere in the window.
    ///
    /// The command modifier is Control in a browser, or Command on a Mac. Browsers reserve some
    /// combinations for themselves.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }

    /// Presses the button when the user presses a shortcut, anywhere in the window.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { inherit { $0.shortcut = shortcut } }

    /// Runs an action when the user presses Return in a text field. Actions of outer views run
    /// after it.
    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        inherit { style in
            let outer = style.onSubmit
            style.onSubmit = {
                action()
                outer?()
            }
        }
    }

    /// Names the element for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View { inherit { $0.traits.identifier = identifier } }

    /// Describes the element for users who do not see it.
    public func accessibilityLabel(_ label: Text) -> some View { inherit { $0.traits.label = label.string } }

    /// Describes the element, with a string, for users who do not see it.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    /// Describes the element, with a localized string, for users who do not see it.
    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { accessibilityLabel(Text(label)) }

    /// Describes what the element does, in a tooltip.
    public func help(_ text: Text) -> some View { inherit { $0.traits.help = text.string } }

    /// Describes what the element does, with a localized string, in a tooltip.
    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }
}
