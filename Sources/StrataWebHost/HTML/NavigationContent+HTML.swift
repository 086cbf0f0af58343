import Foundation
import StrataViewGraph

extension WindowProperties {
    /// The tag of the window's element, with the attributes that `history.js` reads.
    var tag: HTMLTag {
        var tag = HTMLTag("main", class: "window")
        tag["data-title"] = title
        tag["data-depth"] = String(depth)
        tag["data-location"] = location
        if opened.number > 0 {
            tag["data-opened"] = String(opened.number)
            tag["data-opened-url"] = opened.url
        }
        return tag
    }
}

extension NavigationContent {
    var tag: HTMLTag {
        switch self {
        case .stack: return HTMLTag("div", class: "stack")
        case .page(let page): return page.tag
        case .bar(let bar):
            var tag = HTMLTag("header", class: bar.isLarge ? "bar large" : "bar")
            if bar.leadsTitle { tag.addClass("leading-title") }
            if bar.isInlineLarge { tag.addClass("inline-large") }
            if bar.isHidden { tag["hidden"] = "" }
            return tag
        case .bottomBar: return HTMLTag("footer", class: "bottom-bar")
        case .barItems(let items): return items.tag
        case .link(let link): return link.tag
        case .tabs(let look): return look.tag
        case .tabSection:
            // A tab list contains tabs only.
            var tag = HTMLTag("div", class: "tab-section")
            tag["aria-hidden"] = "true"
            return tag
        case .tabBar(let isHidden, let tint):
            var tag = HTMLTag("div", class: "tab-bar")
            tag["role"] = "tablist"
            tag.style(tint: tint)
            if isHidden { tag["hidden"] = "" }
            return tag
        case .tab(let tab): return tab.tag
        case .tabPage(let isSelected):
            var tag = HTMLTag("div", class: "tab-page")
            tag["role"] = "tabpanel"
            if !isSelected {
                tag.addClass("covered")
                tag["inert"] = ""
            }
            return tag
        case .split(let split):
            var tag = HTMLTag("div", class: split.keepsDetailWidth ? "split prominent-detail" : "split")
            tag["data-compact"] = split.compact.rawValue
            tag["data-visible"] = split.visible.sorted().map(\.rawValue).joined(separator: " ")
            return tag
        case .column(let column): return column.tag
        }
    }

    /// - Parameter isHidden: Whether assistive technology does not present what is written.
    func writeInside(to writer: inout HTMLWriter, isHidden: @autoclosure () -> Bool) {
        switch self {
        case .bar(let bar) where !bar.title.isEmpty:
            // The only heading of the first level is the title of the window.
            writer.markup("<h2 class=\"bar-title\" dir=\"auto\">")
            writer.text(bar.title)
            if !bar.subtitle.isEmpty {
                writer.markup("<span class=\"bar-subtitle\" dir=\"auto\">")
                writer.text(bar.subtitle)
                writer.markup("</span>")
            }
            writer.markup("</h2>")
        case .barItems(let items): items.writeInside(to: &writer, isHidden: isHidden())
        case .tab(let tab):
            guard let badge = tab.badge else { return }
            writer.markup("<span class=\"tab-badge\">")
            writer.text(badge)
            writer.markup("</span>")
        default: break
        }
    }
}

extension NavigationPageContent {
    fileprivate var tag: HTMLTag {
        var css: [String] = []
        if let color = style.barColor { css.append("--bar-color:\(color.css)") }
        var tag = HTMLTag("div", class: isCovered ? "page covered" : "page", css: css)
        if style.barColor != nil, style.showsBarBackground != false { tag.addClass("colored-bar") }
        if style.showsBarBackground == true { tag.addClass("opaque-bar") }
        if style.showsBarBackground == false { tag.addClass("clear-bar") }
        if isCovered { tag["inert"] = "" }
        return tag
    }
}

extension BarItemsContent {
    fileprivate var tag: HTMLTag { HTMLTag("div", class: "bar-items \(position.rawValue)") }

    fileprivate func writeInside(to writer: inout HTMLWriter, isHidden: Bool) {
        if togglesSidebar {
            let name = Localization.word("Sidebar")
            var tag = button("sidebar-button", action: "sidebar", isHidden: isHidden)
            tag["aria-label"] = name
            tag["title"] = name
            writer.write("", in: tag)
        }
        if let columnBack {
            let tag = button("back column-back", action: DismissEvent.name, isHidden: isHidden)
            Self.write(columnBack, in: tag, to: &writer)
        }
        if let back {
            let tag = button(hidesBackTitle ? "back untitled" : "back", action: PressEvent.name, isHidden: isHidden)
            Self.write(back, in: tag, to: &writer)
        }
    }

    private func button(_ class: String, action: String, isHidden: Bool) -> HTMLTag {
        var tag = HTMLTag("button", class: `class`)
        tag["type"] = "button"
        tag.style(tint: tint)
        tag["data-action"] = action
        if isHidden { tag["tabindex"] = "-1" }
        return tag
    }

    private static func write(_ button: BackButton, in tag: HTMLTag, to writer: inout HTMLWriter) {
        var tag = tag
        tag["aria-label"] = button.label
        writer.open(tag)
        writer.markup("<span dir=\"auto\">")
        writer.text(button.title)
        writer.markup("</span>")
        writer.close(tag)
    }
}

extension NavigationLinkContent {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("button", class: "link")
        tag["type"] = "button"
        tag["role"] = "link"
        tag["data-action"] = PressEvent.name
        switch indicator {
        case .automatic: break
        case .visible: tag.addClass("with-arrow")
        case .hidden: tag.addClass("without-arrow")
        }
        tag.style(tint: tint)
        if isCurrent { tag["aria-current"] = "page" }
        if !isEnabled {
            tag["disabled"] = ""
            tag["aria-disabled"] = "true"
        }
        return tag
    }
}

extension TabsLook {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("div", class: "tabs")
        switch style {
        case .bar: break
        case .sidebar: tag.addClass("sidebar-tabs")
        case .page:
            tag.addClass("paged")
            if !showsIndex { tag.addClass("no-index") }
            if showsIndexBackground { tag.addClass("index-background") }
        }
        return tag
    }
}

extension TabItemContent {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("button", class: "tab")
        if isSearch { tag.addClass("search-tab") }
        if let number { tag["aria-label"] = "Page \(number)" }
        tag["type"] = "button"
        tag["role"] = "tab"
        tag["aria-selected"] = isSelected ? "true" : "false"
        tag["tabindex"] = isSelected ? "0" : "-1"
        tag["data-action"] = PressEvent.name
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension SplitColumnContent {
    fileprivate var tag: HTMLTag {
        var css: [String] = []
        if let width {
            css.append("--column-width:\(CGFloat(width.ideal).px)")
            if let min = width.min { css.append("--column-min:\(CGFloat(min).px)") }
            if let max = width.max { css.append("--column-max:\(CGFloat(max).px)") }
        }
        var tag = HTMLTag("div", class: "column \(column.rawValue)", css: css)
        tag["role"] = "region"
        tag["aria-label"] =
            switch column {
            case .sidebar: Localization.word("Sidebar")
            case .content: Localization.word("Content")
            case .detail: Localization.word("Details")
            }
        return tag
    }
}
