import StrataViewGraph

extension PresentationContent {
    var tag: HTMLTag {
        switch self {
        case .alert(let title):
            var tag = HTMLTag("dialog", class: "alert")
            tag["role"] = "alertdialog"
            tag["aria-label"] = title
            return tag
        }
    }

    func writeInside(to writer: inout HTMLWriter) {
        switch self {
        case .alert(let title):
            writer.markup("<h2>")
            writer.text(title)
            writer.markup("</h2>")
        }
    }
}
