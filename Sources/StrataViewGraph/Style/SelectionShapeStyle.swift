/// The color behind selected content: a light shade of the color of controls.
public struct SelectionShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the paint of the style in an environment.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        ShapePaint((environment.tintColor ?? .accentColor).opacity(0.18))
    }
}

extension ShapeStyle where Self == SelectionShapeStyle {
    /// The color behind selected content.
    public static var selection: SelectionShapeStyle { SelectionShapeStyle() }
}
