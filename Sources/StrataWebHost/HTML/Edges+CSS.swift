import Foundation
import StrataViewGraph

extension Scrolling {
    /// The declarations of the margins.
    var css: [String] {
        Edge.allCases.compactMap { edge in margins[edge].map { "padding-\(edge.cssSide):\($0.px)" } }
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
