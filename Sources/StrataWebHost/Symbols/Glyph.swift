import Foundation

/// A drawing on a grid of 24 by 24 units, from which the variants of a symbol are composed.
struct Glyph: Equatable {
    /// A path, and the way it is drawn without and with the variant `.fill`.
    struct Part: Equatable {
        enum Kind: Character {
            /// A closed outline: stroked, and filled with `.fill`.
            case outline = "o"
            /// A line inside the outline: stroked, and erased from the filled outline with `.fill`.
            case detail = "d"
            /// A margin around a line: not drawn, and erased from the filled outline with `.fill`.
            case margin = "e"
            /// A line, stroked in both.
            case line = "l"
            /// An area, filled in both.
            case solid = "s"
            /// A line for one level of the symbol's variable value, dimmed if the value is lower.
            case level = "v"
        }

        let kind: Kind
        /// Whether the part belongs to the second layer of hierarchical and palette rendering.
        let isSecondary: Bool
        /// SVG path data.
        let path: String
    }

    /// The accessibility label.
    let label: String
    /// The width of the drawing, which is centered on the grid.
    let width: Double
    let parts: [Part]
}

/// The glyphs by name.
enum GlyphLibrary {
    /// Returns the glyph of a name, without variants; nil if there is none.
    static func glyph(_ name: String) -> Glyph? {
        if let glyph = glyphs[name] { return glyph }
        return letterGlyph(name)
    }

    /// The lines of `glyphs.txt` that are no remarks.
    static var lines: [Substring] {
        Resources.files(in: "symbols").flatMap { $0.text.split(separator: "\n") }.filter { !$0.hasPrefix("#") }
    }

    /// The glyphs of `glyphs.txt`, which describes its format.
    static let glyphs: [String: Glyph] = {
        var glyphs: [String: Glyph] = [:]
        var aliases: [(name: String, target: String)] = []
        for line in lines {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if fields.count == 4, let width = Double(fields[2]) {
                glyphs[fields[0]] = Glyph(label: fields[1], width: width, parts: fields[3].split(separator: ";").compactMap(part))
            } else {
                let names = line.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
                if names.count == 2 { aliases.append((names[0], names[1])) }
            }
        }
        for (name, target) in aliases { glyphs[name] = glyphs[target] }
        return glyphs
    }()

    private static func part(_ text: Substring) -> Glyph.Part? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let space = text.firstIndex(of: " "), let letter = text.first, let kind = Glyph.Part.Kind(rawValue: letter)
        else { return nil }
        return Glyph.Part(
            kind: kind, isSecondary: text[..<space].hasSuffix("2"), path: String(text[text.index(after: space)...]))
    }

    /// Returns the glyph of a letter or of a number up to 99, which is drawn as text.
    private static func letterGlyph(_ name: String) -> Glyph? {
        let isLetter = name.count == 1 && name.first?.isLetter == true
        let isNumber = (1...2).contains(name.count) && name.allSatisfy(\.isWholeNumber)
        guard isLetter || isNumber else { return nil }
        return Glyph(label: name.uppercased(), width: 20, parts: [])
    }
}
