public import Foundation

/// A press of a key while a view has the focus.
public struct KeyPress: Sendable {
    /// A set of phases of a press.
    public struct Phases: OptionSet, Hashable, Sendable {
        /// The phases as a bit mask.
        public let rawValue: Int

        /// Creates a set from its bit mask.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The key is pressed.
        public static let down = Phases(rawValue: 1)
        /// The key is held down and repeats.
        public static let `repeat` = Phases(rawValue: 2)
        /// The key is released.
        public static let up = Phases(rawValue: 4)
        /// All phases.
        public static let all: Phases = [.down, .repeat, .up]
    }

    /// The result of an action for a press.
    public enum Result: Hashable, Sendable {
        /// The view has handled the press.
        case handled
        /// The view has not handled the press, which the views around it may do.
        case ignored
    }

    /// The phase of the press.
    public let phase: Phases
    /// The key.
    public let key: KeyEquivalent
    /// The characters that the press types; empty for keys such as the arrows.
    public let characters: String
    /// The modifiers held down with the key.
    public let modifiers: EventModifiers
}

/// The presses that a host reports for an element while it, or an element inside, has the focus.
package struct KeyFilter: Hashable, Sendable {
    /// The characters of the keys; nil for all keys.
    package var keys: Set<Character>?
    /// The characters of further keys, which a field with the focus keeps for itself.
    package var commands: Set<Character> = []
    /// The bits of `KeyPress.Phases`.
    package var phases: Int

    /// Adds the presses of another filter.
    mutating func formUnion(_ other: KeyFilter) {
        phases |= other.phases
        commands.formUnion(other.commands)
        guard let keys, let more = other.keys else { return self.keys = nil }
        self.keys = keys.union(more)
    }
}

/// A report of a host about a press of a key.
package struct KeyPressEvent: ElementEvent {
    package static let name = "key"

    /// The character of the key, as in `KeyEquivalent`.
    package var key: String
    /// The characters that the press types.
    package var characters: String
    /// The bits of `EventModifiers`.
    package var modifiers: Int
    /// The bits of `KeyPress.Phases`.
    package var phase: Int

    package init(key: String, characters: String, modifiers: Int = 0, phase: Int = 1) {
        self.key = key
        self.characters = characters
        self.modifiers = modifiers
        self.phase = phase
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = String(try values.decode(String.self, forKey: .key).prefix(1))
        characters = String(try values.decode(String.self, forKey: .characters).prefix(16))
        modifiers = try values.decode(Int.self, forKey: .modifiers)
        phase = try values.decode(Int.self, forKey: .phase)
    }

    /// The event as a press; nil for an event without a key.
    var press: KeyPress? {
        guard let character = key.first else { return nil }
        return KeyPress(
            phase: KeyPress.Phases(rawValue: phase), key: KeyEquivalent(character), characters: characters,
            modifiers: EventModifiers(rawValue: modifiers))
    }
}

/// Handles presses of keys in the next element, and in the views inside it.
struct KeyPressModifier: BuiltInModifier {
    let filter: KeyFilter
    let matches: (KeyPress) -> Bool
    let action: (KeyPress) -> KeyPress.Result

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let handle: (KeyPress) -> Bool = { [matches, action] press in matches(press) && action(press) == .handled }
        // A press that this action ignores is passed to the actions of the modifiers around it.
        let outer = node.environment.keyHandler
        let chain: (KeyPress) -> Bool = { press in handle(press) || outer?(press) == true }
        var environment = node.environment
        environment.keyHandler = chain
        if environment.pendingTraits.interaction.keys == nil {
            environment.pendingTraits.interaction.keys = filter
        } else {
            environment.pendingTraits.interaction.keys?.formUnion(filter)
        }
        environment.pendingHandlers.others.removeAll { $0.name == KeyPressEvent.name }
        environment.pendingHandlers.others.append(
            EventHandler(KeyPressEvent.self) { event in
                if let press = event.press { _ = chain(press) }
            })
        node.updateChild(0, content, environment: environment)
    }
}

private struct KeyHandlerKey: EnvironmentKey {
    static var defaultValue: ((KeyPress) -> Bool)? { nil }
}

extension EnvironmentValues {
    /// Passes a press to the actions of the modifiers around the view. Returns whether one of them
    /// has handled it.
    fileprivate var keyHandler: ((KeyPress) -> Bool)? {
        get { self[KeyHandlerKey.self] }
        set { self[KeyHandlerKey.self] = newValue }
    }
}

extension View {
    /// Runs an action when the user presses or repeats a key while the view has the focus.
    ///
    /// The browser does not act on the key itself, whatever the action returns: the action runs on
    /// the server, after the browser has had to decide.
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
        onKeyPress(keys: [key]) { _ in action() }
    }

    /// Runs an action for some phases of a press of a key while the view has the focus.
    public func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        onKeyPress(keys: [key], phases: phases, action: action)
    }

    /// Runs an action for presses of some keys while the view has the focus.
    public func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        let filter = KeyFilter(keys: Set(keys.map(\.character)), phases: phases.rawValue)
        return modified(
            KeyPressModifier(filter: filter, matches: { keys.contains($0.key) && phases.contains($0.phase) }, action: action))
    }

    /// Runs an action for presses that type certain characters while the view has the focus.
    public func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        modified(
            KeyPressModifier(
                filter: KeyFilter(keys: nil, phases: phases.rawValue),
                matches: { press in
                    phases.contains(press.phase) && !press.characters.isEmpty
                        && press.characters.unicodeScalars.allSatisfy(characters.contains)
                }, action: action))
    }

    /// Runs an action for presses of all keys while the view has the focus. The browser acts on the
    /// keys, too.
    public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        modified(
            KeyPressModifier(
                filter: KeyFilter(keys: nil, phases: phases.rawValue), matches: { phases.contains($0.phase) }, action: action))
    }
}
