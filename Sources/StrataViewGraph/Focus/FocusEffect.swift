/// The interactions for which a view has the keyboard focus.
public struct FocusInteractions: OptionSet, Hashable, Sendable {
    /// The interactions as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The primary action of the view, as an alternative to a click.
    public static let activate = FocusInteractions(rawValue: 1)
    /// Input from the keyboard, over time.
    public static let edit = FocusInteractions(rawValue: 2)
    /// The interactions that the host chooses: all of them.
    public static let automatic: FocusInteractions = [.activate, .edit]
}

private struct IsFocusEffectEnabledKey: EnvironmentKey {
    static var defaultValue: Bool { true }
}

extension EnvironmentValues {
    /// Whether views show that they have the keyboard focus.
    public var isFocusEffectEnabled: Bool {
        get { self[IsFocusEffectEnabledKey.self] }
        set { self[IsFocusEffectEnabledKey.self] = newValue }
    }
}

extension View {
    /// Sets whether the view, and the views inside, do without the ring that shows the keyboard
    /// focus. If a view above disables it, it stays disabled.
    public func focusEffectDisabled(_ disabled: Bool = true) -> some View {
        changingEnvironment {
            guard disabled else { return }
            $0.isFocusEffectEnabled = false
            $0.pendingTraits.interaction.hidesFocus = true
        }
    }
}
