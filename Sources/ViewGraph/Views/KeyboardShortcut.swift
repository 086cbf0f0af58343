/// A key with modifiers that presses a button from anywhere in its window.
public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent
    public var modifiers: EventModifiers

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }

    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

/// A key, named by the character it types without modifiers.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character

    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    public static let `return`: KeyEquivalent = "\r"
    public static let escape: KeyEquivalent = "\u{1B}"
    public static let delete: KeyEquivalent = "\u{8}"
    public static let space: KeyEquivalent = " "
}

/// Keys held down with another.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    /// The key labelled Alt on other keyboards.
    public static let option = EventModifiers(rawValue: 8)
    /// The command key; the host says which key that is where a keyboard has none.
    public static let command = EventModifiers(rawValue: 16)
}
