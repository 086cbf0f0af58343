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
