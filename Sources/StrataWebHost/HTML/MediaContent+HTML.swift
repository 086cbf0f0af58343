import StrataViewGraph

extension MediaContent {
    var tag: HTMLTag {
        switch self {
        case .image(let image): image.tag
        case .loader: HTMLTag("div", class: "box loader")
        }
    }

    func writeInside(to writer: inout HTMLWriter, id: Int) {
        switch self {
        case .image(let image): image.writeInside(to: &writer, id: "i\(id)")
        case .loader(let address): Self.writeLoader(of: address, to: &writer)
        }
    }

    /// Writes an invisible image. The script reports whether the browser could load it.
    private static func writeLoader(of address: String?, to writer: inout HTMLWriter) {
        guard let address else { return }
        var tag = HTMLTag("img", class: "loading")
        tag["src"] = address
        tag["alt"] = ""
        tag["referrerpolicy"] = "no-referrer"
        writer.open(tag)
    }
}
