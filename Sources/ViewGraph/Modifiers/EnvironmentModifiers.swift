/// Changes what the views below inherit.
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

    /// Puts an observable object into the environment, where `@Environment(Type.self)` finds it.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modified(EnvironmentModifier { $0[object: T.self] = object })
    }

    /// Puts an object into the environment, by its type.
    func inEnvironment<T: AnyObject>(_ object: T) -> some View { modified(EnvironmentModifier { $0[object: T.self] = object }) }

    private func inherit(_ change: @escaping (inout InheritedStyle) -> Void) -> some View {
        modified(EnvironmentModifier { change(&$0.inherited) })
    }

    /// Sets the font of text.
    public func font(_ font: Font?) -> some View { inherit { $0.text.font = font ?? .body } }

    /// Sets the weight of text, whatever its font.
    public func fontWeight(_ weight: Font.Weight?) -> some View { inherit { $0.text.font.weight = weight } }

    public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

    /// Gives digits the same width, so that numbers line up.
    public func monospacedDigit() -> some View { inherit { $0.text.font.hasMonospacedDigits = true } }

    /// Sets the colour of text.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { inherit { $0.text.color = style._color } }

    public func foregroundColor(_ color: Color?) -> some View { inherit { $0.text.color = color } }

    /// Cuts text with an ellipsis after a number of lines; nil for as many as it takes.
    public func lineLimit(_ number: Int?) -> some View { inherit { $0.text.lineLimit = number } }

    /// Switches controls off. A control inside one that is off stays off.
    public func disabled(_ disabled: Bool) -> some View { inherit { $0.isEnabled = $0.isEnabled && !disabled } }

    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        inherit { $0.buttonStyle = style._appearance.value }
    }

    /// Has a key press the button, from anywhere in the window.
    ///
    /// The command modifier is Control in a browser, or Command on a Mac. A browser keeps some combinations for itself.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { inherit { $0.shortcut = shortcut } }

    /// Called when a person ends input in a text field with Return.
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

    /// Says in words what the element is, for people who do not see it.
    public func accessibilityLabel(_ label: Text) -> some View { inherit { $0.traits.label = label.string } }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { accessibilityLabel(Text(label)) }

    /// Says what the element does, where the pointer rests on it.
    public func help(_ text: Text) -> some View { inherit { $0.traits.help = text.string } }

    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }
}
