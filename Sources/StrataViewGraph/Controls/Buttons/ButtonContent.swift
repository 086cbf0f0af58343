/// A button as hosts draw it, around its label.
package struct ButtonContent: Hashable, Sendable {
    /// The look of a button. A custom one has none of its own: a style of the app draws it.
    package enum Appearance: Hashable, Sendable {
        case automatic, bordered, prominent, borderless, plain, link, custom, menuItem
    }

    /// The purpose of a button for users who do not see it.
    package enum Kind: Hashable, Sendable {
        case button
        /// An entry of a menu.
        case menuItem
        /// Opens the menu behind it.
        case menu
        /// Changes a value by a step, again and again while it is held down.
        case step
        /// Shows and hides the content of a group.
        case disclosure(isExpanded: Bool)
    }

    package var appearance: Appearance
    package var kind = Kind.button
    package var role: ButtonRole?
    package var shortcut: KeyboardShortcut?
    package var isEnabled: Bool
    package var size = ControlSize.regular
    package var shape = ButtonBorderShape.automatic
    package var tint: Color?
    /// Whether the host reports when the button goes down and up, for a style that shows it.
    package var reportsPressing = false
}

extension ButtonContent {
    /// Creates the content of a button in an environment.
    init(_ appearance: Appearance, kind: Kind = .button, role: ButtonRole? = nil, in environment: EnvironmentValues) {
        self.init(
            appearance: appearance, kind: kind, role: role, shortcut: environment.keyboardShortcut,
            isEnabled: environment.isEnabled, size: environment.controlSize, shape: environment.buttonBorderShape,
            tint: environment.tintColor)
    }
}

/// A change of whether a button is held down.
package struct PressingEvent: ElementEvent {
    package static let name = "pressing"

    package var isPressed: Bool

    package init(isPressed: Bool) { self.isPressed = isPressed }
}

/// The button of the built-in styles.
struct ButtonView: BuiltInView {
    let appearance: ButtonContent.Appearance
    let configuration: PrimitiveButtonStyleConfiguration

    func _update(_ node: ViewNode) {
        // Whatever its style, a button in a menu is an entry of the menu.
        let environment = node.environment
        let isMenuItem = environment.isMenuContent
        let content = ButtonContent(
            isMenuItem ? .menuItem : appearance, kind: isMenuItem ? .menuItem : .button, role: configuration.role, in: environment
        )
        node.show(.control(.button(content)), on: [configuration.pressHandler(node, isEnabled: content.isEnabled)])
        node.updateChild(0, configuration.label)
    }
}

/// A button that a style of the app draws. Only the press is the host's.
struct StyledButton<Style: ButtonStyle>: BuiltInView {
    let style: Style
    let configuration: PrimitiveButtonStyleConfiguration

    func _update(_ node: ViewNode) {
        guard !node.environment.isMenuContent else {
            node.updateChild(0, ButtonView(appearance: .menuItem, configuration: configuration), environment: node.environment)
            return
        }
        let pressed = node.storage as? StateBox<Bool> ?? StateBox(false)
        node.storage = pressed
        var content = ButtonContent(.custom, role: configuration.role, in: node.environment)
        content.reportsPressing = true
        let pressing = EventHandler(PressingEvent.self) { event in
            if pressed.value != event.isPressed { pressed.value = event.isPressed && content.isEnabled }
        }
        node.show(
            .control(.button(content)), on: [configuration.pressHandler(node, isEnabled: content.isEnabled), pressing])
        node.updateChild(
            0,
            StyleBody(style: style) { [configuration] style in
                style.makeBody(
                    configuration: ButtonStyleConfiguration(
                        role: configuration.role, label: ButtonStyleConfiguration.Label(content: AnyView(configuration.label)),
                        isPressed: pressed.value))
            })
    }
}

extension PrimitiveButtonStyleConfiguration {
    /// Returns the handler of a press of a button in a node.
    @MainActor
    fileprivate func pressHandler(_ node: ViewNode, isEnabled: Bool) -> EventHandler {
        EventHandler(PressEvent.self) { [self, afterPress = node.environment.afterPress] _ in
            // A press that was under way when the button was disabled does not count.
            guard isEnabled else { return }
            trigger()
            afterPress?()
        }
    }
}
