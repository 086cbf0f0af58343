/// The color that fills shapes such as the background of a control.
public struct FillShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of fills.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(Color(.control)) }
}

extension ShapeStyle where Self == FillShapeStyle {
    /// The color that fills shapes such as the background of a control.
    public static var fill: FillShapeStyle { FillShapeStyle() }
}

/// The color of the text that an empty field shows.
public struct PlaceholderTextShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of placeholders.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.secondary) }
}

extension ShapeStyle where Self == PlaceholderTextShapeStyle {
    /// The color of the text that an empty field shows.
    public static var placeholder: PlaceholderTextShapeStyle { PlaceholderTextShapeStyle() }
}

/// The color of links.
public struct LinkShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of links.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.accentColor) }
}

extension ShapeStyle where Self == LinkShapeStyle {
    /// The color of links.
    public static var link: LinkShapeStyle { LinkShapeStyle() }
}

/// The color of windows.
public struct WindowBackgroundShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of windows.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(Color(.surface)) }
}

extension ShapeStyle where Self == WindowBackgroundShapeStyle {
    /// The color of windows.
    public static var windowBackground: WindowBackgroundShapeStyle { WindowBackgroundShapeStyle() }
}

extension ShapeStyle {
    /// The second level of the style, with a lower opacity.
    public var secondary: some ShapeStyle { FadedShapeStyle(style: self, factor: HierarchicalShapeStyle.opacities[1]) }
    /// The third level of the style.
    public var tertiary: some ShapeStyle { FadedShapeStyle(style: self, factor: HierarchicalShapeStyle.opacities[2]) }
    /// The fourth level of the style.
    public var quaternary: some ShapeStyle { FadedShapeStyle(style: self, factor: HierarchicalShapeStyle.opacities[3]) }
    /// The fifth level of the style.
    public var quinary: some ShapeStyle { FadedShapeStyle(style: self, factor: HierarchicalShapeStyle.opacities[4]) }
}
