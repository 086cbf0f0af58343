import StrataViewGraph

extension Color.Semantic {
    /// The style sheet with the system colors as custom properties, such as `--red`. `Color.css`
    /// and the other style sheets refer to them.
    static let styleSheet: String = {
        // Clear is `transparent` in CSS.
        let properties = allCases.filter { $0 != .clear }.map { "--\($0.rawValue): \($0.css)" }
        return ":root { \(properties.joined(separator: "; ")) }\n"
    }()

    /// The values of the color.
    private var css: String {
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
