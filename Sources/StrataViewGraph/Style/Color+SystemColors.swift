extension Color.Semantic {
    /// Returns the components of the color in an appearance.
    package func components(in scheme: ColorScheme) -> ColorComponents {
        if self == .accent, let color = Color.appAccentColor { return color.components(in: scheme) }
        let (light, dark) = values
        return ColorComponents(rgba: scheme == .dark ? dark : light)
    }

    /// The values in light and dark appearance, with a byte for red, green, blue and alpha.
    ///
    /// This table is the only place that has them: `Color.resolve(in:)` reads it, and the style
    /// sheet of the web host gets its custom properties from it. An app may have another accent color
    /// (``Color/appAccentColor``).
    private var values: (light: UInt32, dark: UInt32) {
        switch self {
        case .primary: (0x1C1C_1EFF, 0xF2F2_F7FF)
        case .secondary: (0x6A6A_70FF, 0xA1A1_A8FF)
        case .tertiary: (0x9A9A_A0FF, 0x6C6C_72FF)
        case .quaternary: (0xC4C4_C9FF, 0x4848_4CFF)
        case .accent, .blue: (0x0A5C_C8FF, 0x5EA8_FFFF)
        case .background, .surface: (0xFFFF_FFFF, 0x1C1C_1EFF)
        case .separator: (0x0000_001A, 0xFFFF_FF1F)
        case .control: (0x7878_801F, 0x7878_803D)
        case .red: (0xD700_15FF, 0xFF7B_72FF)
        case .orange: (0xD970_0AFF, 0xFF9F_0AFF)
        case .yellow: (0xB58A_00FF, 0xFFD6_0AFF)
        case .green: (0x2183_39FF, 0x30D1_58FF)
        case .mint: (0x0C81_7BFF, 0x63E6_E2FF)
        case .teal: (0x0078_8CFF, 0x40C8_E0FF)
        case .cyan: (0x0071_A4FF, 0x64D2_FFFF)
        case .indigo: (0x4A47_C9FF, 0x7D7A_FFFF)
        case .purple: (0x8944_ABFF, 0xDA8F_FFFF)
        case .pink: (0xD30F_45FF, 0xFF37_5FFF)
        case .brown: (0x7F65_45FF, 0xB594_69FF)
        case .gray: (0x6A6A_70FF, 0x9898_9DFF)
        case .black: (0x0000_00FF, 0x0000_00FF)
        case .white: (0xFFFF_FFFF, 0xFFFF_FFFF)
        case .clear: (0, 0)
        }
    }
}

extension Color {
    /// The color "AccentColor" of the app's asset catalogs, which is the accent color; nil for that of
    /// the system.
    package static let appAccentColor = AssetCatalog.accentColor(in: nil)

    /// Returns the components of the color in an appearance.
    package func components(in scheme: ColorScheme) -> ColorComponents {
        var components =
            switch base {
            case .semantic(let semantic): semantic.components(in: scheme)
            case .components(let red, let green, let blue): ColorComponents(red: red, green: green, blue: blue, alpha: 1)
            case .displayP3(let red, let green, let blue):
                ColorComponents(in: .displayP3, red: red, green: green, blue: blue, alpha: 1)
            case .adaptive(let light, let dark): scheme == .dark ? dark : light
            case .mixture(let first, let second, let fraction, let space):
                ColorComponents.mixture(
                    first.components(in: scheme), second.components(in: scheme), fraction: fraction, in: space)
            }
        components.alpha *= alpha.isNaN ? 0 : min(max(alpha, 0), 1)
        return components
    }
}
