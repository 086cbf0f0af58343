/// The keyboard that a device with one on its screen shows for a field.
public enum UIKeyboardType: Int, Hashable, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad,
        twitter, webSearch, asciiCapableNumberPad
}

/// The words that a keyboard on the screen writes with capital letters; the older form.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    case none, words, sentences, allCharacters
}

/// The words that a keyboard on the screen writes with capital letters.
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

/// The name of the Return key on a keyboard on the screen.
public struct SubmitLabel: Hashable, Sendable {
    package enum Kind: String { case done, go, send, join, route, search, `return`, next, `continue` }
    package let kind: Kind

    /// The user is done.
    public static var done: SubmitLabel { SubmitLabel(kind: .done) }
    /// The user goes somewhere.
    public static var go: SubmitLabel { SubmitLabel(kind: .go) }
    /// The text is sent.
    public static var send: SubmitLabel { SubmitLabel(kind: .send) }
    /// The user joins something.
    public static var join: SubmitLabel { SubmitLabel(kind: .join) }
    /// A route is found.
    public static var route: SubmitLabel { SubmitLabel(kind: .route) }
    /// A search begins.
    public static var search: SubmitLabel { SubmitLabel(kind: .search) }
    /// The usual name.
    public static var `return`: SubmitLabel { SubmitLabel(kind: .return) }
    /// The focus moves on.
    public static var next: SubmitLabel { SubmitLabel(kind: .next) }
    /// The user goes on.
    public static var `continue`: SubmitLabel { SubmitLabel(kind: .continue) }
}

private struct TextInputTraitsKey: EnvironmentKey {
    static var defaultValue: TextInputTraits { TextInputTraits() }
}

extension EnvironmentValues {
    /// The help of keyboards with text fields.
    var textInputTraits: TextInputTraits {
        get { self[TextInputTraitsKey.self] }
        set { self[TextInputTraitsKey.self] = newValue }
    }

    /// Whether fields are corrected while the user types is turned off.
    public var autocorrectionDisabled: Bool {
        get { textInputTraits.isAutocorrectionDisabled ?? false }
        set { textInputTraits.isAutocorrectionDisabled = newValue }
    }
}

extension View {
    /// Chooses the keyboard of text fields, on devices that show one on the screen.
    public func keyboardType(_ type: UIKeyboardType) -> some View { changingEnvironment { $0.textInputTraits.keyboard = type } }

    /// Says what text fields are for, so that the browser can offer what it knows.
    public func textContentType(_ textContentType: UITextContentType?) -> some View {
        changingEnvironment { $0.textInputTraits.contentType = textContentType }
    }

    /// Chooses the words that a keyboard on the screen writes with capital letters.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        changingEnvironment { $0.textInputTraits.capitalization = autocapitalization }
    }

    /// Chooses the words that a keyboard on the screen writes with capital letters; the older form.
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
        textInputAutocapitalization(TextInputAutocapitalization(style))
    }

    /// Turns off the correction of text fields while the user types.
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        changingEnvironment { $0.textInputTraits.isAutocorrectionDisabled = disable }
    }

    /// Turns off the correction of text fields while the user types; the older form.
    public func disableAutocorrection(_ disable: Bool?) -> some View {
        changingEnvironment { $0.textInputTraits.isAutocorrectionDisabled = disable }
    }

    /// Names the Return key of a keyboard on the screen.
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        changingEnvironment { $0.textInputTraits.submitLabel = submitLabel }
    }
}
