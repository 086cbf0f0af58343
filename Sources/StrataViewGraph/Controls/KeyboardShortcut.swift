/// A key, with modifiers, that presses a button from anywhere in the button's window.
public struct KeyboardShortcut: Hashable, Sendable {
    /// The key.
    public var key: KeyEquivalent
    /// The modifiers held down with the key.
    public var modifiers: EventModifiers
    /// The rule by which the key depends on the user's language.
    public var localization: Localization

    /// Creates a shortcut. The default modifier is Command.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.init(key, modifiers: modifiers, localization: .automatic)
    }

    /// Creates a shortcut whose key may depend on the user's language.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: Localization) {
        self.key = key
        self.modifiers = modifiers
        self.localization = localization
    }

    /// Return, for the button that confirms.
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    /// Escape, for the button that cancels.
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

extension KeyboardShortcut {
    /// A rule by which the key of a shortcut depends on the user's language.
    ///
    /// A browser reports the character that was typed, and not the user's keyboard. So a shortcut
    /// needs a keyboard that types its character, with each of the rules.
    public struct Localization: Hashable, Sendable {
        private enum Rule { case automatic, withoutMirroring, custom }

        private let rule: Rule
        fileprivate var mirrors: Bool { rule == .automatic }

        /// Keys with a direction, such as arrows and brackets, are mirrored where lines are read from
        /// right to left.
        public static let automatic = Localization(rule: .automatic)
        /// Keys with a direction are the same everywhere.
        public static let withoutMirroring = Localization(rule: .withoutMirroring)
        /// The app itself chooses the key for the user's language.
        public static let custom = Localization(rule: .custom)
    }

    private static let mirrorImages: [KeyEquivalent: KeyEquivalent] = [
        .leftArrow: .rightArrow, .rightArrow: .leftArrow, "[": "]", "]": "[", "{": "}", "}": "{", "(": ")", ")": "(",
        "<": ">", ">": "<",
    ]

    /// Returns the shortcut with the key for a direction in which lines are read.
    func localized(for direction: LayoutDirection) -> KeyboardShortcut {
        guard localization.mirrors, direction == .rightToLeft, let key = Self.mirrorImages[key] else { return self }
        return KeyboardShortcut(key, modifiers: modifiers, localization: localization)
    }
}

/// A key, identified by the character that it types without modifiers.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// The character that the key types.
    public var character: Character

    /// Creates a key from its character.
    public init(_ character: Character) { self.character = character }

    /// Creates a key from a literal of its character.
    public init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    /// The Return key.
    public static let `return`: KeyEquivalent = "\r"
    /// The Escape key.
    public static let escape: KeyEquivalent = "\u{1B}"
    /// The Delete key, labeled Backspace on other keyboards.
    public static let delete: KeyEquivalent = "\u{8}"
    /// The space bar.
    public static let space: KeyEquivalent = " "
    /// The Tab key.
    public static let tab: KeyEquivalent = "\t"
    /// The Up Arrow key.
    public static let upArrow: KeyEquivalent = "\u{F700}"
    /// The Down Arrow key.
    public static let downArrow: KeyEquivalent = "\u{F701}"
    /// The Left Arrow key.
    public static let leftArrow: KeyEquivalent = "\u{F702}"
    /// The Right Arrow key.
    public static let rightArrow: KeyEquivalent = "\u{F703}"
    /// The Forward Delete key, labeled Delete on other keyboards.
    public static let deleteForward: KeyEquivalent = "\u{F728}"
    /// The Home key.
    public static let home: KeyEquivalent = "\u{F729}"
    /// The End key.
    public static let end: KeyEquivalent = "\u{F72B}"
    /// The Page Up key.
    public static let pageUp: KeyEquivalent = "\u{F72C}"
    /// The Page Down key.
    public static let pageDown: KeyEquivalent = "\u{F72D}"
    /// The Clear key of a numeric keypad.
    public static let clear: KeyEquivalent = "\u{F739}"
}

/// The modifier keys held down with another key.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as a bit mask, with the bits that Apple's frameworks use.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The Caps Lock key.
    public static let capsLock = EventModifiers(rawValue: 1)
    /// The Shift key.
    public static let shift = EventModifiers(rawValue: 2)
    /// The Control key.
    public static let control = EventModifiers(rawValue: 4)
    /// The Option key, labeled Alt on other keyboards.
    public static let option = EventModifiers(rawValue: 8)
    /// The Command key. Where a keyboard has none, the host uses another key, such as Control.
    public static let command = EventModifiers(rawValue: 16)
    /// A key of the numeric keypad.
    public static let numericPad = EventModifiers(rawValue: 32)
    /// All modifiers.
    public static let all = EventModifiers(rawValue: 63)
}

private struct KeyboardShortcutKey: EnvironmentKey {
    static var defaultValue: KeyboardShortcut? { nil }
}

extension EnvironmentValues {
    /// The keyboard shortcut of the buttons in the view; nil for none.
    public internal(set) var keyboardShortcut: KeyboardShortcut? {
        get { self[KeyboardShortcutKey.self] }
        set { self[KeyboardShortcutKey.self] = newValue }
    }
}

extension View {
    /// Presses the button when the user presses a key, anywhere in the window.
    ///
    /// In a browser the command modifier is the Command key on a Mac, and Control elsewhere. A
    /// browser keeps some combinations for itself, such as Control-T.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }

    /// Presses the button when the user presses a key, anywhere in the window, with a rule by which
    /// the key depends on the user's language.
    public func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: KeyboardShortcut.Localization
    ) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers, localization: localization))
    }

    /// Presses the button when the user presses a shortcut, anywhere in the window.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        changingEnvironment { $0.keyboardShortcut = shortcut }
    }

    /// Presses the button when the user presses a shortcut; nil removes the shortcut of outer
    /// views.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        changingEnvironment { $0.keyboardShortcut = shortcut }
    }
}
