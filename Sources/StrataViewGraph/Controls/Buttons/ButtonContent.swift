/// A button as hosts draw it, around its label.
package struct ButtonContent: Hashable, Sendable {
    /// The appearance of a button. For `custom`, a style of the app draws everything.
    package enum Appearance: Hashable, Sendable {
        case automatic, bordered, prominent, glass, prominentGlass, borderless, plain, link, custom, menuItem
    }

    /// The purpose of a button for users who do not see it.
    package enum Kind: Hashable, Sendable {
        case button
        /// An entry of a menu.
        case menuItem
        /// A button that opens the menu after it.
        case menu
        /// A button that changes a value by one step, repeatedly while it is held down.
        case step
        /// A button that pastes what the clipboard has, as a drop on its element.
        case paste
        /// A button that shows and hides the content of a group.
        case disclosure(isExpanded: Bool)
        /// A link to a page; `isCurrent` tells whether the page is visible in another column.
        case navigationLink(isCurrent: Bool)
    }

    package var appearance: Appearance
    package var kind = Kind.button
    package var role: ButtonRole?
    package var shortcut: KeyboardShortcut?
    package var isEnabled: Bool
    package var size = ControlSize.regular
    package var shape = ButtonBorderShape.automatic
    package var tint: Color?
    /// Whether the host reports when the button goes down and up, so that a style can show it.
    package var reportsPressing = false
    /// Whether a button that opens a menu shows a sign of it; `automatic` for an entry of a menu only.
    package var menuIndicator = Visibility.automatic
    /// Whether the menu of an entry stays open after its action.
    package var keepsMenuOpen = false
}

extension ButtonContent {
    /// Creates the content of a button in an environment.
    init(_ appearance: Appearance, kind: Kind = .button, role: ButtonRole? = nil, in environment: EnvironmentValues) {
        self.init(
            appearance: appearance, kind: kind, role: role,
            shortcut: environment.keyboardShortcut.map { $0.localized(for: environment.layoutDirection) },
            isEnabled: environment.isEnabled, size: environment.controlSize, shape: environment.buttonBorderShape,
            tint: environment.tintColor, keepsMenuOpen: kind == .menuItem && environment.keepsMenuOpen)
    }
}

/// The start or the end of a press: a button is held down, or released.
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
        // In a menu, a button is an entry, regardless of its style.
        let environment = node.environment
        let isMenuItem = environment.isMenuContent
        let content = ButtonContent(
            isMenuItem ? .menuItem : appearance, kind: isMenuItem ? .menuItem : configuration.kind, role: configuration.role,
            in: environment
        )
        node.show(.control(.button(content)), on: [configuration.pressHandler(node, isEnabled: content.isEnabled)])
        node.updateChild(0, configuration.label)
    }
}

/// A button that a `ButtonStyle` of the app draws. The host only reports its presses.
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
        var content = ButtonContent(.custom, kind: configuration.kind, role: configuration.role, in: node.environment)
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
        let environment = node.environment
        let afterPress = environment.keepsMenuOpen ? nil : environment.afterPress
        return EventHandler(PressEvent.self) { [self] _ in
            // The user may have pressed the button before the browser showed it as disabled.
            guard isEnabled else { return }
            trigger()
            afterPress?()
        }
    }
}
