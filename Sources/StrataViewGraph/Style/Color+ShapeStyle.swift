extension ShapeStyle where Self == Color {
    /// Red, adapted to light and dark appearance.
    public static var red: Color { .red }

    /// Orange, adapted to light and dark appearance.
    public static var orange: Color { .orange }

    /// Yellow, adapted to light and dark appearance.
    public static var yellow: Color { .yellow }

    /// Green, adapted to light and dark appearance.
    public static var green: Color { .green }

    /// Mint, adapted to light and dark appearance.
    public static var mint: Color { .mint }

    /// Teal, adapted to light and dark appearance.
    public static var teal: Color { .teal }

    /// Cyan, adapted to light and dark appearance.
    public static var cyan: Color { .cyan }

    /// Blue, adapted to light and dark appearance.
    public static var blue: Color { .blue }

    /// Indigo, adapted to light and dark appearance.
    public static var indigo: Color { .indigo }

    /// Purple, adapted to light and dark appearance.
    public static var purple: Color { .purple }

    /// Pink, adapted to light and dark appearance.
    public static var pink: Color { .pink }

    /// Brown, adapted to light and dark appearance.
    public static var brown: Color { .brown }

    /// Gray, adapted to light and dark appearance.
    public static var gray: Color { .gray }

    /// Black.
    public static var black: Color { .black }

    /// White.
    public static var white: Color { .white }

    /// Fully transparent.
    public static var clear: Color { .clear }
}
