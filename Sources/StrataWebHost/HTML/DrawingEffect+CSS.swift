import Foundation
import StrataViewGraph

extension DrawingEffect {
    var css: [String] {
        switch self {
        case .opacity(let opacity): ["opacity:\(CGFloat(opacity).number)"]
        case .blur(let radius): ["filter:blur(\(max(radius, 0).px))"]
        case .brightness(let amount): ["filter:\(Self.brightness(amount))"]
        case .contrast(let amount): ["filter:contrast(\(Self.positive(amount)))"]
        case .saturation(let amount): ["filter:saturate(\(Self.positive(amount)))"]
        case .grayscale(let amount): ["filter:grayscale(\(Self.positive(amount)))"]
        case .hueRotation(let angle): ["filter:hue-rotate(\(angle.css))"]
        case .colorInvert: ["filter:invert(1)"]
        // The filter is written inside the element, and has its ID.
        case .colorMultiply: []
        case .shadow(let color, let radius, let x, let y):
            ["filter:drop-shadow(\(x.px) \(y.px) \(max(radius, 0).px) \(color.css))"]
        case .blend(let mode): ["mix-blend-mode:\(mode.css)"]
        case .group: ["isolation:isolate"]
        case .offset(let x, let y): ["transform:translate(\(x.px), \(y.px))"]
        case .scale(let x, let y, let anchor): ["transform:scale(\(x.number), \(y.number))"] + anchor.origin
        case .rotation(let angle, let anchor): ["transform:rotate(\(angle.css))"] + anchor.origin
        case .rotation3D(let angle, let x, let y, let z, let anchor, let anchorZ, let perspective):
            [
                "transform:\(perspective > 0 ? "perspective(\((600 / perspective).px)) " : "")"
                    + "rotate3d(\(x.number), \(y.number), \(z.number), \(angle.css))",
                "transform-origin:\(anchor.css) \(anchorZ.px)",
            ]
        case .transform(let transform):
            [
                "transform:matrix(\([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map(\.number).joined(separator: ", ")))",
                "transform-origin:0 0",
            ]
        case .clip(let outline?, let isEvenOdd, _): [outline.clipCSS(isEvenOdd: isEvenOdd)]
        case .clip(nil, _, _): ["clip-path:inset(50%)"]
        case .mask(let paint):
            if case .gradient(let gradient) = paint.base {
                ["mask-image:\(gradient.css(alpha: paint.alpha))"]
            } else {
                ["mask-image:linear-gradient(\(paint.color.css), \(paint.color.css))"]
            }
        }
    }

    /// Whether the browser reports the size of the box.
    var reportsSize: Bool { if case .clip(_, _, reportsSize: true) = self { true } else { false } }

    private static func positive(_ amount: Double) -> String { CGFloat(max(amount.isNaN ? 0 : amount, 0)).number }

    /// Returns the filters that add an amount to each color component; CSS has no filter for that.
    ///
    /// `invert(p)` maps a component x to x(1 - 2p) + p, and `brightness(1 / (1 - 2p))` scales that
    /// to x + a for p = a / (1 + 2a). For a negative amount, the color is inverted before and
    /// after.
    private static func brightness(_ amount: Double) -> String {
        let size = min(abs(amount.isNaN ? 0 : amount), 1)
        let part = size / (1 + 2 * size)
        let lighter = "invert(\(CGFloat(part).number)) brightness(\(CGFloat(1 / (1 - 2 * part)).number))"
        return amount < 0 ? "invert(1) \(lighter) invert(1)" : lighter
    }
}

extension BlendMode {
    fileprivate var css: String {
        switch self {
        case .colorDodge: "color-dodge"
        case .colorBurn: "color-burn"
        case .softLight: "soft-light"
        case .hardLight: "hard-light"
        case .plusLighter: "plus-lighter"
        case .normal, .multiply, .screen, .overlay, .darken, .lighten, .difference, .exclusion, .hue, .saturation, .color,
            .luminosity:
            rawValue
        }
    }
}

extension Angle {
    fileprivate var css: String { "\(CGFloat(degrees.isFinite ? degrees : 0).number)deg" }
}

extension UnitPoint {
    fileprivate var origin: [String] { self == .center ? [] : ["transform-origin:\(css)"] }
}
