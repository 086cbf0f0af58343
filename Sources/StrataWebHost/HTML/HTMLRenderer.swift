import Foundation
import StrataViewGraph

/// Renders elements as HTML.
///
/// Each element becomes one HTML element with its ID in `data-id`. Parts that the renderer adds
/// itself, such as an alert's title or a row's delete button, have no ID and precede the element's
/// children; the script inserts the first child behind them.
@MainActor
enum HTMLRenderer {
    /// Returns the HTML of an element and its subtree.
    static func html(of element: Element, in parent: Element?) -> String {
        var writer = HTMLWriter()
        write(element, in: parent, to: &writer)
        return writer.html
    }

    static func write(_ element: Element, in parent: Element?, to writer: inout HTMLWriter) {
        let tag = tag(of: element, in: parent)
        writer.open(tag)
        writeInside(of: element, to: &writer)
        for child in element.children { write(child, in: element, to: &writer) }
        writer.close(tag)
    }

    /// Writes the content of an element other than its children.
    static func writeInside(of element: Element, to writer: inout HTMLWriter) {
        switch element.content {
        case .text(let text): write(text.runs, to: &writer)
        case .alert(let title):
            writer.markup("<h2>")
            writer.text(title)
            writer.markup("</h2>")
        case .row(isDeletable: true):
            writer.markup(
                #"<button type="button" class="delete" data-action="delete" aria-label="Delete" title="Delete">Delete</button>"#)
        default: break
        }
    }

    private static func write(_ runs: [TextContent.Run], to writer: inout HTMLWriter) {
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

    /// Returns the start tag of an element.
    static func tag(of element: Element, in parent: Element?) -> HTMLTag {
        var tag = bareTag(of: element, in: parent)
        tag["data-id"] = String(element.id)
        if let identifier = element.traits.identifier { tag["data-identifier"] = identifier }
        if let label = element.traits.label { tag["aria-label"] = label }
        if let help = element.traits.help { tag["title"] = help }
        return tag
    }

    private static func bareTag(of element: Element, in parent: Element?) -> HTMLTag {
        switch element.content {
        case .window: return styled("main", "window")
        case .text(let text):
            let isMessage = if case .alert? = parent?.content { true } else { false }
            var tag = styled(isMessage ? "p" : "span", text.style.lineLimit == nil ? "text" : "text clamped", text.style.css)
            // Each text gets its direction from its own letters, regardless of its surroundings.
            tag["dir"] = "auto"
            return tag
        case .stack(let layout):
            let name =
                switch layout.direction {
                case .horizontal: "hstack"
                case .vertical: "vstack"
                case .depth: "zstack"
                }
            return styled("div", name, layout.css)
        case .spacer(let minLength):
            return styled("div", "spacer", minLength.map { ["min-width:\($0.px)", "min-height:\($0.px)"] } ?? [])
        case .divider: return styled("hr", "divider")
        case .box(let style):
            guard case .frame(let frame) = style else { return styled("div", "box", style.css) }
            let reach = (frame.maxWidth == .infinity ? " wide" : "") + (frame.maxHeight == .infinity ? " tall" : "")
            return styled("div", "frame" + reach, style.css)
        case .button(let button): return tag(of: button)
        case .textField(let field): return tag(of: field)
        case .progress(let fraction):
            var tag = styled("div", fraction == nil ? "spinner" : "progress", fraction.map { ["--fraction:\($0)"] } ?? [])
            tag["role"] = "progressbar"
            if let fraction {
                tag["aria-valuemin"] = "0"
                tag["aria-valuemax"] = "100"
                tag["aria-valuenow"] = String(Int((fraction * 100).rounded()))
            }
            return tag
        case .alert(let title):
            var tag = styled("dialog", "alert")
            tag["role"] = "alertdialog"
            tag["aria-label"] = title
            return tag
        case .list:
            var tag = styled("div", "list")
            tag["role"] = "list"
            return tag
        case .section(let firstRow):
            var tag = styled("section", "section")
            tag["role"] = "group"
            tag["data-first-row"] = String(firstRow)
            return tag
        case .header: return styled("h2", "header")
        case .footer: return styled("footer", "footer")
        case .row(let isDeletable):
            var tag = styled("div", isDeletable ? "row deletable" : "row")
            tag["role"] = "listitem"
            if isDeletable { tag["tabindex"] = "0" }
            return tag
        case .gap(let gap):
            var tag = styled("div", "gap", ["--rows:\(gap.rows)", "--headers:\(gap.headers)"])
            tag["aria-hidden"] = "true"
            tag["data-spacer"] = ""
            tag["data-first-row"] = String(gap.firstRow)
            tag["data-rows"] = String(gap.rows)
            return tag
        }
    }

    private static func tag(of button: ButtonContent) -> HTMLTag {
        let look =
            switch button.appearance {
            case .automatic: "automatic"
            case .bordered: "bordered"
            case .prominent: "prominent"
            case .plain: "plain"
            }
        var tag = styled("button", "button \(look)" + (button.role == .destructive ? " destructive" : ""))
        tag["type"] = "button"
        tag["data-action"] = "press"
        if let shortcut = button.shortcut { tag["aria-keyshortcuts"] = shortcut.ariaName }
        if !button.isEnabled { tag["disabled"] = "" }
        return tag
    }

    private static func tag(of field: TextFieldContent) -> HTMLTag {
        var tag = styled("input", "field")
        tag["type"] = "text"
        tag["value"] = field.text
        tag["placeholder"] = field.prompt
        tag["aria-label"] = field.label
        tag["maxlength"] = String(ClientMessage.longestText)
        tag["autocomplete"] = "off"
        tag["spellcheck"] = "false"
        if !field.isEnabled { tag["disabled"] = "" }
        return tag
    }

    private static func styled(_ name: String, _ cssClass: String, _ css: [String] = []) -> HTMLTag {
        var tag = HTMLTag(name)
        tag["class"] = cssClass
        if !css.isEmpty { tag["style"] = css.joined(separator: ";") }
        return tag
    }
}

extension KeyboardShortcut {
    /// The shortcut in the syntax of WAI-ARIA's aria-keyshortcuts, such as "Alt+Shift+R". The
    /// command key is Meta there; the script uses Control instead on keyboards without one.
    var ariaName: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append("Control") }
        if modifiers.contains(.option) { parts.append("Alt") }
        if modifiers.contains(.shift) { parts.append("Shift") }
        if modifiers.contains(.command) { parts.append("Meta") }
        switch key {
        case .return: parts.append("Enter")
        case .escape: parts.append("Escape")
        case .delete: parts.append("Backspace")
        case .space: parts.append("Space")
        case "+": parts.append("Plus")
        default: parts.append(key.character.uppercased())
        }
        return parts.joined(separator: "+")
    }
}
