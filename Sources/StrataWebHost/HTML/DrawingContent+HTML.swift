import Foundation
import StrataViewGraph

extension DrawingContent {
    var tag: HTMLTag {
        switch self {
        case .shape(let shape): shape.tag
        }
    }

    func writeInside(to writer: inout HTMLWriter, id: Int) {
        switch self {
        case .shape(let shape): shape.writeInside(to: &writer, id: id)
        }
    }
}

extension ShapeContent {
    /// Whether the shape is drawn as the background of its box: it has a single fill, and CSS can
    /// cut boxes along its outline. Every other shape is drawn by an `svg` element inside.
    private var isBox: Bool {
        guard let outline, let layer = layers.first, layers.count == 1, layer.stroke == nil, outline.cutsBoxes else {
            return false
        }
        switch outline.base {
        case .path: return false
        // The box is clipped, and its shadow would be, too.
        case .circle: return layer.paint.shadows.isEmpty
        case .rectangle, .uneven, .capsule, .ellipse: return true
        }
    }

    fileprivate var tag: HTMLTag {
        var css: [String] = []
        if isBox, let outline, let paint = layers.first?.paint { css = paint.css + outline.boxCSS }
        if layers.count == 1, let shadows = layers.first?.paint.shadows { css += shadows.filterCSS }
        var tag = HTMLTag("div", class: isBox ? "shape filled" : "shape", css: css)
        if reportsSize { tag["data-sized"] = "" }
        return tag
    }

    fileprivate func writeInside(to writer: inout HTMLWriter, id: Int) {
        guard !isBox, let outline else { return }
        var svg = HTMLTag("svg")
        svg["aria-hidden"] = "true"
        writer.open(svg)
        for (position, layer) in layers.enumerated() {
            if let color = layer.paint.plainColor {
                write(outline, layer, color: color.css, shadows: shadows(of: layer), to: &writer)
            } else {
                writePainted(outline, layer, mask: "shape-\(id)-\(position)", to: &writer)
            }
        }
        writer.close(svg)
    }

    /// Returns the shadows that one of several layers draws itself. The box draws those of a single
    /// layer.
    private func shadows(of layer: ShapeLayer) -> [ShadowStyle] { layers.count > 1 ? layer.paint.shadows : [] }

    /// Writes the outline in one color.
    private func write(
        _ outline: ShapeOutline, _ layer: ShapeLayer, color: String, shadows: [ShadowStyle] = [], to writer: inout HTMLWriter
    ) {
        var tag = outline.svgTag
        var css = [tag["style"]].compactMap { $0 } + layer.css(color: color, trim: outline.trim)
        css += shadows.filterCSS
        if outline.trim != nil { tag["pathLength"] = "1" }
        tag["style"] = css.joined(separator: ";")
        writer.open(tag)
        writer.close(tag)
    }

    /// Writes a box with the paint, and a mask that cuts it along the outline.
    private func writePainted(_ outline: ShapeOutline, _ layer: ShapeLayer, mask id: String, to writer: inout HTMLWriter) {
        let reach = (layer.stroke?.lineWidth ?? 0) / 2
        let frame = [
            "x:\((-reach).px)", "y:\((-reach).px)", "width:calc(100% + \((reach * 2).px))",
            "height:calc(100% + \((reach * 2).px))",
        ]
        var mask = HTMLTag("mask")
        mask["id"] = id
        mask["maskUnits"] = "userSpaceOnUse"
        mask["x"] = "-100%"
        mask["y"] = "-100%"
        mask["width"] = "300%"
        mask["height"] = "300%"
        writer.open(mask)
        write(outline, layer, color: "#fff", to: &writer)
        writer.close(mask)
        var group = HTMLTag("g")
        group["mask"] = "url(#\(id))"
        let shadows = shadows(of: layer).filterCSS
        var shadowed = HTMLTag("g")
        if !shadows.isEmpty {
            shadowed["style"] = shadows.joined(separator: ";")
            writer.open(shadowed)
        }
        writer.open(group)
        var object = HTMLTag("foreignObject")
        object["style"] = frame.joined(separator: ";")
        writer.open(object)
        let box = HTMLTag("div", class: "paint", css: layer.paint.css)
        writer.open(box)
        writer.close(box)
        writer.close(object)
        writer.close(group)
        if !shadows.isEmpty { writer.close(shadowed) }
    }
}

extension ShapeLayer {
    /// The declarations that fill or stroke an outline in a color.
    fileprivate func css(color: String, trim: ClosedRange<CGFloat>?) -> [String] {
        guard let stroke else { return ["fill:\(color)"] + (isEvenOdd ? ["fill-rule:evenodd"] : []) }
        var css = ["fill:none", "stroke:\(color)", "stroke-width:\(stroke.lineWidth.px)"]
        switch stroke.lineCap {
        case .butt: break
        case .round: css.append("stroke-linecap:round")
        case .square: css.append("stroke-linecap:square")
        }
        switch stroke.lineJoin {
        case .miter: if stroke.miterLimit != 4 { css.append("stroke-miterlimit:\(stroke.miterLimit.number)") }
        case .round: css.append("stroke-linejoin:round")
        case .bevel: css.append("stroke-linejoin:bevel")
        }
        if let trim {
            // With pathLength 1, the numbers are fractions of the outline. The gap is longer than
            // the outline, so that no second dash begins.
            let length = trim.upperBound - trim.lowerBound
            css += ["stroke-dasharray:\(length.number) 2", "stroke-dashoffset:\((-trim.lowerBound).number)"]
            // A round cap would draw a dash of length 0 as a dot.
            if length == 0 { css.append("visibility:hidden") }
        } else if !stroke.dash.isEmpty {
            css.append("stroke-dasharray:\(stroke.dash.map(\.px).joined(separator: " "))")
            if stroke.dashPhase != 0 { css.append("stroke-dashoffset:\(stroke.dashPhase.px)") }
        }
        return css
    }
}
