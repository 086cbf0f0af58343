import Foundation
import StrataViewGraph

extension LayoutContent {
    var tag: HTMLTag {
        switch self {
        case .stack(let layout):
            let name =
                switch layout.direction {
                case .horizontal: "hstack"
                case .vertical: "vstack"
                case .depth: "zstack"
                }
            return HTMLTag("div", class: name, css: layout.css)
        case .spacer(let minLength):
            return HTMLTag("div", class: "spacer", css: minLength.map { ["min-width:\($0.px)", "min-height:\($0.px)"] } ?? [])
        case .divider: return HTMLTag("hr", class: "divider")
        case .box(let style):
            guard case .frame(let frame) = style else { return HTMLTag("div", class: "box", css: style.css) }
            let isLimited = frame.maxWidth.map(\.isFinite) ?? false
            return HTMLTag("div", class: isLimited ? "frame limited" : "frame", css: style.css)
        }
    }
}
