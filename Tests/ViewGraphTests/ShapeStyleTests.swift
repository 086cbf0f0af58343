import Foundation
import Testing

@testable import StrataViewGraph

/// Levels of styles, styles of the host, and mixtures of colors.
@MainActor
struct ShapeStyleTests {
    private func paint(_ style: some ShapeStyle) -> ShapePaint { style._paint(in: EnvironmentValues()) }

    @Test func `a level of a style is the style with a lower opacity`() {
        #expect(paint(Color.red.secondary).alpha == 0.62)
        #expect(paint(Color.red.quinary).alpha == 0.14)
        #expect(paint(.tint.tertiary).base == .color(.accentColor))
    }

    @Test func `styles of the host are its colors`() {
        #expect(paint(.fill).color == Color(.control))
        #expect(paint(.placeholder).color == .secondary)
        #expect(paint(.link).color == .accentColor)
        #expect(paint(.windowBackground).color == Color(.surface))
    }

    @Test func `shadows of a style are added to its paint`() {
        let shadow = ShadowStyle.drop(color: .black, radius: 2, x: 1)
        #expect(paint(Color.red.shadow(shadow)).shadows == [shadow])
        #expect(paint(.red.shadow(.drop(radius: 1)).shadow(shadow)).shadows == [.drop(radius: 1), shadow])
        #expect(paint(.shadow(shadow)).color == .primary)
    }

    @Test func `a mixture has a fraction from 0 to 1`() {
        #expect(Color.red.mix(with: .blue, by: 2) == Color.red.mix(with: .blue, by: 1))
        #expect(Color.red.mix(with: .blue, by: .nan) == Color.red.mix(with: .blue, by: 0))
        #expect(Color.red.mix(with: .blue, by: 0.5) != Color.red.mix(with: .blue, by: 0.5, in: .device))
    }

    @Test func `a color is described by its name or its components`() {
        #expect(Color.red.description == "red")
        #expect(Color.red.opacity(0.5).description == "50% red")
        #expect(Color(red: 1, green: 0, blue: 0, opacity: 0.5).description == "#FF000080")
        #expect("\(Color(.displayP3, red: 1, green: 0, blue: 0))" == "DisplayP3(red: 1.0, green: 0.0, blue: 0.0)")
    }
}
