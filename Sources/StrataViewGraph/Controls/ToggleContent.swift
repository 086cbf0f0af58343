/// A toggle as hosts draw it, around its label.
package struct ToggleContent: Hashable, Sendable {
    package enum Appearance: Hashable, Sendable {
        case `switch`, checkbox, button, menuItem

        /// Whether the label is beside the control, and not a part of it.
        var isBesideLabel: Bool { self == .switch || self == .checkbox }
    }

    package var appearance: Appearance
    package var isOn: Bool
    /// Whether the toggle sets several values that differ.
    package var isMixed: Bool
    package var isEnabled: Bool
    /// The keyboard shortcut that switches the toggle.
    package var shortcut: KeyboardShortcut?
    package var tint: Color?
    /// Whether the menu of an entry stays open after a change.
    package var keepsMenuOpen = false
    /// Whether the label only names the toggle, for users who do not see it.
    package var hidesLabel = false
}

/// The value to which the user switched a toggle.
package struct ToggleEvent: ElementEvent {
    package static let name = "toggle"

    package var isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }
}

/// The toggle of the built-in styles.
struct ToggleView: BuiltInView {
    let appearance: ToggleContent.Appearance
    let configuration: ToggleStyleConfiguration
    /// The color of the style; nil for that of the environment.
    var tint: Color?

    func _update(_ node: ViewNode) {
        let appearance = node.environment.isMenuContent ? .menuItem : self.appearance
        let content = node.reading {
            ToggleContent(
                appearance: appearance, isOn: configuration.isOn, isMixed: configuration.isMixed,
                isEnabled: node.environment.isEnabled,
                shortcut: node.environment.keyboardShortcut.map { $0.localized(for: node.environment.layoutDirection) },
                tint: tint ?? node.environment.tintColor,
                keepsMenuOpen: node.environment.isMenuContent && node.environment.keepsMenuOpen,
                hidesLabel: node.environment.labelsHidden && appearance.isBesideLabel)
        }
        let toggle = EventHandler(ToggleEvent.self) { [configuration, weak node] event in
            // The user may have switched the toggle before the browser showed it as disabled.
            guard content.isEnabled else { return }
            configuration.$isOn.wrappedValue = event.isOn
            // A binding that rejects the value may change no state, so nothing else would evaluate
            // the view. The browser shows the new value already, so the toggle is sent even if
            // unchanged.
            node?.evaluateAgain()
            node?.sendAgain()
        }
        node.show(.control(.toggle(content)), on: [toggle])
        node.updateChild(0, configuration.label)
    }
}
