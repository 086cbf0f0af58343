import StrataViewGraph

extension Color.Semantic {
    /// The style sheet with the system colors as custom properties, such as `--red`. `Color.css`
    /// and the other style sheets refer to them.
    static let styleSheet = makeStyleSheet(appAccent: Color.appAccentColor)

    /// Returns the style sheet.
    ///
    /// - Parameter appAccent: The accent color of the app; nil for that of the system.
    static func makeStyleSheet(appAccent: Color?) -> String {
        // Clear is `transparent` in CSS.
        var properties = allCases.filter { $0 != .clear }.map { semantic in
            let color = semantic == .accent ? appAccent ?? Color(semantic) : Color(semantic)
            return "--\(semantic.rawValue): \(color.valuesCSS)"
        }
        // Below white text, as darkened as the tint of a prominent button (tokens.css).
        if appAccent != nil {
            properties.append(
                "--app-accent-fill: light-dark(var(--accent), color-mix(in srgb, var(--accent) 66%, #000))")
        }
        return ":root { \(properties.joined(separator: "; ")) }\n"
    }
}

extension Color {
    /// The values of the color in both appearances.
    fileprivate var valuesCSS: String {
        let (light, dark) = (components(in: .light), components(in: .dark))
        return light == dark ? light.hexadecimal : "light-dark(\(light.hexadecimal), \(dark.hexadecimal))"
    }
}

extension ColorComponents {
    /// The components in hexadecimal digits, such as `#0a5cc8`, with the opacity if it is below 1.
    var hexadecimal: String {
        "#"
            + (alpha < 1 ? [red, green, blue, alpha] : [red, green, blue])
            .map { component in
                let byte = component.isNaN ? 0 : Int((min(max(component, 0), 1) * 255).rounded())
                return (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }
}
