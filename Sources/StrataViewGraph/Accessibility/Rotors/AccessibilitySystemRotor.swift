/// A rotor that a page has without the app: a list of the parts of one kind, such as its headings.
///
/// A rotor that an app declares for a kind replaces the page's own list.
public struct AccessibilitySystemRotor: Hashable, Sendable {
    /// The name of the kind in `rotors.js`.
    let kind: String
    /// The title of the rotor.
    let title: String

    private init(_ kind: String, _ title: String) {
        self.kind = kind
        self.title = title
    }

    /// The rotor of links.
    public static var links: AccessibilitySystemRotor { AccessibilitySystemRotor("links", "Links") }

    /// The rotor of links that the user has visited, or of those that the user has not.
    public static func links(visited: Bool) -> AccessibilitySystemRotor {
        visited
            ? AccessibilitySystemRotor("visitedLinks", "Visited links")
            : AccessibilitySystemRotor("unvisitedLinks", "Unvisited links")
    }

    /// The rotor of headings.
    public static var headings: AccessibilitySystemRotor { AccessibilitySystemRotor("headings", "Headings") }

    /// The rotor of the headings of a level.
    public static func headings(level: AccessibilityHeadingLevel) -> AccessibilitySystemRotor {
        guard level != .unspecified else { return headings }
        return AccessibilitySystemRotor("headings\(level.rawValue)", "Headings of level \(level.rawValue)")
    }

    /// The rotor of bold text.
    public static var boldText: AccessibilitySystemRotor { AccessibilitySystemRotor("boldText", "Bold text") }

    /// The rotor of italic text.
    public static var italicText: AccessibilitySystemRotor { AccessibilitySystemRotor("italicText", "Italic text") }

    /// The rotor of underlined text.
    public static var underlineText: AccessibilitySystemRotor { AccessibilitySystemRotor("underlineText", "Underlined text") }

    /// The rotor of misspelled words.
    public static var misspelledWords: AccessibilitySystemRotor {
        AccessibilitySystemRotor("misspelledWords", "Misspelled words")
    }

    /// The rotor of images.
    public static var images: AccessibilitySystemRotor { AccessibilitySystemRotor("images", "Images") }

    /// The rotor of text fields.
    public static var textFields: AccessibilitySystemRotor { AccessibilitySystemRotor("textFields", "Text fields") }

    /// The rotor of tables.
    public static var tables: AccessibilitySystemRotor { AccessibilitySystemRotor("tables", "Tables") }

    /// The rotor of lists.
    public static var lists: AccessibilitySystemRotor { AccessibilitySystemRotor("lists", "Lists") }

    /// The rotor of landmarks: the parts of the page, such as its navigation.
    public static var landmarks: AccessibilitySystemRotor { AccessibilitySystemRotor("landmarks", "Landmarks") }
}
