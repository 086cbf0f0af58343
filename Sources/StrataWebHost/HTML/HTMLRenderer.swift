import Foundation
import StrataViewGraph

/// Renders elements as HTML.
///
/// Each element becomes one HTML element with its ID in `data-id`. Parts that the renderer adds
/// itself, such as an alert's title or a row's delete button, have no ID and precede the element's
/// children. The script inserts the first child after them.
@MainActor
enum HTMLRenderer {
    /// Returns the HTML of an element and its subtree.
    static func html(of element: Element, in parent: Element?, _ form: HTMLWriter.Form = .quoted) -> String {
        var writer = HTMLWriter(form)
        write(element, in: parent, to: &writer)
        return writer.html
    }

    /// Writes the HTML of an element and its subtree.
    static func write(_ element: Element, in parent: Element?, to writer: inout HTMLWriter) {
        let tag = tag(of: element, in: parent)
        writer.open(tag)
        writeInside(of: element, to: &writer)
        if case .control(let content) = element.content { content.writeInitially(to: &writer) }
        for child in element.children { write(child, in: element, to: &writer) }
        writer.close(tag)
    }

    /// Writes the HTML that an element has inside besides its children. Returns false if it has
    /// none.
    @discardableResult
    static func writeInside(of element: Element, to writer: inout HTMLWriter) -> Bool {
        switch element.content {
        case .text(let text): text.writeInside(to: &writer, id: "t\(element.id)", isHidden: element.hidesChildren)
        case .drawing(let content): content.writeInside(to: &writer, id: element.id)
        case .collection(.gap): return false
        case .collection(let content): content.writeInside(to: &writer, isHidden: element.hidesChildren)
        case .media(let content): content.writeInside(to: &writer, id: element.id)
        case .navigation(let content): content.writeInside(to: &writer, isHidden: element.hidesChildren)
        case .presentation(let content): content.writeInside(to: &writer)
        case .control(let content): return content.writeInside(to: &writer, isHidden: element.hidesChildren)
        case .window(let window):
            // The first heading of the page, for assistive technology only.
            writer.markup("<h1 class=\"page-title\">")
            writer.text(window.title)
            writer.markup("</h1>")
        case .layout(let content): return content.writeInside(to: &writer, id: element.id)
        }
        return true
    }

    /// Returns the start tag of an element.
    static func tag(of element: Element, in parent: Element?) -> HTMLTag {
        var tag =
            switch element.content {
            case .window(let window): window.tag
            case .text(let text): text.tag(in: parent)
            case .layout(let content): content.tag(id: element.id)
            case .drawing(let content): content.tag
            case .control(let content): content.tag
            case .collection(let content): content.tag(in: parent)
            case .media(let content): content.tag
            case .navigation(let content): content.tag
            case .presentation(let content): content.tag
            }
        if element.growth.contains(.horizontal) { tag.addClass("grows-x") }
        if element.growth.contains(.vertical) { tag.addClass("grows-y") }
        if element.widthLimit == .row { tag.addClass("hugs") }
        tag["data-id"] = String(element.id)
        element.traits.write(to: &tag, of: element)
        if element.isIgnored(in: parent) { tag["aria-hidden"] = "true" }
        // The keyboard must not lead to what assistive technology does not present.
        if tag.canHaveFocus, tag["aria-hidden"] == "true" || parent?.hidesChildren == true { tag["tabindex"] = "-1" }
        tag.addSearchRoles(of: element)
        return tag
    }
}
