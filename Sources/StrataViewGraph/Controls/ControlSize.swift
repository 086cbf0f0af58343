/// A size of controls, for `controlSize(_:)`.
public enum ControlSize: String, CaseIterable, Hashable, Sendable {
    /// Much smaller than usual.
    case mini
    /// Smaller than usual.
    case small
    /// The usual size.
    case regular
    /// Larger than usual, for a prominent place.
    case large
    /// Much larger than usual.
    case extraLarge
}

private struct ControlSizeKey: EnvironmentKey {
    static var defaultValue: ControlSize { .regular }
}

extension EnvironmentValues {
    /// The size of controls.
    public var controlSize: ControlSize {
        get { self[ControlSizeKey.self] }
        set { self[ControlSizeKey.self] = newValue }
    }
}

extension View {
    /// Sets the size of controls.
    public func controlSize(_ controlSize: ControlSize) -> some View { changingEnvironment { $0.controlSize = controlSize } }
}
