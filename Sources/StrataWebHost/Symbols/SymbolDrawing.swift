import StrataViewGraph

/// Draws a symbol as SVG.
///
/// A symbol is composed from the inside out, by one method for each variant. Each method writes
/// what the one before it writes, in a group whose mask cuts out the place for its own part:
///
/// 1. `writeGlyph` draws the glyph. For `.fill` it fills the outlines, with the details cut out.
/// 2. `writeEnclosed` adds a shape around the smaller glyph, or cuts it out of a filled shape.
/// 3. `writeSlashed` cuts out a wide line, and draws the slash in it.
/// 4. `writeBadged` cuts out a circle in the corner, and draws the badge in it.
///
/// All parts have the color `currentColor`, so that a mask can draw the same parts in black. Masks
/// make the holes of filled symbols. Their IDs are unique in the page, because they start with the
/// ID of the element.
struct SymbolDrawing {
    let symbol: Symbol
    let content: SymbolContent
    /// The stroke width, in units of the grid.
    let stroke: Double
    /// The color of the second layer, in palette rendering.
    var secondColor: String?
    /// The prefix of the IDs of masks.
    let id: String

    private static let center = 12.0

    private var layers: Layers {
        switch content.rendering.mode {
        case .monochrome, .multicolor: .one
        case .hierarchical: .opacity(0.45)
        case .palette: secondColor.map(Layers.color) ?? .one
        }
    }

    private enum Layers {
        case one
        case opacity(Double)
        case color(String)

        var attributes: [(String, String)] {
            switch self {
            case .one: []
            case .opacity(let opacity): [("opacity", "\(opacity)")]
            case .color(let color): [("color", color)]
            }
        }

        var isOne: Bool { if case .one = self { true } else { false } }
    }

    /// Writes the `svg` element.
    func write(to writer: inout HTMLWriter) {
        let width = symbol.enclosure == nil && symbol.badge == nil && !symbol.isSlashed ? symbol.glyph.width : 24
        var tag = HTMLTag("svg")
        tag["viewBox"] = "\(number((24 - width) / 2)) 0 \(number(width)) 24"
        tag["style"] = width == 24 ? nil : "--aspect:\(number(width / 24))"
        tag["fill"] = "none"
        tag["stroke"] = "currentColor"
        tag["stroke-width"] = number(stroke)
        tag["stroke-linecap"] = "round"
        tag["stroke-linejoin"] = "round"
        tag["aria-hidden"] = "true"
        tag["focusable"] = "false"
        writer.open(tag)
        writeBadged(to: &writer)
        writer.close(tag)
    }

    private func writeBadged(to writer: inout HTMLWriter) {
        guard let badge = symbol.badge else { return writeSlashed(to: &writer) }
        let isDot = badge.isEmpty
        let (x, y, radius) = isDot ? (18.0, 6.0, 3.6) : (17.5, 17.5, 5.0)
        masked("b", to: &writer) { writer in
            circle(x, y, radius + stroke * 0.9, fill: "#000", to: &writer)
        } content: { writer in
            writeSlashed(to: &writer)
        }
        group(layers.attributes, to: &writer) { writer in
            guard !isDot, let glyph = GlyphLibrary.glyph(badge) else {
                return circle(x, y, radius, fill: "currentColor", to: &writer)
            }
            masked("c", to: &writer) { writer in
                group([("color", "#000")], to: &writer) { writer in
                    scaled(0.3, x: x, y: y, to: &writer) { scale, writer in
                        writeGlyph(glyph, name: badge, isFilled: false, stroke: stroke / scale * 0.8, id: "d", to: &writer)
                    }
                }
            } content: { writer in
                circle(x, y, radius, fill: "currentColor", to: &writer)
            }
        }
    }

    private func writeSlashed(to writer: inout HTMLWriter) {
        guard symbol.isSlashed, symbol.enclosure == nil || symbol.isFilled else { return writeEnclosed(to: &writer) }
        masked("s", to: &writer) { writer in
            path("M3.5 3.5 20.5 20.5", [("stroke", "#000"), ("stroke-width", number(stroke * 3))], to: &writer)
        } content: { writer in
            writeEnclosed(to: &writer)
        }
        path("M4 4 20 20", [], to: &writer)
    }

    private func writeEnclosed(to writer: inout HTMLWriter) {
        guard let enclosure = symbol.enclosure, let shape = GlyphLibrary.glyphs[enclosure.rawValue] else {
            return writeGlyph(symbol.glyph, name: symbol.base, isFilled: symbol.isFilled, stroke: stroke, id: "g", to: &writer)
        }
        func inner(_ writer: inout HTMLWriter) {
            scaled(enclosure.scale, x: Self.center, y: Self.center + enclosure.drop, to: &writer) { scale, writer in
                let width = stroke / scale * 0.92
                writeGlyph(symbol.glyph, name: symbol.base, isFilled: symbol.isFilled, stroke: width, id: "i", to: &writer)
            }
        }
        func outer(_ writer: inout HTMLWriter) {
            // A filled shape lies under the glyph and has less opacity, so that the glyph stands
            // out.
            let isUnderGlyph = symbol.isFilled && content.rendering == .hierarchical
            group(isUnderGlyph ? [("opacity", "0.25")] : layers.attributes, to: &writer) { writer in
                writeGlyph(shape, name: enclosure.rawValue, isFilled: symbol.isFilled, stroke: stroke, id: "o", to: &writer)
            }
        }
        guard symbol.isFilled, layers.isOne else {
            outer(&writer)
            return inner(&writer)
        }
        masked("e", to: &writer) { writer in
            group([("color", "#000")], to: &writer, inner)
        } content: { writer in
            outer(&writer)
        }
    }

    /// Writes a glyph, filled or not, without other variants.
    private func writeGlyph(
        _ glyph: Glyph, name: String, isFilled: Bool, stroke: Double, id: String, to writer: inout HTMLWriter
    ) {
        if glyph.parts.isEmpty { return writeLetters(name, stroke: stroke, to: &writer) }
        let holes = isFilled ? glyph.parts.filter { $0.kind == .detail || $0.kind == .margin } : []
        let outlines = glyph.parts.filter { $0.kind == .outline }
        let attributes = [("stroke-width", number(stroke))]
        group(attributes, to: &writer) { writer in
            if holes.isEmpty {
                for outline in outlines { write(outline, isFilled: isFilled, to: &writer) }
            } else {
                masked(id, to: &writer) { writer in
                    for hole in holes {
                        let width = stroke * (hole.kind == .margin ? 2.8 : 1)
                        path(hole.path, [("stroke", "#000"), ("stroke-width", number(width))], to: &writer)
                    }
                } content: { writer in
                    for outline in outlines { write(outline, isFilled: true, to: &writer) }
                }
            }
            var levels = Levels(count: glyph.parts.count { $0.kind == .level }, value: content.variableValue)
            for part in glyph.parts where part.kind != .outline && part.kind != .margin && (part.kind != .detail || !isFilled) {
                let isDimmed = part.kind == .level && !levels.next()
                group(isDimmed ? [("opacity", "0.3")] : [], to: &writer) { writer in write(part, isFilled: false, to: &writer) }
            }
        }
    }

    /// Counts the levels of a variable symbol that are drawn in full.
    private struct Levels {
        let count: Int
        let value: Double?
        var index = 0

        init(count: Int, value: Double?) {
            self.count = count
            self.value = value
        }

        /// Whether the next level is drawn in full.
        mutating func next() -> Bool {
            defer { index += 1 }
            guard let value else { return true }
            return value > Double(index) / Double(count)
        }
    }

    private func write(_ part: Glyph.Part, isFilled: Bool, to writer: inout HTMLWriter) {
        group(part.isSecondary ? layers.attributes : [], to: &writer) { writer in
            path(part.path, isFilled || part.kind == .solid ? [("fill", "currentColor")] : [], to: &writer)
        }
    }

    private func writeLetters(_ name: String, stroke: Double, to writer: inout HTMLWriter) {
        var tag = HTMLTag("text")
        tag["x"] = "12"
        tag["y"] = "12"
        tag["text-anchor"] = "middle"
        tag["dominant-baseline"] = "central"
        tag["font-size"] = name.count > 1 ? "17" : "21"
        tag["font-weight"] = "600"
        tag["fill"] = "currentColor"
        tag["stroke"] = "none"
        writer.open(tag)
        writer.text(name.uppercased())
        writer.close(tag)
    }
}

// MARK: SVG

extension SymbolDrawing {
    private func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private func path(_ data: String, _ attributes: [(String, String)], to writer: inout HTMLWriter) {
        var tag = HTMLTag("path")
        tag["d"] = data
        for (name, value) in attributes { tag[name] = value }
        writer.open(tag)
        writer.close(tag)
    }

    private func circle(_ x: Double, _ y: Double, _ radius: Double, fill: String, to writer: inout HTMLWriter) {
        var tag = HTMLTag("circle")
        tag["cx"] = number(x)
        tag["cy"] = number(y)
        tag["r"] = number(radius)
        tag["fill"] = fill
        tag["stroke"] = "none"
        writer.open(tag)
        writer.close(tag)
    }

    /// Writes content in a group with attributes; without attributes, the content itself.
    private func group(
        _ attributes: [(String, String)], to writer: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void
    ) {
        guard !attributes.isEmpty else { return content(&writer) }
        var tag = HTMLTag("g")
        for (name, value) in attributes { tag[name] = value }
        writer.open(tag)
        content(&writer)
        writer.close(tag)
    }

    /// Writes content scaled and centered at a point.
    private func scaled(
        _ scale: Double, x: Double, y: Double, to writer: inout HTMLWriter, _ content: (Double, inout HTMLWriter) -> Void
    ) {
        let transform = "translate(\(number(x - scale * 12)) \(number(y - scale * 12))) scale(\(number(scale)))"
        group([("transform", transform)], to: &writer) { writer in content(scale, &writer) }
    }

    /// Writes content, without the areas that `holes` draws in black.
    private func masked(
        _ name: String, to writer: inout HTMLWriter, holes: (inout HTMLWriter) -> Void, content: (inout HTMLWriter) -> Void
    ) {
        var mask = HTMLTag("mask")
        mask["id"] = "\(id)\(name)"
        mask["maskUnits"] = "userSpaceOnUse"
        for (name, value) in [("x", "-2"), ("y", "-2"), ("width", "28"), ("height", "28")] { mask[name] = value }
        writer.open(mask)
        path("M-2-2H26V26H-2z", [("fill", "#fff"), ("stroke", "none")], to: &writer)
        holes(&writer)
        writer.close(mask)
        group([("mask", "url(#\(id)\(name))")], to: &writer, content)
    }
}
