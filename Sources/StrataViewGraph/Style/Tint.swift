private struct TintColorKey: EnvironmentKey {
    static var defaultValue: Color? { nil }
}

extension EnvironmentValues {
    /// The color of controls; nil for the accent color.
    package var tintColor: Color? {
        get { self[TintColorKey.self] }
        set { self[TintColorKey.self] = newValue }
    }
}

extension View {
    /// Sets the color of controls; nil for the accent color.
    public func tint(_ tint: Color?) -> some View { changingEnvironment { $0.tintColor = tint } }

    /// Sets the color of controls; nil for the accent color. The same as `tint(_:)`.
    public func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }

    /// Sets the color of controls to the color that a style has in the default environment, such as
    /// the first color of a gradient; nil for the accent color.
    @_disfavoredOverload
    public func tint<S: ShapeStyle>(_ tint: S?) -> some View { changingEnvironment { $0.tintColor = tint?._color } }
}
