import StrataViewGraph

extension LayoutContent {
    /// The color with which those inside are multiplied; nil if they are not.
    var multiplier: Color? { if case .box(.effect(.colorMultiply(let color))) = self { color } else { nil } }

    /// Writes the filter that multiplies colors, for which CSS has no function. Returns false for
    /// other content.
    func writeInside(to writer: inout HTMLWriter, id: Int) -> Bool {
        guard let multiplier else { return false }
        var svg = HTMLTag("svg", class: "filter")
        svg["aria-hidden"] = "true"
        writer.open(svg)
        var filter = HTMLTag("filter")
        filter["id"] = "multiply-\(id)"
        // As large as the box and what may be drawn outside of it.
        filter["x"] = "-1"
        filter["y"] = "-1"
        filter["width"] = "3"
        filter["height"] = "3"
        filter["color-interpolation-filters"] = "sRGB"
        writer.open(filter)
        var flood = HTMLTag("feFlood")
        flood["style"] = "flood-color:\(multiplier.css)"
        flood["result"] = "color"
        writer.open(flood)
        writer.close(flood)
        // Components are multiplied with their opacity, so that the opacity is multiplied, too.
        var product = HTMLTag("feComposite")
        product["in"] = "SourceGraphic"
        product["in2"] = "color"
        product["operator"] = "arithmetic"
        product["k1"] = "1"
        writer.open(product)
        writer.close(product)
        writer.close(filter)
        writer.close(svg)
        return true
    }
}
