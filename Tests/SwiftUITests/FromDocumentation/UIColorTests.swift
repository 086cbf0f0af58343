import Foundation
import SwiftUI
import Testing

/// `UIColor` and the colors that are made of it, as their documentation describes them.
struct UIColorTests {
    private func resolved(_ color: Color, _ scheme: ColorScheme = .light) -> Color.Resolved {
        var values = EnvironmentValues()
        values.colorScheme = scheme
        return color.resolve(in: values)
    }

    @Test func `a gray of the system can be written without its type`() {
        // The values of systemGray6 in light appearance: 242, 242 and 247.
        let gray = resolved(Color(.systemGray6))
        #expect(abs(gray.red - 242 / 255) < 1e-4)
        #expect(abs(gray.blue - 247 / 255) < 1e-4)
        #expect(Color(.systemGray6) == Color(uiColor: .systemGray6))
        #expect(Color(UIColor.systemGray6) == Color(uiColor: UIColor.systemGray6))
    }

    @Test func `a color keeps the adaptability of the color of UIKit`() {
        let color = Color(uiColor: .secondarySystemBackground)
        #expect(resolved(color, .light).red > 0.9)
        #expect(resolved(color, .dark).red < 0.3)
    }

    @Test func `each gray is closer to the background than the one before it`() {
        let grays: [UIColor] = [.systemGray2, .systemGray3, .systemGray4, .systemGray5, .systemGray6, .systemBackground]
        for (strong, weak) in zip(grays, grays.dropFirst()) {
            #expect(resolved(Color(strong), .light).red < resolved(Color(weak), .light).red)
            #expect(resolved(Color(strong), .dark).red > resolved(Color(weak), .dark).red)
        }
    }

    @Test func `a system color is the color of SwiftUI with that name`() {
        #expect(Color(.systemRed) == .red)
        #expect(Color(.label) == .primary)
        #expect(Color(uiColor: .secondaryLabel) == .secondary)
    }

    @Test func `a color without system in its name has the same components in each appearance`() {
        #expect(resolved(Color(UIColor.red), .light) == resolved(Color(UIColor.red), .dark))
        #expect(resolved(Color(UIColor.red)).red == 1)
        #expect(resolved(Color(UIColor.red)).green == 0)
        #expect(abs(resolved(Color(.darkGray)).green - 1 / 3) < 1e-4)
    }

    @Test func `the components of a picked color can be stored`() {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        let color = UIColor(Color(red: 0.2, green: 0.4, blue: 0.6, opacity: 0.5))
        let hasComponents = color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect(hasComponents)
        #expect([red, green, blue, alpha] == [0.2, 0.4, 0.6, 0.5])
        #expect(UIColor(red: red, green: green, blue: blue, alpha: alpha) == color)
        var onlyAlpha: CGFloat = 0
        color.getRed(nil, green: nil, blue: nil, alpha: &onlyAlpha)
        #expect(onlyAlpha == 0.5)
    }

    @Test(arguments: [0, 0.1, 0.25, 0.5, 0.75, 0.9])
    func `hue, saturation and brightness are those that a color was created with`(hue: CGFloat) {
        var (found, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        UIColor(hue: hue, saturation: 0.5, brightness: 0.8, alpha: 1)
            .getHue(&found, saturation: &saturation, brightness: &brightness, alpha: nil)
        #expect(abs(found - hue) < 1e-9)
        #expect(abs(saturation - 0.5) < 1e-9)
        #expect(abs(brightness - 0.8) < 1e-9)
    }

    @Test func `a gray has a brightness, and another color has none`() {
        var (white, alpha): (CGFloat, CGFloat) = (-1, -1)
        let isGray = UIColor(white: 0.3, alpha: 0.7).getWhite(&white, alpha: &alpha)
        #expect(isGray)
        #expect(white == 0.3)
        #expect(alpha == 0.7)
        let orangeIsGray = UIColor.orange.getWhite(&white, alpha: nil)
        #expect(!orangeIsGray)
        #expect(white == 0.3)
    }

    @Test func `an opacity replaces that of the color`() {
        let faint = UIColor(white: 1, alpha: 0.5).withAlphaComponent(0.8)
        #expect(faint == UIColor(white: 1, alpha: 0.8))
    }

    @Test func `a name that no asset catalog has makes no color`() {
        #expect(UIColor(named: "There is no color with this name") == nil)
    }

    @Test func `the names of AppKit's colors lead to the same colors`() {
        #expect(Color(nsColor: .labelColor) == .primary)
        #expect(Color(.secondaryLabelColor) == .secondary)
        #expect(Color(NSColor.windowBackgroundColor) == Color(UIColor.systemGroupedBackground))
        #expect(NSColor(srgbRed: 0.2, green: 0.4, blue: 0.6, alpha: 0.5).greenComponent == 0.4)
        #expect(NSColor(srgbRed: 0.2, green: 0.4, blue: 0.6, alpha: 0.5).alphaComponent == 0.5)
    }

    @Test func `the components of a constant color can be read and make the color again`() {
        let color = Color(red: 0.2, green: 0.4, blue: 0.6, opacity: 0.5)
        #expect(color.cgColor?.components == [0.2, 0.4, 0.6, 0.5])
        #expect(color.cgColor?.alpha == 0.5)
        #expect(color.cgColor?.numberOfComponents == 4)
        #expect(color.cgColor.map(Color.init(cgColor:)) == color)
        #expect(UIColor(color).cgColor == CGColor(srgbRed: 0.2, green: 0.4, blue: 0.6, alpha: 0.5))
        #expect(UIColor(cgColor: CGColor(gray: 0.3, alpha: 1)) == UIColor(white: 0.3, alpha: 1))
    }

    @Test func `a color that depends on the appearance has no components of its own`() {
        #expect(Color.red.cgColor == nil)
        #expect(Color(.systemGray6).cgColor == nil)
        #expect(UIColor.systemGray6.cgColor.components?.count == 4)
    }
}
