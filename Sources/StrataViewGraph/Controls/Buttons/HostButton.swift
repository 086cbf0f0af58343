/// A style of buttons that draws their label, and leaves their presses to the host.
@MainActor
protocol ButtonLabelStyle {
    /// Returns the view of a button with a label.
    ///
    /// - Parameter isPressed: Whether the user holds the button down, which the view observes.
    func body(label: AnyView, isPressed: StateBox<Bool>) -> any View
}

extension ViewNode {
    /// Shows a button whose press the host handles, such as one that opens a menu, in the style of
    /// the buttons around it.
    ///
    /// A `PrimitiveButtonStyle` of the app does not apply: it decides when an action runs, and the
    /// app does not run this one.
    ///
    /// - Parameter content: Returns the content of the element for the properties of the button.
    func showHostButton(_ kind: ButtonContent.Kind, label: some View, content: (ButtonContent) -> ElementContent) {
        var inside = environment.inBox(of: nil)
        inside.isMenuContent = false
        let style = environment.isMenuContent ? nil : inside.buttonStyles.popLast()
        guard let style = style as? any ButtonLabelStyle else {
            let configuration = PrimitiveButtonStyleConfiguration(role: nil, label: AnyView(label), action: {})
            let appearance = style?.makeButton(configuration)?.appearance ?? .automatic
            show(content(ButtonContent(environment.isMenuContent ? .menuItem : appearance, kind: kind, in: environment)))
            return updateChild(0, label, branch: 0, environment: inside)
        }
        let isPressed = storage as? StateBox<Bool> ?? StateBox(false)
        storage = isPressed
        var button = ButtonContent(.custom, kind: kind, in: environment)
        button.reportsPressing = true
        let pressing = EventHandler(PressingEvent.self) { event in
            if isPressed.value != event.isPressed { isPressed.value = event.isPressed && button.isEnabled }
        }
        show(content(button), on: [pressing])
        updateChild(0, style.body(label: AnyView(label), isPressed: isPressed), branch: 1, environment: inside)
    }
}

extension PrimitiveButtonStyle {
    /// Returns the button that a built-in style makes; nil for a style of the app.
    @MainActor
    fileprivate func makeButton(_ configuration: PrimitiveButtonStyleConfiguration) -> ButtonView? {
        makeBody(configuration: configuration) as? ButtonView
    }
}
