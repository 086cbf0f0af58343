import Foundation
import StrataViewGraph

extension TextContent {
    /// Returns the start tag of a text: a paragraph if it is the message of a dialog.
    @MainActor
    func tag(in parent: Element?) -> HTMLTag {
        let isMessage = if case .presentation(let content)? = parent?.content { content.showsMessage } else { false }
        let name = style.lineLimit == nil ? "text" : style.lineLimit == 1 ? "text clamped one-line" : "text clamped"
        var tag = HTMLTag(isMessage ? "p" : "span", class: name, css: TextDeclarations.of(self))
        if style.isRedacted {
            tag.addClass("redacted")
            tag["aria-hidden"] = "true"
        }
        if style.lineLimit == 1, style.truncation != .tail {
            tag["data-truncation"] = style.truncation == .head ? "head" : "middle"
        }
        if style.minimumScale < 1 { tag["data-minimum-scale"] = "\(style.minimumScale)" }
        // The direction of each text follows from its own characters.
        tag["dir"] = "auto"
        return tag
    }

    /// Writes the runs.
    ///
    /// - Parameters:
    ///   - id: The prefix of the IDs of images.
    ///   - isHidden: Whether assistive technology does not present the text.
    func writeInside(to writer: inout HTMLWriter, id: @autoclosure () -> String, isHidden: @autoclosure () -> Bool) {
        if let string { return writer.text(string) }
        let (id, textSize) = (id(), style.textSize)
        let hidesLinks = hasLinks && (style.isRedacted || isHidden())
        for (index, run) in runs.enumerated() {
            run.write(to: &writer, id: id, number: index, textSize: textSize, hidesLinks: hidesLinks)
        }
    }
}

/// The CSS declarations of the styles of texts, which most texts share with others.
@MainActor
private enum TextDeclarations {
    private static let count = 64
    /// The styles that were used last, at places by their address.
    private static var known: [(style: AnyObject, css: [String])?] = Array(repeating: nil, count: count)

    /// Returns the declarations of a text.
    static func of(_ text: TextContent) -> [String] {
        let style = text.styleIdentity
        let index = Int(bitPattern: Unmanaged.passUnretained(style).toOpaque()) >> 4 & (count - 1)
        if let known = known[index], known.style === style { return known.css }
        let rules = text.style.css
        let css = rules.isEmpty ? [] : [rules.joined(separator: ";")]
        known[index] = (style, css)
        return css
    }
}

extension TextContent.Run {
    /// Writes the run.
    ///
    /// - Parameters:
    ///   - id: The prefix of the IDs of images.
    ///   - number: The number of the run in its text.
    fileprivate func write(
        to writer: inout HTMLWriter, id: String, number: Int, textSize: TextSize, hidesLinks: Bool
    ) {
        switch self {
        case .string(let string): writer.text(string)
        case .date(let date, let style):
            var tag = HTMLTag("time")
            tag["datetime"] = date.formatted(.iso8601)
            tag["data-style"] = style.name
            writer.open(tag)
            writer.text(style.string(for: date, now: Date()))
            writer.close(tag)
        case .timer(let timer): timer.write(to: &writer)
        case .image(let image):
            let tag = image.tag
            writer.open(tag)
            image.writeInside(to: &writer, id: "\(id)-\(number)")
            writer.close(tag)
        case .styled(let run, let style):
            let tag = style.tag(textSize, number: number, hidesLinks: hidesLinks)
            writer.open(tag)
            run.write(to: &writer, id: id, number: number, textSize: textSize, hidesLinks: hidesLinks)
            writer.close(tag)
        }
    }
}

extension Text.DateStyle {
    /// The name in `times.js`.
    fileprivate var name: String {
        switch self {
        case .relative: "relative"
        case .offset: "offset"
        case .timer: "timer"
        case .date: "date"
        case .time: "time"
        }
    }
}

extension TimerContent {
    fileprivate func write(to writer: inout HTMLWriter) {
        var tag = HTMLTag("time")
        tag["role"] = "timer"
        tag["data-style"] = countsDown ? "down" : "up"
        tag["data-start"] = "\(Int64(clamping: start))"
        tag["data-end"] = "\(Int64(clamping: end))"
        if let pause { tag["data-pause"] = "\(Int64(clamping: pause))" }
        if showsHours { tag["data-hours"] = "" }
        writer.open(tag)
        writer.text(string(now: Date()))
        writer.close(tag)
    }
}

extension Int64 {
    /// Creates the number of milliseconds from 1970 to a date, clamped to the dates of JavaScript.
    fileprivate init(clamping date: Date) {
        self = Int64(Swift.min(Swift.max(date.timeIntervalSince1970 * 1000, -8.64e15), 8.64e15))
    }
}

extension TextRunStyle {
    /// Returns the tag of the run with a number, which has the style: a link or a span.
    fileprivate func tag(_ textSize: TextSize, number: Int, hidesLinks: Bool) -> HTMLTag {
        let css = css(textSize)
        guard let link, isLinkHandled || link.isOpenedByHost else {
            var tag = HTMLTag("span")
            if !css.isEmpty { tag["style"] = css.joined(separator: ";") }
            if let spokenLabel {
                // ARIA prohibits a label on an element without a role.
                tag["role"] = "img"
                tag["aria-label"] = spokenLabel
            }
            return tag
        }
        var tag = HTMLTag("a")
        if isLinkHandled {
            tag["data-action"] = OpenLinkEvent.name
            tag["data-run"] = String(number)
        }
        // The browser must not open the address of a scheme that only the app knows.
        if !isLinkHandled || ["http", "https"].contains(link.scheme?.lowercased()) {
            tag["href"] = link.absoluteString
            tag["target"] = "_blank"
            tag["rel"] = "noopener noreferrer"
            if hidesLinks { tag["tabindex"] = "-1" }
        } else {
            tag["role"] = "link"
            tag["tabindex"] = hidesLinks ? "-1" : "0"
        }
        if let spokenLabel { tag["aria-label"] = spokenLabel }
        if !css.isEmpty { tag["style"] = css.joined(separator: ";") }
        return tag
    }
}
