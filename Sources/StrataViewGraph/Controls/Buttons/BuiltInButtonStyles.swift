/// The host's style: the label in the accent color.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .automatic, configuration: configuration)
    }
}

/// A style with a background behind the label.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .bordered, configuration: configuration)
    }
}

/// A style filled with the accent color, for the main action.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .prominent, configuration: configuration)
    }
}

/// A style without a border, in the accent color.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .borderless, configuration: configuration)
    }
}

/// A style that draws the label alone.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .plain, configuration: configuration)
    }
}

/// A style that looks like a link in text.
public struct LinkButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// Returns a button in the style.
    public func makeBody(configuration: Configuration) -> some View {
        ButtonView(appearance: .link, configuration: configuration)
    }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// The host's style: the label in the accent color.
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// A style with a background behind the label.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// A style filled with the accent color, for the main action.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// A style without a border, in the accent color.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// A style that draws the label alone.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == LinkButtonStyle {
    /// A style that looks like a link in text.
    public static var link: LinkButtonStyle { LinkButtonStyle() }
}
