import Foundation

extension UIColor {
    private convenience init(light: UInt32, dark: UInt32) {
        self.init(Color(light: ColorComponents(rgba: light), dark: ColorComponents(rgba: dark)))
    }
}

// The colors that `Color` has, too. They have the same values as there.
extension UIColor {
    /// Red, adapted to light and dark appearance.
    public static let systemRed = UIColor(Color.red)
    /// Orange, adapted to light and dark appearance.
    public static let systemOrange = UIColor(Color.orange)
    /// Yellow, adapted to light and dark appearance.
    public static let systemYellow = UIColor(Color.yellow)
    /// Green, adapted to light and dark appearance.
    public static let systemGreen = UIColor(Color.green)
    /// Mint, adapted to light and dark appearance.
    public static let systemMint = UIColor(Color.mint)
    /// Teal, adapted to light and dark appearance.
    public static let systemTeal = UIColor(Color.teal)
    /// Cyan, adapted to light and dark appearance.
    public static let systemCyan = UIColor(Color.cyan)
    /// Blue, adapted to light and dark appearance.
    public static let systemBlue = UIColor(Color.blue)
    /// Indigo, adapted to light and dark appearance.
    public static let systemIndigo = UIColor(Color.indigo)
    /// Purple, adapted to light and dark appearance.
    public static let systemPurple = UIColor(Color.purple)
    /// Pink, adapted to light and dark appearance.
    public static let systemPink = UIColor(Color.pink)
    /// Brown, adapted to light and dark appearance.
    public static let systemBrown = UIColor(Color.brown)
    /// Gray, adapted to light and dark appearance.
    public static let systemGray = UIColor(Color.gray)

    /// The color of text.
    public static let label = UIColor(Color.primary)
    /// The color of secondary text.
    public static let secondaryLabel = UIColor(Color.secondary)
    /// The color of text that is less important than secondary text.
    public static let tertiaryLabel = UIColor(Color(.tertiary))
    /// The color of the least important text, such as a watermark.
    public static let quaternaryLabel = UIColor(Color(.quaternary))
    /// The color of the prompt of a text field.
    public static let placeholderText = UIColor(Color(.tertiary))
    /// The color of links.
    public static let link = UIColor(Color.blue)
    /// The accent color of the app.
    public static let tintColor = UIColor(Color.accentColor)
    /// The color of thin lines between rows, which lets what is behind them show through.
    public static let separator = UIColor(Color(.separator))
    /// The background of content.
    public static let systemBackground = UIColor(Color(.background))
}

// Grays and backgrounds, with the values that Apple publishes. The background of dark content is as
// bright here as that of an elevated view on Apple's platforms. So its secondary and tertiary
// backgrounds are those of elevated views, and the dark grays are those for increased contrast, as
// the others would be invisible on it.
extension UIColor {
    /// The second strongest of the system's grays.
    public static let systemGray2 = UIColor(light: 0xAEAE_B2FF, dark: 0x7C7C_80FF)
    /// The third strongest of the system's grays.
    public static let systemGray3 = UIColor(light: 0xC7C7_CCFF, dark: 0x5454_56FF)
    /// The fourth strongest of the system's grays.
    public static let systemGray4 = UIColor(light: 0xD1D1_D6FF, dark: 0x4444_46FF)
    /// The fifth strongest of the system's grays.
    public static let systemGray5 = UIColor(light: 0xE5E5_EAFF, dark: 0x3636_38FF)
    /// The gray that is closest to the background.
    public static let systemGray6 = UIColor(light: 0xF2F2_F7FF, dark: 0x2424_26FF)

    /// The background of content on the window's background.
    public static let secondarySystemBackground = UIColor(light: 0xF2F2_F7FF, dark: 0x2C2C_2EFF)
    /// The background of content on the secondary background.
    public static let tertiarySystemBackground = UIColor(light: 0xFFFF_FFFF, dark: 0x3A3A_3CFF)
    /// The background of grouped content, such as a form.
    public static let systemGroupedBackground = UIColor(light: 0xF2F2_F7FF, dark: 0x0000_00FF)
    /// The background of a group, such as a section of a form.
    public static let secondarySystemGroupedBackground = UIColor(light: 0xFFFF_FFFF, dark: 0x1C1C_1EFF)
    /// The background of content in a group.
    public static let tertiarySystemGroupedBackground = UIColor(light: 0xF2F2_F7FF, dark: 0x2C2C_2EFF)

    /// The fill of thin shapes, such as the track of a slider.
    public static let systemFill = UIColor(light: 0x7878_8033, dark: 0x7878_805C)
    /// The fill of shapes of medium size, such as the background of a switch.
    public static let secondarySystemFill = UIColor(light: 0x7878_8029, dark: 0x7878_8052)
    /// The fill of large shapes, such as fields and buttons.
    public static let tertiarySystemFill = UIColor(light: 0x7676_801F, dark: 0x7676_803D)
    /// The fill of large areas with content.
    public static let quaternarySystemFill = UIColor(light: 0x7474_8014, dark: 0x7676_802E)
    /// The color of thin lines that hide what is behind them.
    public static let opaqueSeparator = UIColor(light: 0xC6C6_C8FF, dark: 0x3838_3AFF)
}

// Colors that are the same in each appearance.
extension UIColor {
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A gray with a third of the brightness of white.
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    /// A gray with half of the brightness of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// A gray with two thirds of the brightness of white.
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Transparent black.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Red of sRGB, without green and blue.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green of sRGB, without red and blue.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue of sRGB, without red and green.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Cyan: green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Yellow: red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Magenta: red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Orange: red, and half as much green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Purple: red and blue, half of each.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// White for text on a dark background, in each appearance.
    public static let lightText = UIColor(white: 1, alpha: 0.6)
    /// Black for text on a light background, in each appearance.
    public static let darkText = UIColor(white: 0, alpha: 1)
}
