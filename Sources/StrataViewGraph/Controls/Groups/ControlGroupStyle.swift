/// A type that defines the appearance of groups of controls, for `controlGroupStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol ControlGroupStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a group of controls.
    typealias Configuration = ControlGroupStyleConfiguration

    /// Returns the view of a group of controls.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a group of controls that a ``ControlGroupStyle`` draws.
@MainActor @preconcurrency
public struct ControlGroupStyleConfiguration {
    /// The controls, as a view.
    public struct Content: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the group, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The controls.
    public let content: Content
    /// The label; an empty view for a group without one.
    public let label: Label
    let hasLabel: Bool
}

/// The host's style: the controls side by side, joined.
public struct AutomaticControlGroupStyle: ControlGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns the controls.
    public func makeBody(configuration: Configuration) -> some View { ControlGroupBar(configuration: configuration) }
}

/// The controls side by side, joined, as in a bar at the top of a window.
public struct NavigationControlGroupStyle: ControlGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns the controls.
    public func makeBody(configuration: Configuration) -> some View { ControlGroupBar(configuration: configuration) }
}

/// A menu with the label of the group, whose entries are the controls.
public struct MenuControlGroupStyle: ControlGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns a menu.
    public func makeBody(configuration: Configuration) -> some View {
        Menu {
            configuration.content
        } label: {
            configuration.label
        }
    }
}

/// A menu with the label of the group, whose entries are the controls, side by side. In a menu it is
/// a submenu.
public struct CompactMenuControlGroupStyle: ControlGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns a menu.
    public func makeBody(configuration: Configuration) -> some View {
        Menu {
            ControlGroupView(label: nil, content: configuration.content, isPalette: true)
        } label: {
            configuration.label
        }
    }
}

/// In a menu, the controls side by side in a row of it. Outside of a menu, the host's style.
public struct PaletteControlGroupStyle: ControlGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns the controls.
    public func makeBody(configuration: Configuration) -> some View {
        ControlGroupBar(configuration: configuration, isPalette: true)
    }
}

extension ControlGroupStyle where Self == PaletteControlGroupStyle {
    /// In a menu, the controls side by side in a row of it. Outside of a menu, the host's style.
    public static var palette: PaletteControlGroupStyle { PaletteControlGroupStyle() }
}

extension ControlGroupStyle where Self == CompactMenuControlGroupStyle {
    /// A menu with the label of the group, whose entries are the controls, side by side.
    public static var compactMenu: CompactMenuControlGroupStyle { CompactMenuControlGroupStyle() }
}

extension ControlGroupStyle where Self == AutomaticControlGroupStyle {
    /// The host's style: the controls side by side, joined.
    public static var automatic: AutomaticControlGroupStyle { AutomaticControlGroupStyle() }
}

extension ControlGroupStyle where Self == NavigationControlGroupStyle {
    /// The controls side by side, joined, as in a bar at the top of a window.
    public static var navigation: NavigationControlGroupStyle { NavigationControlGroupStyle() }
}

extension ControlGroupStyle where Self == MenuControlGroupStyle {
    /// A menu with the label of the group, whose entries are the controls.
    public static var menu: MenuControlGroupStyle { MenuControlGroupStyle() }
}

/// The controls of a group side by side.
private struct ControlGroupBar: View {
    let configuration: ControlGroupStyleConfiguration
    var isPalette = false

    var body: some View {
        ControlGroupView(
            label: configuration.hasLabel ? AnyView(configuration.label) : nil, content: configuration.content,
            isPalette: isPalette)
    }
}

private struct ControlGroupStylesKey: EnvironmentKey {
    static var defaultValue: [any ControlGroupStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of groups of controls, innermost last; see `toggleStyles`.
    var controlGroupStyles: [any ControlGroupStyle] {
        get { self[ControlGroupStylesKey.self] }
        set { self[ControlGroupStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of groups of controls.
    public func controlGroupStyle<S: ControlGroupStyle>(_ style: S) -> some View {
        changingEnvironment { $0.controlGroupStyles.append(style) }
    }
}
