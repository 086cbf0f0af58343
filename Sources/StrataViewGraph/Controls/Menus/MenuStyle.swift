/// A type that defines the appearance of menus, for `menuStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol MenuStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a menu.
    typealias Configuration = MenuStyleConfiguration

    /// Returns the view of a menu.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a menu that a ``MenuStyle`` draws.
@MainActor @preconcurrency
public struct MenuStyleConfiguration {
    /// The label of the menu's button, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The entries of the menu, as a view.
    public struct Content: View {
        let content: AnyView
        public var body: some View { content }
    }

    let label: Label
    let content: Content
    let primaryAction: (@MainActor () -> Void)?
}

/// The host's style: a button that opens the menu.
public struct DefaultMenuStyle: MenuStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button with a menu.
    public func makeBody(configuration: Configuration) -> some View { MenuBody(configuration: configuration) }
}

/// A button in the style of the buttons around it. A `PrimitiveButtonStyle` of the app does not
/// apply.
public struct ButtonMenuStyle: MenuStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button with a menu.
    public func makeBody(configuration: Configuration) -> some View { MenuBody(configuration: configuration) }
}

/// A button without a border.
public struct BorderlessButtonMenuStyle: MenuStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button with a menu.
    public func makeBody(configuration: Configuration) -> some View {
        MenuBody(configuration: configuration).buttonStyle(.borderless)
    }
}

extension MenuStyle where Self == DefaultMenuStyle {
    /// The host's style: a button that opens the menu.
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}

extension MenuStyle where Self == ButtonMenuStyle {
    /// A button in the style of the buttons around it.
    public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}

extension MenuStyle where Self == BorderlessButtonMenuStyle {
    /// A button without a border.
    public static var borderlessButton: BorderlessButtonMenuStyle { BorderlessButtonMenuStyle() }
}

private struct MenuStylesKey: EnvironmentKey {
    static var defaultValue: [any MenuStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of menus, innermost last; see `toggleStyles`.
    var menuStyles: [any MenuStyle] {
        get { self[MenuStylesKey.self] }
        set { self[MenuStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of menus.
    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { changingEnvironment { $0.menuStyles.append(style) } }
}
