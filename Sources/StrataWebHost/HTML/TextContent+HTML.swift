import Foundation
import StrataViewGraph

extension TextContent {
    /// The start tag of a text: a paragraph where it is the message of a dialog.
    @MainActor
    func tag(in parent: Element?) -> HTMLTag {
        let isMessage = if case .presentation? = parent?.content { true } else { false }
        var tag = HTMLTag(isMessage ? "p" : "span", class: style.lineLimit == nil ? "text" : "text clamped", css: style.css)
        // Each text gets its direction from its own letters, regardless of its surroundings.
        tag["dir"] = "auto"
        return tag
    }

    func writeInside(to writer: inout HTMLWriter) {
        for run in runs {
            switch run {
            case .string(let string): writer.text(string)
            case .date(let date, let style):
                var tag = HTMLTag("time")
                tag["datetime"] = date.formatted(.iso8601)
                if style == .relative { tag["data-relative"] = "" }
                writer.open(tag)
                writer.text(style.string(for: date, now: Date()))
                writer.close(tag)
            }
        }
    }
}
