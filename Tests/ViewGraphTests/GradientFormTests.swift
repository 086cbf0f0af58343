import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers and short forms of gradients, and their directions and stops.
@MainActor
struct GradientFormTests {
    private let colors = [Color.red, Color.blue]
    private let stops = [Gradient.Stop(color: .red, location: 0.2), Gradient.Stop(color: .blue, location: 0.9)]

    private func gradient(_ style: some ShapeStyle) -> GradientPaint? {
        guard case .gradient(let paint) = style._paint(in: EnvironmentValues()).base else { return nil }
        return paint
    }

    /// The expected paint with the stops.
    private func stopped(_ direction: GradientPaint.Direction) -> GradientPaint {
        GradientPaint(direction: direction, stops: stops)
    }

    /// The expected paint with the colors, which are at the ends.
    private func colored(_ direction: GradientPaint.Direction) -> GradientPaint {
        GradientPaint(
            direction: direction, stops: [Gradient.Stop(color: .red, location: 0), Gradient.Stop(color: .blue, location: 1)])
    }

    @Test func `a linear gradient goes from one point to another`() {
        let direction = GradientPaint.Direction.linear(from: .top, to: .bottom)
        #expect(gradient(LinearGradient(stops: stops, startPoint: .top, endPoint: .bottom)) == stopped(direction))
        #expect(gradient(.linearGradient(stops: stops, startPoint: .top, endPoint: .bottom)) == stopped(direction))
        #expect(gradient(.linearGradient(colors: colors, startPoint: .top, endPoint: .bottom)) == colored(direction))
        let short: LinearGradient = .linearGradient(Gradient(stops: stops), startPoint: .top, endPoint: .bottom)
        #expect(gradient(short) == stopped(direction))
    }

    @Test func `a radial gradient goes from one radius to another`() {
        let direction = GradientPaint.Direction.radial(center: .center, startRadius: 5, endRadius: 50)
        #expect(
            gradient(RadialGradient(stops: stops, center: .center, startRadius: 5, endRadius: 50)) == stopped(direction))
        #expect(gradient(.radialGradient(stops: stops, center: .center, startRadius: 5, endRadius: 50)) == stopped(direction))
        #expect(gradient(.radialGradient(colors: colors, center: .center, startRadius: 5, endRadius: 50)) == colored(direction))
        let short: RadialGradient = .radialGradient(Gradient(stops: stops), center: .center, startRadius: 5, endRadius: 50)
        #expect(gradient(short) == stopped(direction))
    }

    @Test func `an elliptical gradient goes to half of the size unless it is told otherwise`() {
        let usual = GradientPaint.Direction.elliptical(center: .center, startFraction: 0, endFraction: 0.5)
        #expect(gradient(EllipticalGradient(stops: stops)) == stopped(usual))
        #expect(gradient(.ellipticalGradient(stops: stops)) == stopped(usual))
        #expect(gradient(.ellipticalGradient(colors: colors)) == colored(usual))
        let other = GradientPaint.Direction.elliptical(center: .top, startFraction: 0.25, endFraction: 1)
        let long = EllipticalGradient(stops: stops, center: .top, startRadiusFraction: 0.25, endRadiusFraction: 1)
        #expect(gradient(long) == stopped(other))
        let short: EllipticalGradient = .ellipticalGradient(
            Gradient(stops: stops), center: .top, startRadiusFraction: 0.25, endRadiusFraction: 1)
        #expect(gradient(short) == stopped(other))
    }

    @Test func `an angular gradient goes from one angle to another`() {
        let direction = GradientPaint.Direction.angular(center: .center, from: .degrees(10), to: .degrees(90))
        let (start, end) = (Angle.degrees(10), Angle.degrees(90))
        #expect(
            gradient(AngularGradient(stops: stops, center: .center, startAngle: start, endAngle: end)) == stopped(direction))
        #expect(
            gradient(.angularGradient(stops: stops, center: .center, startAngle: start, endAngle: end)) == stopped(direction))
        #expect(
            gradient(.angularGradient(colors: colors, center: .center, startAngle: start, endAngle: end)) == colored(direction))
        let short: AngularGradient = .angularGradient(
            Gradient(stops: stops), center: .center, startAngle: start, endAngle: end)
        #expect(gradient(short) == stopped(direction))
    }

    @Test func `a conic gradient goes once around`() {
        let direction = GradientPaint.Direction.angular(center: .center, from: .zero, to: .degrees(360))
        #expect(gradient(AngularGradient(stops: stops, center: .center)) == stopped(direction))
        #expect(gradient(.conicGradient(colors: colors, center: .center)) == colored(direction))
        let turned: AngularGradient = .conicGradient(Gradient(stops: stops), center: .center, angle: .degrees(90))
        #expect(gradient(turned) == stopped(.angular(center: .center, from: .degrees(90), to: .degrees(90) + .degrees(360))))
    }

    @Test func `the gradient of a color can go in any direction`() {
        let soft = Color.red.gradient
        let elliptical = gradient(.ellipticalGradient(soft, center: .top, endRadiusFraction: 1))
        #expect(elliptical?.direction == .elliptical(center: .top, startFraction: 0, endFraction: 1))
        #expect(elliptical?.stops.last?.color == .red)
        let angular = gradient(.angularGradient(soft, startAngle: .zero, endAngle: .degrees(180)))
        #expect(angular?.direction == .angular(center: .center, from: .zero, to: .degrees(180)))
        #expect(angular?.stops.last?.color == .red)
        #expect(angular?.stops.first?.color != .red)
    }
}
