import Foundation
import StrataViewGraph

// Layouts whose frames the server computes; `layouts.js` measures the views.

extension LayoutSpace {
    /// The tag of the layout. The children are out of the flow, so the tracks of a grid have its
    /// size.
    var tag: HTMLTag {
        var tag = HTMLTag("div", class: "arranged", css: css)
        if let interim { tag = HTMLTag("div", class: "arranged interim " + interim.className, css: interim.css) }
        if let layer {
            tag.addClass(layer.isBehind ? "layer behind" : "layer")
            if layer.isOfContainer { tag.addClass("container-background") }
        }
        tag["data-space"] = axes.map { $0 == .horizontal ? "width" : "height" }.joined(separator: " ")
        return tag
    }

    private var css: [String] {
        var css = ["grid-template:\(height.track) / \(width.track)"]
        if case .fixed(let length) = width { css.append("min-width:\(length.px)") }
        if case .fixed(let length) = height { css.append("min-height:\(length.px)") }
        return css
    }
}

extension LayoutSpace.Length {
    /// The track of a grid that is as long, and becomes shorter if the length is not fixed.
    fileprivate var track: String {
        switch self {
        case .fixed(let length): length.px
        case .upTo(let length), .all(ideal: let length): "minmax(0, \(length.px))"
        }
    }
}

extension LayoutSlot {
    /// The tag of the box around a view. The frame begins at the leading edge of the layout.
    var tag: HTMLTag {
        var tag = HTMLTag("div", class: frame == nil ? "zstack slot unplaced" : "zstack slot")
        if let frame {
            tag["style"] = [
                "inset-inline-start:\(frame.minX.px)", "top:\(frame.minY.px)", "width:\(frame.width.px)",
                "height:\(frame.height.px)",
            ].joined(separator: ";")
        }
        if !requests.isEmpty { tag["data-measures"] = requests.map(\.name).joined(separator: "|") }
        if needsBaselines { tag["data-baselines"] = "" }
        return tag
    }
}
