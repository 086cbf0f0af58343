import Foundation
import StrataViewGraph

extension CollectionContent {
    /// The tag of a part of a table; nil for other content.
    @MainActor
    func tableTag(in parent: Element?) -> HTMLTag? {
        switch self {
        case .table(let table): return table.tag
        case .tableHeader:
            var tag = HTMLTag("div", class: "table-header")
            tag["role"] = "row"
            return tag
        case .tableTitle(let title): return title.tag
        case .tableMenu:
            var tag = HTMLTag("div", class: "table-menu")
            tag["role"] = "columnheader"
            return tag
        case .tableBody(let body): return body.tag
        case .tableCell(let alignment):
            var tag = HTMLTag("div", class: "table-cell")
            if let name = alignment.name { tag.addClass(name) }
            tag["role"] = parent?.isRowOfGrid == true ? "gridcell" : "cell"
            return tag
        case .tableSectionTitle:
            var tag = HTMLTag("div", class: "table-section-title")
            tag["role"] = "rowheader"
            return tag
        case .header, .footer:
            guard parent?.isInTable == true else { return nil }
            var tag = HTMLTag("div", class: "header")
            tag["role"] = "row"
            return tag
        default: return nil
        }
    }
}

extension TableLook {
    fileprivate var tag: HTMLTag {
        let tracks = columns.map(\.track).joined(separator: " ")
        var tag = HTMLTag("div", class: "table \(style.rawValue)", css: ["--columns:\(tracks)"])
        tag.style(selection: tint)
        if !showsHeaders { tag.addClass("no-titles") }
        if alternates { tag.addClass("alternating") }
        tag["role"] = isOutline ? "treegrid" : selects == nil ? "table" : "grid"
        tag["aria-label"] = Localization.word("Table")
        if selects == .several { tag["aria-multiselectable"] = "true" }
        return tag
    }
}

extension TableTitleContent {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("div", class: "table-title")
        if let name = alignment.name { tag.addClass(name) }
        tag["role"] = "columnheader"
        if isSortable { tag["aria-sort"] = order.map { $0 == .forward ? "ascending" : "descending" } ?? "none" }
        return tag
    }
}

extension TableBodyContent {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("div", class: "list table-body")
        tag["role"] = "rowgroup"
        // Rows that cannot have the focus are scrolled by the keyboard in this way.
        if !isSelectable { tag["tabindex"] = "0" }
        if hasMenu { tag["data-menu"] = "" }
        return tag
    }
}

extension Element {
    /// Whether the element is a row that the user can select, expand or collapse.
    fileprivate var isRowOfGrid: Bool {
        if case .collection(.row(let row)) = content { row.isSelected != nil || row.outline != nil } else { false }
    }

    /// Whether the element is the body of a table, or a section in one.
    fileprivate var isInTable: Bool {
        switch content {
        case .collection(.tableBody): true
        case .collection(.section): parent?.isInTable == true
        default: false
        }
    }
}

extension TableColumnAlignment {
    /// The class of the cells; nil for the leading edge.
    fileprivate var name: String? {
        switch edge {
        case .leading: nil
        case .center: "center"
        case .trailing: "trailing"
        case .numeric: "numeric"
        }
    }
}

extension TableColumnLook {
    /// The track of a CSS grid.
    fileprivate var track: String {
        if let minWidth, minWidth == maxWidth { return minWidth.px }
        if let maxWidth, maxWidth.isFinite { return "minmax(\(minWidth?.px ?? "0"), \(maxWidth.px))" }
        return "minmax(\((minWidth ?? idealWidth)?.px ?? "0"), 1fr)"
    }
}
