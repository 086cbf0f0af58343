import Foundation

/// A symbol by its system name: a glyph, and the variants that the rest of the name asks for.
///
/// For example, `bell.badge.slash.fill` is the glyph `bell`, filled, crossed out, with a badge.
/// Variants are composed for every glyph, also in combinations that Apple has not drawn.
struct Symbol: Equatable {
    /// A shape around a glyph. Its name is that of the glyph that draws it.
    enum Enclosure: String {
        case circle, square, rectangle, triangle, seal, bubble, shield, diamond, octagon, hexagon, app, capsule, bin, house, cloud

        /// The scale of the glyph inside the shape.
        var scale: Double {
            switch self {
            case .circle, .square, .app, .octagon: 0.58
            case .seal, .hexagon, .shield, .bubble, .rectangle: 0.5
            case .triangle, .diamond, .capsule, .bin, .house, .cloud: 0.45
            }
        }

        /// The distance by which the center of the shape is below that of the grid.
        var drop: Double {
            switch self {
            case .triangle: 2.2
            case .bin: 1.6
            case .house, .cloud: 1.5
            case .bubble, .shield, .seal: -0.4
            default: 0
            }
        }
    }

    /// The name of the glyph.
    let base: String
    let glyph: Glyph
    private(set) var enclosure: Enclosure?
    private(set) var isFilled = false
    private(set) var isSlashed = false
    /// The name of the glyph in the corner; empty for a dot, nil for no badge.
    private(set) var badge: String?

    /// Creates the symbol of a name; nil if no glyph has the start of the name, or if a word after
    /// it is not a variant.
    init?(_ name: String) {
        let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let (base, glyph) = Self.glyph(in: words) else { return nil }
        self.base = base
        self.glyph = glyph
        var rest = words.dropFirst(base.split(separator: ".").count)
        while let word = rest.popFirst() {
            switch word {
            case "fill": isFilled = true
            case "slash": isSlashed = true
            case "badge":
                badge = ""
                if let next = rest.first, GlyphLibrary.glyph(next) != nil { badge = rest.removeFirst() }
            case "rtl", "ltr": break
            default:
                guard enclosure == nil, let enclosure = Enclosure(rawValue: word) else { return nil }
                self.enclosure = enclosure
            }
        }
    }

    /// Returns the longest glyph with which a name starts.
    private static func glyph(in words: [String]) -> (String, Glyph)? {
        for count in stride(from: words.count, to: 0, by: -1) {
            let name = words[..<count].joined(separator: ".")
            if let glyph = GlyphLibrary.glyph(name) { return (name, glyph) }
        }
        return nil
    }

    /// Whether the symbol points along the direction of text, so that it is mirrored on pages that
    /// read from right to left.
    var isDirectional: Bool { base.contains("forward") || base.contains("backward") || base.hasPrefix("list.") }
}
