import Foundation
import SwiftUI
import Testing

/// Angles, points, insets, edges, colors, gradients, alignments and enumerations by their
/// documentation.
@MainActor
struct ValueTypeTests {
    @Test func `an angle converts degrees and radians`() {
        #expect(abs(Angle(degrees: 180).radians - .pi) < 1e-12)
        #expect(abs(Angle(radians: .pi / 2).degrees - 90) < 1e-12)
        #expect(Angle.degrees(90) == Angle(degrees: 90))
        #expect(Angle.zero == Angle())
    }

    @Test func `setting the degrees of an angle changes its radians`() {
        var angle = Angle.zero
        angle.degrees = 360
        #expect(abs(angle.radians - 2 * .pi) < 1e-12)
    }

    @Test func `angles are ordered by their size`() {
        #expect(Angle.degrees(10) < .degrees(20))
        #expect(Angle.degrees(370) > .degrees(10))
    }

    @Test func `the origin of a unit point is at the top on the leading side`() {
        #expect(UnitPoint.topLeading == UnitPoint(x: 0, y: 0))
        #expect(UnitPoint.zero == UnitPoint())
        #expect(UnitPoint.center == UnitPoint(x: 0.5, y: 0.5))
        #expect(UnitPoint.bottomTrailing == UnitPoint(x: 1, y: 1))
        #expect(UnitPoint.top == UnitPoint(x: 0.5, y: 0))
        #expect(UnitPoint.leading == UnitPoint(x: 0, y: 0.5))
        #expect(UnitPoint.bottom == UnitPoint(x: 0.5, y: 1))
        #expect(UnitPoint.trailing == UnitPoint(x: 1, y: 0.5))
    }

    @Test func `insets are zero by default, and have an edge for each argument`() {
        #expect(EdgeInsets() == EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
        let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(insets.top == 1)
        #expect(insets.leading == 2)
        #expect(insets.bottom == 3)
        #expect(insets.trailing == 4)
    }

    @Test func `sets of edges combine edges`() {
        #expect(Edge.Set.horizontal == [.leading, .trailing])
        #expect(Edge.Set.vertical == [.top, .bottom])
        #expect(Edge.Set.all == [.top, .leading, .bottom, .trailing])
        #expect(Edge.Set(.top) == .top)
        #expect(!Edge.Set.horizontal.contains(.top))
    }

    @Test func `there are four edges`() {
        #expect(Set(Edge.allCases) == [.top, .leading, .bottom, .trailing])
    }

    @Test func `sets of axes combine axes`() {
        let both: Axis.Set = [.horizontal, .vertical]
        #expect(both.contains(.horizontal))
        #expect(both.contains(.vertical))
        #expect(Axis.Set.horizontal != .vertical)
        #expect(Set(Axis.allCases) == [.horizontal, .vertical])
    }

    @Test func `an alignment combines a horizontal and a vertical one`() {
        #expect(Alignment.center == Alignment(horizontal: .center, vertical: .center))
        #expect(Alignment.topLeading == Alignment(horizontal: .leading, vertical: .top))
        #expect(Alignment.bottomTrailing == Alignment(horizontal: .trailing, vertical: .bottom))
        #expect(Alignment.leading == Alignment(horizontal: .leading, vertical: .center))
        #expect(Alignment.top == Alignment(horizontal: .center, vertical: .top))
        #expect(Alignment.leadingFirstTextBaseline == Alignment(horizontal: .leading, vertical: .firstTextBaseline))
    }

    // MARK: Colors

    @Test func `colors of the same kind and components are equal`() {
        #expect(Color.red == Color.red)
        #expect(Color.red != Color.blue)
        #expect(Color(red: 0.1, green: 0.2, blue: 0.3) == Color(red: 0.1, green: 0.2, blue: 0.3))
        #expect(Color(red: 0.1, green: 0.2, blue: 0.3) != Color(red: 0.1, green: 0.2, blue: 0.4))
    }

    @Test func `the opacity of a color is one by default`() {
        #expect(Color(red: 0.1, green: 0.2, blue: 0.3) == Color(.sRGB, red: 0.1, green: 0.2, blue: 0.3, opacity: 1))
    }

    @Test func `the colors of a gradient are evenly spaced`() {
        #expect(Gradient(colors: [.red, .green, .blue]).stops.map(\.location) == [0, 0.5, 1])
        #expect(Gradient(colors: [.red, .green, .blue]).stops.map(\.color) == [.red, .green, .blue])
    }

    @Test func `a gradient of stops keeps them`() {
        let stops = [Gradient.Stop(color: .red, location: 0.25), Gradient.Stop(color: .blue, location: 0.75)]
        #expect(Gradient(stops: stops).stops == stops)
    }

    // MARK: Enumerations

    @Test func `sizes of dynamic type are ordered from the smallest to the largest`() {
        let sizes: [DynamicTypeSize] = [
            .xSmall, .small, .medium, .large, .xLarge, .xxLarge, .xxxLarge,
            .accessibility1, .accessibility2, .accessibility3, .accessibility4, .accessibility5,
        ]
        #expect(DynamicTypeSize.allCases.sorted() == sizes)
        #expect(DynamicTypeSize.xSmall < .accessibility1)
    }

    @Test func `the five largest sizes of dynamic type are for accessibility`() {
        #expect(DynamicTypeSize.allCases.filter(\.isAccessibilitySize).count == 5)
        #expect(!DynamicTypeSize.xxxLarge.isAccessibilitySize)
        #expect(DynamicTypeSize.accessibility1.isAccessibilitySize)
    }

    @Test func `there are two color schemes`() {
        #expect(Set(ColorScheme.allCases) == [.light, .dark])
    }

    @Test func `there are two layout directions`() {
        #expect(Set(LayoutDirection.allCases) == [.leftToRight, .rightToLeft])
    }

    @Test func `modifier keys combine to sets`() {
        let modifiers: EventModifiers = [.command, .shift]
        #expect(modifiers.contains(.command))
        #expect(!modifiers.contains(.option))
        #expect(EventModifiers.all.contains(modifiers))
    }
}
