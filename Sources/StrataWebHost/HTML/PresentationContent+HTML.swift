import Foundation
import StrataViewGraph

extension PresentationContent {
    var tag: HTMLTag {
        switch self {
        case .alert(let title):
            var tag = HTMLTag("dialog", class: "alert")
            tag["role"] = "alertdialog"
            tag["aria-label"] = title
            return tag
        case .confirmation(let confirmation):
            var tag = HTMLTag("dialog", class: "alert confirmation")
            tag["role"] = "alertdialog"
            tag["aria-label"] = confirmation.title
            return tag
        case .sheet(let sheet): return sheet.tag
        case .popover(let popover):
            var tag = HTMLTag("dialog", class: "popover")
            switch popover.adaptation {
            case .none, .popover: tag.addClass("stays")
            case .fullScreenCover: tag.addClass("covers")
            case .automatic, .sheet: break
            }
            tag["aria-label"] = popover.label
            tag["autofocus"] = ""
            if let edge = popover.arrowEdge { tag["data-edge"] = edge.name }
            if let anchor = popover.anchor { tag["data-anchor"] = String(anchor) }
            if !popover.isDismissDisabled { tag["data-light"] = "" }
            return tag
        case .fileImporter(let importer): return importer.tag
        case .menuOwner:
            var tag = HTMLTag("div", class: "box menu-owner")
            tag["data-menu"] = ""
            return tag
        case .menu(let placement):
            // A modal dialog, because nothing else can be used over another one.
            var tag = HTMLTag("dialog", class: "context-menu")
            tag["aria-label"] = Localization.word("Menu")
            tag["data-light"] = ""
            if let anchor = placement.anchor { tag["data-anchor"] = String(anchor) }
            if let x = placement.x, let y = placement.y {
                tag["data-x"] = String(x)
                tag["data-y"] = String(y)
            }
            return tag
        case .menuItems:
            var tag = HTMLTag("div", class: "menu-list")
            tag["role"] = "menu"
            return tag
        case .preview:
            var tag = HTMLTag("div", class: "menu-preview")
            tag["role"] = "none"
            return tag
        case .dragPreview(let token):
            var tag = HTMLTag("div", class: "drag-preview")
            tag["data-drag-preview"] = token
            tag["aria-hidden"] = "true"
            tag["inert"] = ""
            return tag
        case .commandBar:
            var tag = HTMLTag("nav", class: "command-bar")
            tag["aria-label"] = Localization.word("Commands")
            return tag
        case .commandMenu: return HTMLTag("details", class: "command-menu")
        }
    }

    func writeInside(to writer: inout HTMLWriter) {
        switch self {
        case .alert(let title): Self.write(title: title, to: &writer)
        case .confirmation(let confirmation):
            if confirmation.showsTitle { Self.write(title: confirmation.title, to: &writer) }
        case .sheet(let sheet):
            guard sheet.showsDragIndicator else { return }
            let name = Localization.word("Height of the sheet")
            writer.write("", in: HTMLTag("button", [("type", "button"), ("class", "grabber"), ("aria-label", name)]))
        case .commandMenu(let title):
            writer.markup("<summary>")
            writer.text(title)
            writer.markup("</summary>")
        case .fileImporter(let importer): importer.writeInside(to: &writer)
        case .popover, .menuOwner, .menu, .menuItems, .preview, .dragPreview, .commandBar: break
        }
    }

    private static func write(title: String, to writer: inout HTMLWriter) {
        writer.markup("<h2>")
        writer.text(title)
        writer.markup("</h2>")
    }

    /// Whether the texts directly inside are the message of a dialog.
    var showsMessage: Bool {
        switch self {
        case .alert, .confirmation: true
        case .sheet, .popover, .fileImporter, .menuOwner, .menu, .menuItems, .preview, .dragPreview, .commandBar, .commandMenu:
            false
        }
    }
}

extension SheetContent {
    fileprivate var tag: HTMLTag {
        var css: [String] = []
        if detents.indices.contains(detent) { css.append("--detent:\(detents[detent].css)") }
        if let background { css.append("--sheet-color:\(background.css)") }
        if let cornerRadius { css.append("--sheet-radius:\(cornerRadius.px)") }
        var tag = HTMLTag("dialog", class: isFullScreen ? "sheet cover" : "sheet", css: css)
        if coversNarrowWindow { tag.addClass("covers") }
        tag["aria-label"] = label
        // Gives the focus to the dialog itself instead of its handle.
        tag["autofocus"] = ""
        if !isDismissDisabled { tag["data-light"] = "" }
        tag["data-detents"] = String(detents.count)
        tag["data-detent"] = String(detent)
        return tag
    }
}

extension PresentationDetent {
    fileprivate var css: String {
        switch kind {
        case .fraction(let fraction): "\(Int((Swift.min(Swift.max(fraction, 0.1), 1) * 100).rounded()))dvh"
        case .height(let height): height.px
        }
    }
}

extension Edge {
    fileprivate var name: String {
        switch self {
        case .top: "top"
        case .leading: "leading"
        case .bottom: "bottom"
        case .trailing: "trailing"
        }
    }
}
