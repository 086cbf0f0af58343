import Foundation
import StrataViewGraph

extension Scrolling {
    /// The declarations of the margins. Scrolling that ends at a view leaves the margin free.
    var css: [String] {
        Edge.allCases.flatMap { edge -> [String] in
            guard let margin = margins[edge] else { return [] }
            let padding = "padding-\(edge.cssSide):\(margin.px)"
            return snap == nil ? [padding] : [padding, "scroll-" + padding]
        }
    }
}

extension EdgeInsets {
    /// The declarations of a padding. Leading and trailing depend on the direction of the text.
    var paddingCSS: [String] {
        guard leading != trailing else { return ["padding:\(top.px) \(trailing.px) \(bottom.px) \(leading.px)"] }
        return ["padding-block:\(top.px) \(bottom.px)", "padding-inline:\(leading.px) \(trailing.px)"]
    }
}

extension Edge {
    /// The side of a box in CSS, in the direction of the text.
    var cssSide: String {
        switch self {
        case .top: "block-start"
        case .leading: "inline-start"
        case .bottom: "block-end"
        case .trailing: "inline-end"
        }
    }
}
