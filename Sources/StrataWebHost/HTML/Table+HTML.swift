import Foundation
import StrataViewGraph

extension CollectionContent {
    /// The tag of a part of a table.
    var tableTag: HTMLTag {
        switch self {
        case .table(let table):
            var tag = HTMLTag("div", class: "table", css: ["--columns:\(table.columns.map(\.css).joined(separator: " "))"])
            tag["role"] = table.isSelectable ? "grid" : "table"
            return tag
        case .tableHeader:
            var tag = HTMLTag("div", class: "table-header")
            tag["role"] = "row"
            return tag
        case .tableTitle(let isSortable, let order):
            var tag = HTMLTag(isSortable ? "button" : "div", class: "table-title")
            tag["role"] = "columnheader"
            if isSortable {
                tag["type"] = "button"
                tag["data-action"] = PressEvent.name
                tag["aria-sort"] = order.map { $0 == .forward ? "ascending" : "descending" } ?? "none"
            }
            return tag
        case .tableBody(let selection):
            var tag = HTMLTag("div", class: "list table-body")
            tag["role"] = "rowgroup"
            if selection == .several { tag["aria-multiselectable"] = "true" }
            return tag
        default:
            var tag = HTMLTag("div", class: "table-cell")
            tag["role"] = "cell"
            return tag
        }
    }
}

extension TableColumnWidth {
    /// The track of a CSS grid.
    fileprivate var css: String {
        if let min, min == max { return min.px }
        let upper = max.map { $0.isFinite ? $0.px : "1fr" } ?? ideal.map { "minmax(\($0.px), 1fr)" } ?? "1fr"
        return upper.hasPrefix("minmax") ? upper : "minmax(\(min?.px ?? "0"), \(upper))"
    }
}
