/// A style with glass behind the label, in the shape of a capsule unless `buttonBorderShape(_:)`
/// sets another.
public struct GlassButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .glass, configuration: configuration)
    }
}

/// A style with glass in the accent color, for the main action.
public struct GlassProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .prominentGlass, configuration: configuration)
    }
}

extension PrimitiveButtonStyle where Self == GlassButtonStyle {
    /// A style with glass behind the label.
    public static var glass: GlassButtonStyle { GlassButtonStyle() }
}

extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
    /// A style with glass in the accent color, for the main action.
    public static var glassProminent: GlassProminentButtonStyle { GlassProminentButtonStyle() }
}
