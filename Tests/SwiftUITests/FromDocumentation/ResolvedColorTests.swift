import Foundation
import SwiftUI
import Testing

/// `Color.Resolved` and `Color.resolve(in:)` as their documentation describes them.
struct ResolvedColorTests {
    private func environment(_ scheme: ColorScheme) -> EnvironmentValues {
        var values = EnvironmentValues()
        values.colorScheme = scheme
        return values
    }

    @Test func `the components of a color are those that it was created with`() {
        let color = Color.Resolved(red: 1, green: 0.5, blue: 0, opacity: 0.25)
        #expect(color.red == 1)
        #expect(color.green == 0.5)
        #expect(color.blue == 0)
        #expect(color.opacity == 0.25)
        #expect(Color.Resolved(red: 0, green: 0, blue: 0).opacity == 1)
    }

    @Test func `a color is stored in linear sRGB`() {
        // The transfer function of sRGB (IEC 61966-2-1) at 0.5.
        #expect(abs(Color.Resolved(red: 0.5, green: 0, blue: 0).linearRed - 0.214_041_14) < 1e-6)
        let linear = Color.Resolved(colorSpace: .sRGBLinear, red: 0.2, green: 0.3, blue: 0.4)
        #expect(linear.linearRed == 0.2)
        #expect(linear.linearGreen == 0.3)
        #expect(linear.linearBlue == 0.4)
        #expect(abs(Color.Resolved(colorSpace: .sRGBLinear, red: 0.214_041_14, green: 0, blue: 0).red - 0.5) < 1e-6)
    }

    @Test func `a component can be changed in both color spaces`() {
        var color = Color.Resolved(red: 0, green: 0, blue: 0)
        color.red = 0.5
        #expect(abs(color.linearRed - 0.214_041_14) < 1e-6)
        color.linearRed = 1
        #expect(color.red == 1)
    }

    @Test func `components may be outside of the range of sRGB`() {
        // Red of Display P3 in sRGB, as CSS Color 4 computes it.
        let red = Color.Resolved(colorSpace: .displayP3, red: 1, green: 0, blue: 0)
        #expect(abs(red.red - 1.0931) < 1e-3)
        #expect(abs(red.green + 0.2267) < 1e-3)
        #expect(abs(red.blue + 0.1501) < 1e-3)
        #expect(abs(Color(.displayP3, red: 1, green: 0, blue: 0).resolve(in: EnvironmentValues()).red - red.red) < 1e-6)
        #expect(Color.Resolved(red: 2, green: -1, blue: 0).green == -1)
    }

    @Test func `a constant color resolves to its components in each environment`() {
        let color = Color(red: 0.25, green: 0.5, blue: 0.75, opacity: 0.5)
        #expect(color.resolve(in: environment(.light)) == Color.Resolved(red: 0.25, green: 0.5, blue: 0.75, opacity: 0.5))
        #expect(color.resolve(in: environment(.dark)) == color.resolve(in: environment(.light)))
    }

    @Test(arguments: [Color.red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray])
    func `a color of the palette adapts to light and dark appearance`(color: Color) {
        #expect(color.resolve(in: environment(.light)) != color.resolve(in: environment(.dark)))
        #expect(color.resolve(in: environment(.light)).opacity == 1)
    }

    @Test func `black, white and clear are the same in both appearances`() {
        for scheme in ColorScheme.allCases {
            #expect(Color.black.resolve(in: environment(scheme)) == Color.Resolved(red: 0, green: 0, blue: 0))
            #expect(Color.white.resolve(in: environment(scheme)) == Color.Resolved(red: 1, green: 1, blue: 1))
            #expect(Color.clear.resolve(in: environment(scheme)).opacity == 0)
        }
    }

    @Test func `the color of text is darker than its background in light appearance only`() {
        #expect(Color.primary.resolve(in: environment(.light)).linearRed < 0.5)
        #expect(Color.primary.resolve(in: environment(.dark)).linearRed > 0.5)
    }

    @Test func `the opacity of a color is that of the resolved one`() {
        #expect(Color.red.opacity(0.5).resolve(in: environment(.light)).opacity == 0.5)
        #expect(Color.red.opacity(0.5).opacity(0.5).resolve(in: environment(.light)).opacity == 0.25)
    }

    @Test func `a mixture resolves to the color between two`() {
        let gray = Color.white.mix(with: .black, by: 0.5, in: .device).resolve(in: environment(.light))
        #expect(abs(gray.red - 0.5) < 1e-6)
        // The color that a browser computes for color-mix(in oklab, #f00, #00f).
        let purple = Color(red: 1, green: 0, blue: 0).mix(with: Color(red: 0, green: 0, blue: 1), by: 0.5)
        #expect(purple.resolve(in: environment(.light)).description == "#8C53A2FF")
        // A transparent color adds no black.
        let faded = Color.white.mix(with: .clear, by: 0.5, in: .device).resolve(in: environment(.light))
        #expect(faded == Color.Resolved(red: 1, green: 1, blue: 1, opacity: 0.5))
    }

    @Test func `a resolved color makes a color that is constant`() {
        let red = Color.red.resolve(in: environment(.light))
        #expect(Color(red).resolve(in: environment(.light)) == red)
        #expect(Color(red).resolve(in: environment(.dark)) == red)
    }

    @Test func `a resolved color keeps its value in JSON`() throws {
        for color in [Color.red, .blue.opacity(0.3), Color(.displayP3, red: 0.1, green: 0.9, blue: 0.2)] {
            let resolved = color.resolve(in: environment(.dark))
            #expect(try JSONDecoder().decode(Color.Resolved.self, from: JSONEncoder().encode(resolved)) == resolved)
        }
    }

    @Test func `a resolved color is described by its components`() {
        #expect(Color.Resolved(red: 1, green: 0.5, blue: 0).description == "#FF8000FF")
    }

    @Test func `a resolved color is interpolated`() {
        var color = Color.Resolved(red: 0, green: 0, blue: 0, opacity: 0)
        var data = Color.Resolved(red: 1, green: 1, blue: 1).animatableData
        data.scale(by: 0.5)
        color.animatableData = data
        #expect(color == Color.Resolved(colorSpace: .sRGBLinear, red: 0.5, green: 0.5, blue: 0.5, opacity: 0.5))
    }
}

/// A resolved color as a style, and a style of the app that resolves to one.
private struct Muted: ShapeStyle {
    func resolve(in environment: EnvironmentValues) -> some ShapeStyle {
        var color = Color.red.resolve(in: environment)
        color.opacity = 0.5
        return color
    }
}

private struct ColorList: View {
    @Environment(\.self) private var environment
    @State private var color = Color.red

    var body: some View {
        let resolved = color.resolve(in: environment)
        Text("Red: \(resolved.red)").foregroundStyle(resolved)
        Circle().fill(Muted())
        Circle().fill(Color(resolved).gradient)
    }
}
