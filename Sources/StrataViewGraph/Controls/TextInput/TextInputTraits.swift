/// The hints of a text field for on-screen keyboards, and for the browser's autofill and spell
/// checker.
package struct TextInputTraits: Hashable, Sendable {
    package var keyboard = UIKeyboardType.default
    package var contentType: UITextContentType?
    package var capitalization: TextInputAutocapitalization?
    package var isAutocorrectionDisabled: Bool?
    package var submitLabel: SubmitLabel?
}

private struct TextInputTraitsKey: EnvironmentKey {
    static var defaultValue: TextInputTraits { TextInputTraits() }
}

extension EnvironmentValues {
    /// The hints of text fields for keyboards and the browser.
    var textInputTraits: TextInputTraits {
        get { self[TextInputTraitsKey.self] }
        set { self[TextInputTraitsKey.self] = newValue }
    }

    /// Whether autocorrection is turned off; false where no view has set it.
    public var autocorrectionDisabled: Bool {
        get { textInputTraits.isAutocorrectionDisabled ?? false }
        set { textInputTraits.isAutocorrectionDisabled = newValue }
    }
}

extension View {
    /// Sets the on-screen keyboard of text fields.
    public func keyboardType(_ type: UIKeyboardType) -> some View { changingEnvironment { $0.textInputTraits.keyboard = type } }

    /// Sets the kind of text that text fields are for, which browsers use for autofill; nil for
    /// none.
    public func textContentType(_ textContentType: UITextContentType?) -> some View {
        changingEnvironment { $0.textInputTraits.contentType = textContentType }
    }

    /// Sets the letters that an on-screen keyboard capitalizes; nil for the keyboard's choice.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        changingEnvironment { $0.textInputTraits.capitalization = autocapitalization }
    }

    /// Sets the letters that an on-screen keyboard capitalizes; the older form of
    /// `textInputAutocapitalization(_:)`.
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
        textInputAutocapitalization(TextInputAutocapitalization(style))
    }

    /// Turns off autocorrection of text fields, or turns it on again.
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        changingEnvironment { $0.textInputTraits.isAutocorrectionDisabled = disable }
    }

    /// Turns off autocorrection of text fields; the older form of `autocorrectionDisabled(_:)`. Nil
    /// leaves the choice to the host.
    public func disableAutocorrection(_ disable: Bool?) -> some View {
        changingEnvironment { $0.textInputTraits.isAutocorrectionDisabled = disable }
    }

    /// Sets the label of the Return key on an on-screen keyboard.
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        changingEnvironment { $0.textInputTraits.submitLabel = submitLabel }
    }
}
