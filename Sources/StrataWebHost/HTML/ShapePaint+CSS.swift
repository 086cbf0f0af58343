import Foundation
import StrataViewGraph

extension ShapePaint {
    /// The declarations that fill a box with the paint.
    var css: [String] {
        switch base {
        case .color: ["background:\(color.css)"]
        case .gradient(let gradient): ["background:\(gradient.css(alpha: alpha))"]
        case .material(let thickness):
            [
                "background:color-mix(in srgb, var(--material-\(thickness.rawValue)) \(Color.percent(alpha)), transparent)",
                "backdrop-filter:var(--material-blur)",
            ]
        }
    }
}

extension GradientPaint {
    /// Returns the gradient as a CSS image.
    func css(alpha: Double) -> String {
        func list(_ position: (CGFloat) -> String) -> String {
            // A CSS gradient needs two stops.
            let stops = stops.isEmpty ? [Gradient.Stop(color: .clear, location: 0)] : stops
            return (stops.count == 1 ? stops + stops : stops)
                .map { "\($0.color.opacity(alpha).css) \(position($0.location))" }.joined(separator: ", ")
        }
        let space = interpolation(alpha: alpha)
        switch direction {
        case .soft:
            let color = (stops.first?.color ?? .clear).opacity(alpha).css
            let space = self.space == .device ? "srgb" : "oklab"
            return "linear-gradient(in \(space), color-mix(in srgb, \(color) 82%, white), \(color))"
        case .linear(let from, let to):
            let line = CSSGradientLine(from: from, to: to)
            return "linear-gradient(\(line.direction)\(space), \(list { line.position($0).percent }))"
        case .radial(let center, let start, let end):
            return "radial-gradient(circle at \(center.css)\(space), \(list { (start + $0 * (end - start)).px }))"
        case .elliptical(let center, let start, let end):
            return "radial-gradient(100% 100% at \(center.css)\(space), "
                + "\(list { (start + $0 * (end - start)).percent }))"
        case .angular(let center, let from, let to):
            // Angles of CSS gradients begin at the top, those of SwiftUI at the right.
            let start = from.degrees.isFinite ? from.degrees + 90 : 90
            let length = to.degrees.isFinite ? to.degrees - from.degrees : 0
            return "conic-gradient(from \(CGFloat(start).number)deg at \(center.css)\(space), "
                + "\(list { "\((($0 * CGFloat(length))).number)deg" }))"
        }
    }
}

extension GradientPaint {
    /// The color space of the gradient in CSS; empty if it is the one that browsers use without it:
    /// sRGB, unless a color is a mixture, has an opacity, or is in another color space.
    private func interpolation(alpha: Double) -> String {
        switch space {
        case .perceptual: " in oklab"
        case .device: stops.contains { $0.color.opacity(alpha).css.contains("color") } ? " in srgb" : ""
        }
    }
}

/// The gradient line of a linear gradient in CSS, which goes through the center of the box and ends
/// at the perpendiculars through two corners. Converts locations between two points to positions on
/// this line.
private struct CSSGradientLine {
    let direction: String
    private let start: CGFloat
    private let end: CGFloat

    init(from: UnitPoint, to: UnitPoint) {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0, length.isFinite else {
            (direction, start, end) = ("to bottom", 0, 0)
            return
        }
        let (x, y) = (dx / length, dy / length)
        let span = abs(x) + abs(y)
        func position(_ point: UnitPoint) -> CGFloat { 0.5 + ((point.x - 0.5) * x + (point.y - 0.5) * y) / span }
        (start, end) = (position(from), position(to))
        if abs(abs(dx) - abs(dy)) < 0.000_1 {
            // Corner to corner: CSS has a direction that adapts to the proportions of the box.
            direction = "to \(dy > 0 ? "bottom" : "top") \(dx > 0 ? "right" : "left")"
        } else {
            direction = "\(CGFloat(atan2(Double(dx), Double(-dy)) * 180 / .pi).number)deg"
        }
    }

    func position(_ location: CGFloat) -> CGFloat { start + location * (end - start) }
}

extension UnitPoint {
    /// The point as a position in CSS.
    var css: String { "\(x.percent) \(y.percent)" }
}

extension CGFloat {
    /// The number for CSS and SVG, with at most four decimals, clamped to the range that browsers
    /// support.
    var number: String {
        let limited = isNaN ? 0 : Swift.min(Swift.max(Double(self), -1e6), 1e6)
        let rounded = (limited * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    /// A fraction as a percentage.
    var percent: String { "\((self * 100).number)%" }
}
