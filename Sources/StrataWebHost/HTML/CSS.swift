import Foundation
import StrataViewGraph

extension Color {
    /// The color as a CSS value.
    var css: String {
        let opaque =
            switch base {
            case .semantic(.clear): "transparent"
            case .semantic(let semantic): "var(--\(semantic.rawValue))"
            case .components(let red, let green, let blue):
                [red, green, blue].allSatisfy { (0...1).contains($0) || $0.isNaN }
                    ? "rgb(\(Self.byte(red)) \(Self.byte(green)) \(Self.byte(blue)))"
                    : "color(srgb \(CGFloat(red).number) \(CGFloat(green).number) \(CGFloat(blue).number))"
            case .displayP3(let red, let green, let blue):
                "color(display-p3 \(CGFloat(red).number) \(CGFloat(green).number) \(CGFloat(blue).number))"
            case .adaptive(let light, let dark): "light-dark(\(Self.css(light)), \(Self.css(dark)))"
            case .mixture(let first, let second, let fraction, let space):
                "color-mix(in \(space == .device ? "srgb" : "oklab"), \(first.css), \(second.css) "
                    + "\(CGFloat(fraction).percent))"
            }
        return alpha >= 1
            ? opaque
            : "color-mix(in srgb, \(opaque) \(Self.percent(alpha)), transparent)"
    }

    /// Returns a fraction as a whole percentage, from 0% to 100%.
    static func percent(_ fraction: Double) -> String {
        "\(Int(((fraction.isNaN ? 0 : min(max(fraction, 0), 1)) * 100).rounded()))%"
    }

    private static func css(_ color: ColorComponents) -> String {
        let alpha = color.alpha.isNaN ? 1 : min(max(color.alpha, 0), 1)
        return "rgb(\(byte(color.red)) \(byte(color.green)) \(byte(color.blue)) / \(alpha))"
    }

    private static func byte(_ component: Double) -> Int {
        component.isNaN ? 0 : Int((min(max(component, 0), 1) * 255).rounded())
    }
}

extension CGFloat {
    /// The length in CSS pixels, clamped to the range that browsers support.
    var px: String {
        let length = isNaN ? 0 : Swift.min(Swift.max(Double(self), -1e6), 1e6)
        return length == length.rounded() ? "\(Int(length))px" : "\(length)px"
    }
}

extension StackLayout {
    var css: [String] {
        var rules: [String] = []
        if let spacing { rules.append("gap:\(spacing.px)") }
        switch direction {
        case .horizontal(.center), .vertical(.center): break
        case .horizontal(let alignment): rules.append("align-items:\(alignment.css)")
        case .vertical(let alignment): rules.append("align-items:\(alignment.css)")
        case .depth(let alignment): rules.append("place-items:\(alignment.vertical.css) \(alignment.horizontal.css)")
        }
        return rules
    }
}

extension HorizontalAlignment {
    /// The alignment in CSS; the middle for one of the app's own, which only layouts use that the
    /// server computes.
    var css: String {
        switch self {
        case .leading: "flex-start"
        case .trailing: "flex-end"
        default: "center"
        }
    }
}

extension VerticalAlignment {
    /// The alignment in CSS; the middle for one of the app's own, which only layouts use that the
    /// server computes.
    var css: String {
        switch self {
        case .top: "flex-start"
        case .bottom: "flex-end"
        case .firstTextBaseline: "baseline"
        case .lastTextBaseline: "last baseline"
        default: "center"
        }
    }
}

extension BoxStyle {
    var css: [String] {
        switch self {
        case .padding(let edges, nil):
            return Edge.allCases.filter { edges.contains(Edge.Set($0)) }.map { "padding-\($0.cssSide):var(--padding)" }
        case .padding(_, let insets?): return insets.paddingCSS
        case .frame(let frame): return frame.css
        case .background(let paint, let outline): return paint.css + outline.boxCSS + paint.shadows.boxCSS
        case .fixedSize: return []
        case .position(let x, let y): return ["--x:\(x.px)", "--y:\(y.px)"]
        case .ratio(let ratio, _): return ratio.map { ["aspect-ratio:\($0.number)"] } ?? []
        case .effect(let effect): return effect.css
        case .relativeFrame(let frame): return frame.css
        case .measured, .matched, .guided: return []
        }
    }
}

extension RelativeFrame {
    var css: [String] {
        // The parts of the container's length, and the points that the spaces between them add.
        let gaps = spacing * CGFloat(span - 1) - spacing * CGFloat(count - 1) * CGFloat(span) / CGFloat(count)
        func length(_ unit: String) -> String {
            guard count > 1 || span > 1 else { return "100\(unit)" }
            return "calc(\((100 * CGFloat(span) / CGFloat(count)).number)\(unit) + \(gaps.px))"
        }
        var rules: [String] = []
        if axes.contains(.horizontal) { rules.append("width:\(length("cqw"))") }
        if axes.contains(.vertical) { rules.append("height:\(length("cqh"))") }
        if isInScrollView { rules.append("flex-shrink:0") }
        if alignment.horizontal != .center { rules.append("justify-content:\(alignment.horizontal.css)") }
        if alignment.vertical != .center { rules.append("align-items:\(alignment.vertical.css)") }
        return rules
    }
}

extension FrameLayout {
    var css: [String] {
        var rules: [String] = []
        func add(_ property: String, _ length: CGFloat?) {
            if let length, length.isFinite { rules.append("\(property):\(length.px)") }
        }
        add("min-width", minWidth)
        add("width", width)
        add("max-width", maxWidth)
        add("min-height", minHeight)
        add("height", height)
        add("max-height", maxHeight)
        add("--ideal-width", idealWidth)
        add("--ideal-height", idealHeight)
        // A fixed size must not shrink in a stack that is short of space.
        if width != nil || height != nil { rules.append("flex-shrink:0") }
        if alignment.horizontal != .center { rules.append("justify-content:\(alignment.horizontal.css)") }
        if alignment.vertical != .center { rules.append("align-items:\(alignment.vertical.css)") }
        return rules
    }
}
