import Foundation
import StrataViewGraph

extension LayoutContent {
    /// Returns the start tag of an element with an ID.
    func tag(id: Int) -> HTMLTag {
        var tag = tag
        if multiplier != nil { tag["style"] = "filter:url(#multiply-\(id))" }
        return tag
    }

    private var tag: HTMLTag {
        switch self {
        case .stack(let layout):
            var tag = HTMLTag("div", class: layout.className, css: layout.css)
            if layout.fillsCross { tag["data-lazy"] = if case .horizontal = layout.direction { "x" } else { "y" } }
            return tag
        case .spacer(let minLength):
            return HTMLTag("div", class: "spacer", css: minLength.map { ["min-width:\($0.px)", "min-height:\($0.px)"] } ?? [])
        case .divider: return HTMLTag("hr", class: "divider")
        case .box(let style): return style.tag
        case .layers: return HTMLTag("div", class: "layers")
        case .layer(let layer):
            var tag = HTMLTag("div", class: layer.isBehind ? "layer behind" : "layer", css: layer.alignment.placement)
            if layer.isOfContainer { tag.addClass("container-background") }
            return tag
        case .scroll(let scroll): return scroll.tag
        case .lazyGrid(let grid):
            var tag = HTMLTag("div", class: grid.className, css: grid.css)
            tag["data-lazy"] = grid.axis == .vertical ? "y" : "x"
            return tag
        case .sectionEdge(let edge, let isPinned):
            let name = edge == .top ? "section-header" : "section-footer"
            return HTMLTag("div", class: isPinned ? name + " pinned" : name)
        case .grid(let grid): return HTMLTag("div", class: "grid", css: grid.css)
        case .gridRow(let alignment):
            return HTMLTag("div", class: "grid-row", css: alignment.map { ["align-items:\($0.css)"] } ?? [])
        case .geometry(let reportsLocation):
            var tag = HTMLTag("div", class: "geometry")
            tag["data-sized"] = reportsLocation ? "located" : ""
            return tag
        case .fitting(let axes):
            var tag = HTMLTag("div", class: "fitting")
            tag["data-fits"] = (axes.contains(.horizontal) ? "x" : "") + (axes.contains(.vertical) ? "y" : "")
            return tag
        case .arranged(let space): return space.tag
        case .slot(let slot): return slot.tag
        }
    }
}

extension StackLayout {
    var className: String {
        switch direction {
        case .horizontal: fillsCross ? "hstack lazy" : "hstack"
        case .vertical(.leading) where fillsCross: "vstack lazy leading"
        case .vertical: fillsCross ? "vstack lazy" : "vstack"
        case .depth: "zstack"
        }
    }
}

extension LazyGridLayout {
    var className: String { axis == .vertical ? "lazy-grid" : "lazy-grid across" }
}

extension ScrollContent {
    fileprivate var tag: HTMLTag {
        var name = "scroll"
        if axes.contains(.horizontal) { name += " along-x" }
        if axes.contains(.vertical) { name += " along-y" }
        if !showsIndicators { name += " bare" }
        if !scrolling.isEnabled { name += " still" }
        if case .views(let isLimited) = scrolling.snap { name += isLimited ? " snaps limited" : " snaps" }
        if !containerAxes.isEmpty { name += containerAxes == .horizontal ? " container-x" : " container" }
        var tag = HTMLTag("div", class: name, css: scrolling.css)
        // The arrow keys scroll only an element that has the focus.
        if !axes.isEmpty, scrolling.isEnabled { tag["tabindex"] = "0" }
        if reportsLocation { tag["data-sized"] = "located" }
        if scrolling.snap == .page { tag["data-paging"] = "" }
        if let positionAnchor { tag["data-position"] = "\(positionAnchor.x.number) \(positionAnchor.y.number)" }
        if let anchor = scrolling.anchor, anchor != .topLeading, anchor != .top || axes.contains(.horizontal) {
            tag["data-scroll-anchor"] = "\(anchor.x.number) \(anchor.y.number)"
        }
        return tag
    }
}

extension BoxStyle {
    fileprivate var tag: HTMLTag {
        switch self {
        case .frame(let frame):
            let isLimited = frame.maxWidth.map(\.isFinite) ?? false
            return HTMLTag("div", class: isLimited ? "frame limited" : "frame", css: css)
        case .fixedSize(let axes):
            let name = "box" + (axes.contains(.horizontal) ? " fixed-x" : "") + (axes.contains(.vertical) ? " fixed-y" : "")
            return HTMLTag("div", class: name)
        case .position: return HTMLTag("div", class: "position", css: css)
        case .ratio(_, let mode): return HTMLTag("div", class: mode == .fit ? "box ratio fit" : "box ratio fill", css: css)
        case .effect(let effect):
            var tag = HTMLTag("div", class: "box", css: css)
            if case .blend = effect { tag.addClass("blended") }
            if effect.reportsSize { tag["data-sized"] = "" }
            return tag
        case .measured(let reportsLocation):
            var tag = HTMLTag("div", class: "box")
            tag["data-sized"] = reportsLocation ? "located" : ""
            return tag
        case .relativeFrame(let frame):
            var tag = HTMLTag("div", class: frame.isRuler ? "ruler" : "frame", css: css)
            if !frame.isInScrollView { tag.addClass("contained") }
            if frame.isRuler { tag["data-sized"] = "" }
            return tag
        case .matched(let geometry): return geometry.tag
        case .guided: return HTMLTag("div", class: "box guided")
        case .padding, .background: return HTMLTag("div", class: "box", css: css)
        }
    }
}

extension LayoutTraits {
    /// The declarations for an element with the traits.
    var css: [String] {
        var css: [String] = []
        if let zIndex {
            css += ["position:relative", "z-index:\(Int(min(max(zIndex.isNaN ? 0 : zIndex, -1e6), 1e6).rounded(.up)))"]
        }
        if let priority, priority < 0 { css.append("flex-shrink:1000000") }
        if isHidden { css.append("visibility:hidden") }
        if let columnSpan, columnSpan > 1 { css.append("grid-column:span \(min(columnSpan, 1_000))") }
        if let cellAnchor {
            css.append("justify-self:\(cellAnchor.x < 0.34 ? "start" : cellAnchor.x > 0.66 ? "end" : "center")")
            css.append("align-self:\(cellAnchor.y < 0.34 ? "start" : cellAnchor.y > 0.66 ? "end" : "center")")
        }
        return css
    }

    func apply(to tag: inout HTMLTag) {
        let css = css
        if !css.isEmpty { tag["style"] = ([tag["style"]].compactMap { $0 } + css).joined(separator: ";") }
        if let priority, priority > 0 { tag.addClass("has-priority") }
        if ignoresHits { tag.addClass("untouchable") }
        if isScrollTargetLayout { tag.addClass("targets") }
        if let scrollRequest {
            let anchor = scrollRequest.anchor.map { " \($0.x.number) \($0.y.number)" } ?? ""
            tag["data-scroll"] = "\(scrollRequest.revision) \(scrollRequest.isAnimated ? "smooth" : "instant")\(anchor)"
        }
    }
}
