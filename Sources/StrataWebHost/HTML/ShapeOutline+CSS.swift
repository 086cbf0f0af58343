import Foundation
import StrataViewGraph

extension ShapeOutline {
    /// The declarations that give a box with a background the form of the outline.
    var boxCSS: [String] {
        switch base {
        case .rectangle(corner: .zero): []
        case .rectangle(let corner): ["border-radius:\(corner.radius)"]
        case .uneven(let radii): ["border-radius:\(radii.css)"]
        case .capsule: ["border-radius:999px"]
        case .ellipse: ["border-radius:50%"]
        case .circle, .path: [clipCSS(isEvenOdd: false)]
        }
    }

    /// The declaration that cuts a box along the outline.
    func clipCSS(isEvenOdd: Bool) -> String {
        switch base {
        case .rectangle(corner: .zero): "clip-path:inset(0)"
        case .rectangle(let corner): "clip-path:inset(0 round \(corner.radius))"
        case .uneven(let radii): "clip-path:inset(0 round \(radii.css))"
        case .capsule: "clip-path:inset(0 round 999px)"
        case .circle: "clip-path:circle(closest-side)"
        case .ellipse: "clip-path:ellipse(50% 50%)"
        case .path(let path): "clip-path:path(\(isEvenOdd ? "evenodd, " : "")\"\(path.svg)\")"
        }
    }

    /// The tag of the outline in an `svg` element that is as large as the box.
    var svgTag: HTMLTag {
        var css: [String] = []
        var tag: HTMLTag
        switch base {
        case .rectangle(let corner):
            css = rectangle
            if corner != .zero {
                css += ["rx:\(max(corner.width - inset, 0).px)", "ry:\(max(corner.height - inset, 0).px)"]
            }
            tag = HTMLTag("rect")
        case .capsule:
            css = rectangle + ["rx:\(Self.halfSide(inset))", "ry:\(Self.halfSide(inset))"]
            tag = HTMLTag("rect")
        case .circle:
            css = ["cx:50%", "cy:50%", "r:\(Self.halfSide(inset))"]
            tag = HTMLTag("circle")
        case .ellipse:
            css = ["cx:50%", "cy:50%", "rx:calc(50% - \(inset.px))", "ry:calc(50% - \(inset.px))"]
            tag = HTMLTag("ellipse")
        // The view graph converts uneven rectangles to paths, except those that fill a box.
        case .uneven:
            css = rectangle
            tag = HTMLTag("rect")
        case .path(let path):
            tag = HTMLTag("path")
            tag["d"] = path.svg
        }
        if !css.isEmpty { tag["style"] = css.joined(separator: ";") }
        if offset != .zero { tag["transform"] = "translate(\(offset.width.number) \(offset.height.number))" }
        return tag
    }

    private var rectangle: [String] {
        guard inset != 0 else { return ["width:100%", "height:100%"] }
        return [
            "x:\(inset.px)", "y:\(inset.px)", "width:calc(100% - \((inset * 2).px))", "height:calc(100% - \((inset * 2).px))",
        ]
    }

    private static func halfSide(_ inset: CGFloat) -> String {
        inset == 0 ? "min(50cqw, 50cqh)" : "max(0px, min(50cqw, 50cqh) - \(inset.px))"
    }
}

extension CGSize {
    fileprivate var radius: String { width == height ? width.px : "\(width.px) / \(height.px)" }
}

extension RectangleCornerRadii {
    fileprivate var css: String { "\(topLeading.px) \(topTrailing.px) \(bottomTrailing.px) \(bottomLeading.px)" }
}

extension Path {
    /// The path as SVG path data.
    var svg: String {
        func at(_ points: CGPoint...) -> String { points.map { "\($0.x.number) \($0.y.number)" }.joined(separator: " ") }
        return elements.map { element in
            switch element {
            case .move(let end): "M\(at(end))"
            case .line(let end): "L\(at(end))"
            case .quadCurve(let end, let control): "Q\(at(control, end))"
            case .curve(let end, let control1, let control2): "C\(at(control1, control2, end))"
            case .closeSubpath: "Z"
            }
        }.joined()
    }
}
