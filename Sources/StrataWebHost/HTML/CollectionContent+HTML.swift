import StrataViewGraph

extension CollectionContent {
    var tag: HTMLTag {
        switch self {
        case .list:
            var tag = HTMLTag("div", class: "list")
            tag["role"] = "list"
            return tag
        case .section(let firstRow):
            var tag = HTMLTag("section", class: "section")
            tag["role"] = "group"
            tag["data-first-row"] = String(firstRow)
            return tag
        case .header: return HTMLTag("h2", class: "header")
        case .footer: return HTMLTag("footer", class: "footer")
        case .row(let isDeletable):
            var tag = HTMLTag("div", class: isDeletable ? "row deletable" : "row")
            tag["role"] = "listitem"
            if isDeletable { tag["tabindex"] = "0" }
            return tag
        case .gap(let gap):
            var tag = HTMLTag("div", class: "gap", css: ["--rows:\(gap.rows)", "--headers:\(gap.headers)"])
            tag["aria-hidden"] = "true"
            tag["data-spacer"] = ""
            tag["data-first-row"] = String(gap.firstRow)
            tag["data-rows"] = String(gap.rows)
            return tag
        }
    }

    func writeInside(to writer: inout HTMLWriter) {
        guard case .row(isDeletable: true) = self else { return }
        writer.markup(
            #"<button type="button" class="delete" data-action="delete" aria-label="Delete" title="Delete">Delete</button>"#)
    }
}
