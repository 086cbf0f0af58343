public import Foundation

/// A color of AppKit. It is the same type as `UIColor`, with AppKit's names for the colors of the
/// system, so that `Color(.systemRed)` has one meaning.
public typealias NSColor = UIColor

extension Color {
    /// Creates a color from a color of AppKit, and keeps its version for dark appearance.
    public init(nsColor: NSColor) { self = nsColor.color }
}

extension NSColor {
    /// The color of text.
    public static let labelColor = label
    /// The color of secondary text.
    public static let secondaryLabelColor = secondaryLabel
    /// The color of text that is less important than secondary text.
    public static let tertiaryLabelColor = tertiaryLabel
    /// The color of the least important text, such as a watermark.
    public static let quaternaryLabelColor = quaternaryLabel
    /// The color of text in a document.
    public static let textColor = label
    /// The background of text in a document.
    public static let textBackgroundColor = systemBackground
    /// The color of the prompt of a text field.
    public static let placeholderTextColor = placeholderText
    /// The color of links.
    public static let linkColor = link
    /// The color of thin lines, which lets what is behind them show through.
    public static let separatorColor = separator
    /// The color of the window's background.
    public static let windowBackgroundColor = systemGroupedBackground
    /// The background of large controls, such as a list.
    public static let controlBackgroundColor = systemBackground
    /// The color of text in a control.
    public static let controlTextColor = label
    /// The color of text in a disabled control.
    public static let disabledControlTextColor = tertiaryLabel
    /// The accent color of the app.
    public static let controlAccentColor = tintColor
}

extension NSColor {
    /// Creates a color from its components in sRGB, from 0 to 1.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The amount of red in sRGB, in light appearance.
    public var redComponent: CGFloat { components.red }
    /// The amount of green in sRGB, in light appearance.
    public var greenComponent: CGFloat { components.green }
    /// The amount of blue in sRGB, in light appearance.
    public var blueComponent: CGFloat { components.blue }
    /// The opacity, from 0 (invisible) to 1.
    public var alphaComponent: CGFloat { components.alpha }
}
