import Foundation
import Testing

@testable import StrataViewGraph

/// Short forms of styles, the foreground styles that views set, and colors of other frameworks.
@MainActor
struct StyleFormTests {
    private func paint(_ style: some ShapeStyle, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> ShapePaint {
        var environment = EnvironmentValues()
        change(&environment)
        return style._paint(in: environment)
    }

    private func content(_ view: some View) -> TextContent? {
        Screen(view).all { _ in true }.lazy.compactMap { if case .text(let text) = $0.content { text } else { nil } }.first
    }

    @Test func `colors can be written as styles`() {
        #expect(paint(.mint).base == .color(.mint))
        #expect(paint(.cyan).base == .color(.cyan))
        #expect(paint(.clear).base == .color(.clear))
    }

    @Test func `materials can be written as styles`() {
        #expect(paint(.ultraThickMaterial).base == .material(.ultraThick))
        #expect(paint(.ultraThinMaterial).base == .material(.ultraThin))
        #expect(paint(.bar).base == .material(.bar))
    }

    @Test func `the foreground is the style that views have set, or the color of text`() {
        #expect(paint(.foreground).color == .primary)
        #expect(paint(.foreground) { $0.foregroundPaints = [ShapePaint(.red), ShapePaint(.blue)] }.color == .red)
    }

    @Test func `the selection has the color of controls`() {
        #expect(paint(.selection).color == Color.accentColor.opacity(0.18))
        #expect(paint(SelectionShapeStyle()) { $0.tintColor = .red }.color == Color.red.opacity(0.18))
    }

    @Test func `a level below those that a view has set is fainter than the last of them`() {
        let set: (inout EnvironmentValues) -> Void = { $0.foregroundPaints = [ShapePaint(.red), ShapePaint(.blue)] }
        #expect(paint(.secondary, set).color == .blue)
        #expect(paint(.quinary, set).base == .color(.blue))
        #expect(paint(.quinary, set).alpha < paint(.quaternary, set).alpha)
        #expect(paint(.quinary).base == paint(.quaternary).base)
        #expect(paint(Color.red.quaternary).alpha == 0.22)
    }

    @Test func `three styles are those of the first three levels`() {
        func color(_ level: HierarchicalShapeStyle) -> Color? {
            let inner = VStack { Text("x") }.foregroundStyle(level)
            return content(VStack { inner }.foregroundStyle(.red, .green, .blue))?.style.color
        }
        #expect(color(.primary) == .red)
        #expect(color(.secondary) == .green)
        #expect(color(.tertiary) == .blue)
    }

    /// Shows the color of controls.
    private struct Tinted: View {
        var body: some View { VStack { Text("x") }.foregroundStyle(.tint) }
    }

    @Test func `a tint may be any style, of which controls have the first color`() {
        let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
        #expect(content(Tinted().tint(gradient))?.style.color == .red)
        #expect(content(Tinted().tint(.purple))?.style.color == .purple)
        #expect(content(Tinted().tint(LinearGradient?.none))?.style.color == .accentColor)
    }

    @Test func `glass without a shape is a capsule`() {
        let rect = CGRect(x: 0, y: 0, width: 100, height: 40)
        #expect(DefaultGlassEffectShape().path(in: rect) == Capsule().path(in: rect))
    }

    @Test func `the components of a resolved color can be set`() {
        var color = Color.Resolved(red: 1, green: 0, blue: 0)
        color.red = 0
        color.green = 1
        color.blue = 0.5
        #expect(color.linearRed == 0)
        #expect(abs(color.linearGreen - 1) < 0.001)
        #expect(abs(color.blue - 0.5) < 0.001)
        #expect(abs(color.linearBlue - 0.2140) < 0.001)
    }

    @Test func `a color of Core Graphics has components of sRGB`() {
        let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        #expect(color.components == [0.25, 0.5, 0.75, 1])
        #expect(color == CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1))
        let colors: Set = [color, CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1), CGColor(gray: 0, alpha: 1)]
        #expect(colors.count == 2)
    }

    @Test func `a color of AppKit has its components`() {
        let color = NSColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        #expect(abs(color.redComponent - 0.25) < 0.001)
        #expect(abs(color.greenComponent - 0.5) < 0.001)
        #expect(abs(color.blueComponent - 0.75) < 0.001)
        #expect(color.alphaComponent == 0.5)
    }

    @Test func `red of Display P3 is redder than sRGB can be`() {
        let color = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1)
        #expect(color.redComponent > 1)
        #expect(color.greenComponent < 0)
        #expect(color.alphaComponent == 1)
    }

    @Test func `a color without an asset is clear`() {
        let resource = ColorResource(name: "no such color", bundle: .main)
        #expect(Color(resource) == .clear)
        #expect(Color("no such color", bundle: .main) == .clear)
        #expect(UIColor(resource: resource).alphaComponent == 0)
    }

    @Test func `variants of symbols have a shape, are filled or are crossed out`() {
        #expect(SymbolVariants.square.applied(to: "heart") == "heart.square")
        #expect(SymbolVariants.fill.square.applied(to: "heart") == "heart.square.fill")
        #expect(SymbolVariants.fill.rectangle.applied(to: "plus") == "plus.rectangle.fill")
        #expect(SymbolVariants.fill.slash.applied(to: "bell") == "bell.slash.fill")
        #expect(SymbolVariants.circle.square.applied(to: "heart") == "heart.square")
        #expect(SymbolVariants.fill.slash.contains(.slash))
        #expect(!SymbolVariants.fill.square.contains(.rectangle))
    }
}
