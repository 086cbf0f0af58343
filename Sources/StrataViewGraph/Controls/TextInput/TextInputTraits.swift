/// The on-screen keyboard for a text field. Browsers have fewer kinds than the names here.
public enum UIKeyboardType: Int, Hashable, Sendable {
    /// The usual keyboard.
    case `default`
    /// ASCII characters. Browsers show the usual keyboard.
    case asciiCapable
    /// Numbers and punctuation. Browsers show the usual keyboard.
    case numbersAndPunctuation
    /// The characters of URLs.
    case URL
    /// The digits of whole numbers, such as a PIN.
    case numberPad
    /// The digits and symbols of telephone numbers.
    case phonePad
    /// Names and telephone numbers. Browsers show the usual keyboard.
    case namePhonePad
    /// The characters of email addresses.
    case emailAddress
    /// Digits and a decimal separator.
    case decimalPad
    /// Text with "@" and "#". Browsers show the usual keyboard.
    case twitter
    /// The keyboard for a search.
    case webSearch
    /// ASCII digits.
    case asciiCapableNumberPad
}

/// The letters that an on-screen keyboard capitalizes; the older form of
/// ``TextInputAutocapitalization``.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    /// None.
    case none
    /// The first letter of each word.
    case words
    /// The first letter of each sentence.
    case sentences
    /// Every letter.
    case allCharacters
}

/// The letters that an on-screen keyboard capitalizes.
public struct TextInputAutocapitalization: Hashable, Sendable {
    package enum Kind: String { case none, words, sentences, characters }
    package let kind: Kind

    /// None.
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization(kind: .none) }
    /// The first letter of each word.
    public static var words: TextInputAutocapitalization { TextInputAutocapitalization(kind: .words) }
    /// The first letter of each sentence.
    public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization(kind: .sentences) }
    /// Every letter.
    public static var characters: TextInputAutocapitalization { TextInputAutocapitalization(kind: .characters) }

    private init(kind: Kind) { self.kind = kind }

    /// Creates a value from the older form.
    public init?(_ type: UITextAutocapitalizationType) {
        kind =
            switch type {
            case .none: .none
            case .words: .words
            case .sentences: .sentences
            case .allCharacters: .characters
            }
    }
}

/// The label of the Return key on an on-screen keyboard.
///
/// Browsers know fewer labels: `join`, `route` and `continue` are shown as `go`.
public struct SubmitLabel: Hashable, Sendable {
    package enum Kind: String { case done, go, send, join, route, search, `return`, next, `continue` }
    package let kind: Kind

    /// "Done": editing ends.
    public static var done: SubmitLabel { SubmitLabel(kind: .done) }
    /// "Go": the entered address or place is opened.
    public static var go: SubmitLabel { SubmitLabel(kind: .go) }
    /// "Send": the text is sent.
    public static var send: SubmitLabel { SubmitLabel(kind: .send) }
    /// "Join": the user joins a network or a group.
    public static var join: SubmitLabel { SubmitLabel(kind: .join) }
    /// "Route": a route is computed.
    public static var route: SubmitLabel { SubmitLabel(kind: .route) }
    /// "Search": a search begins.
    public static var search: SubmitLabel { SubmitLabel(kind: .search) }
    /// "Return", the usual label.
    public static var `return`: SubmitLabel { SubmitLabel(kind: .return) }
    /// "Next": the focus moves to the next field.
    public static var next: SubmitLabel { SubmitLabel(kind: .next) }
    /// "Continue": the next step begins.
    public static var `continue`: SubmitLabel { SubmitLabel(kind: .continue) }
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
