/// The content of elements that the user operates, or that report progress.
package enum ControlContent: Hashable, Sendable {
    case button(ButtonContent)
    case textField(TextFieldContent)
    case toggle(ToggleContent)
    /// An activity, with the fraction done (0 to 1) where it is known.
    case progress(fraction: Double?)
}

/// A button's appearance and shortcut.
package struct ButtonContent: Hashable, Sendable {
    package var appearance: ButtonAppearance
    package var role: ButtonRole?
    package var shortcut: KeyboardShortcut?
    package var isEnabled: Bool
}

/// A field for one line of text.
package struct TextFieldContent: Hashable, Sendable {
    package var label: String
    package var prompt: String
    package var text: String
    package var isEnabled: Bool
}
