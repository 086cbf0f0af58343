import Foundation
import Logging
import StrataViewGraph
import Synchronization

extension ImageContent {
    /// The tag of the element around the image. It has the same name for every source, so that an
    /// update can replace the image by one of another kind.
    var tag: HTMLTag {
        var tag = HTMLTag("span", class: classes.joined(separator: " "), css: css)
        switch label {
        case _ where style.isRedacted: tag["aria-hidden"] = "true"
        case .decorative: tag["aria-hidden"] = "true"
        case .text(let text):
            tag["role"] = "img"
            tag["aria-label"] = text
        case .automatic:
            tag["role"] = "img"
            tag["aria-label"] = automaticLabel
        }
        return tag
    }

    private var classes: [String] {
        var classes = ["image"]
        switch source {
        case .symbol(let content):
            classes.append("symbol")
            // A label that would be this mark alone shows its title, too.
            guard let symbol = Symbol(content.name) else {
                classes.append("missing")
                break
            }
            if symbol.isDirectional { classes.append("directional") }
        case .placeholder: classes.append("placeholder")
        case .missing: classes += ["symbol", "missing"]
        case .asset, .address, .picture:
            classes.append("picture")
            if isTemplate { classes.append("template") }
            if interpolation == .none || !isAntialiased { classes.append("pixelated") }
            if resizing?.mode == .tile { classes.append("tiled") }
            if hasCapInsets { classes.append("sliced") }
        }
        switch scale {
        case .small: classes.append("small")
        case .medium: break
        case .large: classes.append("large")
        }
        if resizing != nil { classes.append("resizable") }
        if style.isRedacted { classes.append("redacted") }
        return classes
    }

    private var css: [String] {
        var style = style
        // The foreground style applies to symbols and templates only.
        if case .symbol = source {} else if !isTemplate { style.paint = nil }
        var css = style.css + pictureCSS
        if style.color == nil, case .symbol(let content) = source, content.rendering == .multicolor,
            let color = Symbol(content.name)?.naturalColor
        {
            css.append("color:var(--\(color))")
        }
        return css
    }

    private var automaticLabel: String {
        switch source {
        case .symbol(let content): Symbol(content.name)?.label ?? content.name
        case .missing(let name): name
        // As VoiceOver reads a picture without a label.
        case .picture: Localization.word("Image")
        case .asset, .address, .placeholder: ""
        }
    }

    func writeInside(to writer: inout HTMLWriter, id: String) {
        switch source {
        case .symbol(let content):
            guard let symbol = Symbol(content.name) else {
                UnknownSymbols.log(content.name)
                return writeMark(to: &writer)
            }
            SymbolDrawing(
                symbol: symbol, content: content, stroke: style.font.symbolStroke, secondColor: content.secondColor?.css, id: id
            ).write(to: &writer)
        case .asset, .address, .picture: writePicture(to: &writer)
        case .missing: writeMark(to: &writer)
        case .placeholder: break
        }
    }

    /// Writes a placeholder, a square with a dashed line, for a missing image.
    private func writeMark(to writer: inout HTMLWriter) {
        writer.markup(
            """
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="3 2.5" aria-hidden="true">\
            <rect x="3.5" y="3.5" width="17" height="17" rx="4"></rect></svg>
            """)
    }
}

extension Font {
    /// The stroke width of symbols that fits the font's weight, in units of the glyphs' grid.
    fileprivate var symbolStroke: Double {
        switch effectiveWeight {
        case .ultraLight: 0.9
        case .thin: 1.1
        case .light: 1.4
        case .regular: 1.75
        case .medium: 2
        case .semibold: 2.2
        case .bold: 2.5
        case .heavy: 2.75
        case .black: 3
        }
    }

    private var effectiveWeight: Weight {
        if let weight { return weight }
        switch size {
        case .style(.largeTitle), .style(.title): return .bold
        case .style(.title2), .style(.title3), .style(.headline): return .semibold
        default: return .regular
        }
    }
}

extension Symbol {
    /// The accessibility label.
    var label: String { glyph.label }

    /// The color in multicolor rendering, as the name of a custom property in the style sheet; nil
    /// for the color of the text.
    fileprivate var naturalColor: String? {
        switch base {
        case "heart", "flag", "trash", "cross": "red"
        case "star", "sun.max", "lightbulb", "bolt": "yellow"
        case "flame", "carrot", "ladybug": "orange"
        case "drop", "cloud", "snowflake": "cyan"
        case "leaf", "tree": "green"
        case "exclamationmark" where enclosure == .triangle: "yellow"
        case "checkmark" where enclosure != nil: "green"
        case "xmark" where enclosure != nil: "red"
        default: nil
        }
    }
}

/// The log of symbol names that an app uses and for which Strata has no drawing.
private enum UnknownSymbols {
    private static let logged = Mutex<Set<String>>([])
    private static let logger = Logger(label: "Strata.WebHost")

    /// Writes a line to the log, the first time for each name.
    static func log(_ name: String) {
        guard logged.withLock({ $0.count < 1000 && $0.insert(name).inserted }) else { return }
        logger.warning("There is no symbol \"\(name)\". Image(systemName:) shows a plain mark labeled with the name instead.")
    }
}
