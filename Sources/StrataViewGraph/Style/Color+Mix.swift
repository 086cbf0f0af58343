extension Color {
    /// Returns a mixture of the color and another one.
    ///
    /// - Parameters:
    ///   - rhs: The other color.
    ///   - fraction: The part of the other color, from 0 (none) to 1 (only the other color).
    ///   - colorSpace: The color space in which the components are interpolated.
    public func mix(with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        let part = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        return Color(.mixture(self, rhs, fraction: part, in: colorSpace), opacity: 1)
    }
}

extension Color: CustomStringConvertible {
    /// The name of the color, or its components in hexadecimal digits, with its opacity.
    public var description: String {
        func digits(_ components: Double...) -> String {
            "#"
                + components.map { component in
                    let byte = component.isNaN ? 0 : Int((min(max(component, 0), 1) * 255).rounded())
                    return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }.joined()
        }
        let name: String
        switch base {
        case .components(let red, let green, let blue): return digits(red, green, blue, alpha)
        case .semantic(let semantic): name = semantic.rawValue
        case .displayP3(let red, let green, let blue): name = "DisplayP3(red: \(red), green: \(green), blue: \(blue))"
        case .adaptive(let light, let dark):
            name =
                "\(digits(light.red, light.green, light.blue, light.alpha)) or "
                + digits(dark.red, dark.green, dark.blue, dark.alpha)
        case .mixture(let first, let second, let fraction, _): name = "\(first) mixed with \(second) by \(fraction)"
        }
        return alpha == 1 ? name : "\(Int((alpha.isNaN ? 0 : min(max(alpha, 0), 1) * 100).rounded()))% \(name)"
    }
}
