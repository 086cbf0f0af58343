import StrataViewGraph

extension FileImporterContent {
    var tag: HTMLTag {
        var tag = HTMLTag("dialog", class: "alert file-importer")
        tag["aria-label"] = title
        return tag
    }

    private var title: String { Localization.word(allowsSeveral ? "Choose Files" : "Choose a File") }

    /// Writes the parts of the dialog, which `files.js` operates.
    func writeInside(to writer: inout HTMLWriter) {
        writer.markup("<h2>")
        writer.text(title)
        writer.markup("</h2>")
        var input = HTMLTag("input", class: "file-input")
        input["type"] = "file"
        input["aria-label"] = title
        if allowsSeveral { input["multiple"] = "" }
        if !accepted.isEmpty { input["accept"] = accepted.joined(separator: ",") }
        writer.open(input)
        let progress = [("class", "file-progress"), ("max", "1"), ("value", "0"), ("aria-label", Localization.word("Upload"))]
        writer.write("", in: HTMLTag("progress", progress + [("hidden", "")]))
        writer.markup(#"<p class="file-status" role="status"></p>"#)
        let cancel = HTMLTag("button", [("type", "button"), ("class", "button cancel"), ("data-action", "dismiss")])
        writer.write(Localization.word("Cancel"), in: cancel)
    }
}
