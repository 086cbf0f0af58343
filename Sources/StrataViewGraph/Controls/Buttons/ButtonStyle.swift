/// A type that defines the appearance of buttons, for `buttonStyle(_:)`. Presses work as usual.
///
///     struct Bubble: ButtonStyle {
///         func makeBody(configuration: Configuration) -> some View {
///             configuration.label
///                 .padding(8)
///                 .background(configuration.isPressed ? Color.gray : .blue, in: Capsule())
///         }
///     }
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol ButtonStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a button.
    typealias Configuration = ButtonStyleConfiguration

    /// Returns the view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a button that a ``ButtonStyle`` draws.
@MainActor @preconcurrency
public struct ButtonStyleConfiguration {
    /// The label of the button, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The purpose of the button; nil for none in particular.
    public let role: ButtonRole?
    /// The label of the button.
    public let label: Label
    /// Whether the user holds the button down.
    public let isPressed: Bool
}

/// A type that defines the appearance and behavior of buttons, for `buttonStyle(_:)`.
///
/// The style's body decides when the action runs, by calling `trigger()` of its configuration.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a button.
    typealias Configuration = PrimitiveButtonStyleConfiguration

    /// Returns the view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a button that a ``PrimitiveButtonStyle`` draws.
@MainActor @preconcurrency
public struct PrimitiveButtonStyleConfiguration {
    /// The label of the button, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The purpose of the button; nil for none in particular.
    public let role: ButtonRole?
    /// The label of the button.
    public let label: Label
    /// The purpose of the button for users who do not see it, outside a menu.
    let kind: ButtonContent.Kind
    private let action: @MainActor () -> Void

    init(
        role: ButtonRole?, label: AnyView, kind: ButtonContent.Kind = .button, action: @escaping @MainActor () -> Void
    ) {
        self.role = role
        self.kind = kind
        self.label = Label(content: label)
        self.action = action
    }

    /// Runs the button's action.
    public func trigger() { action() }
}

/// A `ButtonStyle` as a `PrimitiveButtonStyle`: the style draws, and the host reports presses.
private struct AppButtonStyle<Style: ButtonStyle>: PrimitiveButtonStyle, ButtonLabelStyle {
    let style: Style

    func makeBody(configuration: Configuration) -> some View { StyledButton(style: style, configuration: configuration) }

    func body(label: AnyView, isPressed: StateBox<Bool>) -> any View {
        StyleBody(style: style) { style in
            style.makeBody(
                configuration: ButtonStyleConfiguration(
                    role: nil, label: ButtonStyleConfiguration.Label(content: label), isPressed: isPressed.value))
        }
    }
}

private struct ButtonStylesKey: EnvironmentKey {
    static var defaultValue: [any PrimitiveButtonStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of buttons, innermost last; see `toggleStyles`.
    var buttonStyles: [any PrimitiveButtonStyle] {
        get { self[ButtonStylesKey.self] }
        set { self[ButtonStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of buttons. The style also decides when their actions run.
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        changingEnvironment { $0.buttonStyles.append(style) }
    }

    /// Sets the style of buttons.
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        changingEnvironment { $0.buttonStyles.append(AppButtonStyle(style: style)) }
    }
}
