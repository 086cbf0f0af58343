/// A type that defines the appearance and behavior of toggles, for `toggleStyle(_:)`.
///
///     struct Checklist: ToggleStyle {
///         func makeBody(configuration: Configuration) -> some View {
///             Button { configuration.isOn.toggle() } label: {
///                 Text(configuration.isOn ? "☑" : "☐")
///                 configuration.label
///             }
///         }
///     }
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol ToggleStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a toggle.
    typealias Configuration = ToggleStyleConfiguration

    /// Returns the view of a toggle.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a toggle that a ``ToggleStyle`` draws.
@MainActor @preconcurrency
public struct ToggleStyleConfiguration {
    /// The label of the toggle, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the toggle.
    public let label: Label
    /// Whether the toggle is on.
    @Binding public var isOn: Bool
    private let readMixed: () -> Bool

    init(label: AnyView, isOn: Binding<Bool>, isMixed: @escaping () -> Bool = { false }) {
        self.label = Label(content: label)
        _isOn = isOn
        readMixed = isMixed
    }

    /// Whether the toggle sets several values that differ.
    public var isMixed: Bool { readMixed() }
}

/// The host's style: a switch.
public struct DefaultToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}

    /// Returns a switch.
    public func makeBody(configuration: Configuration) -> some View {
        ToggleView(appearance: .switch, configuration: configuration)
    }
}

/// A switch after the label.
public struct SwitchToggleStyle: ToggleStyle {
    private let tint: Color?

    /// Creates the style.
    public init() { tint = nil }

    /// Creates the style with a color of the switch while it is on. New code uses `tint(_:)`.
    public init(tint: Color) { self.tint = tint }

    /// Returns a switch.
    public func makeBody(configuration: Configuration) -> some View {
        ToggleView(appearance: .switch, configuration: configuration, tint: tint)
    }
}

/// A checkbox before the label.
public struct CheckboxToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}

    /// Returns a checkbox.
    public func makeBody(configuration: Configuration) -> some View {
        ToggleView(appearance: .checkbox, configuration: configuration)
    }
}

/// A button that stays pressed while the toggle is on.
public struct ButtonToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button.
    public func makeBody(configuration: Configuration) -> some View {
        ToggleView(appearance: .button, configuration: configuration)
    }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// The host's style: a switch.
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    /// A switch after the label.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == CheckboxToggleStyle {
    /// A checkbox before the label.
    public static var checkbox: CheckboxToggleStyle { CheckboxToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    /// A button that stays pressed while the toggle is on.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

private struct ToggleStylesKey: EnvironmentKey {
    static var defaultValue: [any ToggleStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of toggles, innermost last.
    ///
    /// A toggle removes the last style and evaluates that style's body in the rest of the
    /// environment. So a toggle inside the body gets the next outer style, and no style draws
    /// itself without end. All other styles that have a body work in the same way.
    var toggleStyles: [any ToggleStyle] {
        get { self[ToggleStylesKey.self] }
        set { self[ToggleStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of toggles.
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        changingEnvironment { $0.toggleStyles.append(style) }
    }
}
