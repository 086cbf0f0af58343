import Foundation
import StrataViewGraph

extension ButtonContent {
    var tag: HTMLTag {
        var tag = HTMLTag("button", class: "button \(look)")
        switch role {
        case .destructive: tag.addClass("destructive")
        case .cancel: tag.addClass("cancel")
        default: break
        }
        if tint != nil { tag.addClass("tinted") }
        tag["type"] = "button"
        tag.style(tint: tint, size: size)
        addShape(to: &tag)
        switch kind {
        case .button: tag["data-action"] = PressEvent.name
        case .menuItem:
            tag["data-action"] = PressEvent.name
            tag["role"] = "menuitem"
            tag["tabindex"] = "-1"
        case .menu:
            tag.addClass("menu-button")
            tag["aria-haspopup"] = "menu"
            switch menuIndicator {
            case .automatic: break
            case .visible: tag.addClass("indicated")
            case .hidden: tag.addClass("not-indicated")
            }
            if appearance == .menuItem {
                tag["role"] = "menuitem"
                tag["tabindex"] = "-1"
            }
        case .paste:
            tag.addClass("paste")
            if appearance == .menuItem {
                tag["role"] = "menuitem"
                tag["tabindex"] = "-1"
            }
        case .step:
            tag.addClass("step")
            tag["data-action"] = PressEvent.name
        case .disclosure(let isExpanded):
            tag.addClass("disclosure")
            tag["data-action"] = PressEvent.name
            tag["aria-expanded"] = isExpanded ? "true" : "false"
        case .navigationLink(let isCurrent):
            tag["data-action"] = PressEvent.name
            tag["role"] = "link"
            if isCurrent { tag["aria-current"] = "page" }
        }
        if let shortcut { tag["aria-keyshortcuts"] = shortcut.ariaName }
        if keepsMenuOpen { tag["data-stays"] = "" }
        if reportsPressing { tag["data-presses"] = "" }
        if !isEnabled {
            // The attribute disabled would take the focus from a stepper's button at its limit.
            if kind == .step { tag["aria-disabled"] = "true" } else { tag["disabled"] = "" }
        }
        return tag
    }

    private var look: String {
        switch appearance {
        case .automatic: "automatic"
        case .bordered: "bordered"
        case .prominent: "prominent"
        case .glass: "glass"
        case .prominentGlass: "prominent glass"
        case .borderless: "borderless"
        case .plain: "plain"
        case .link: "link"
        case .custom: "custom"
        case .menuItem: "menu-item"
        }
    }

    private func addShape(to tag: inout HTMLTag) {
        switch shape.kind {
        case .automatic: break
        case .capsule: tag.addClass("shape-capsule")
        case .circle: tag.addClass("shape-circle")
        case .rounded(nil): tag.addClass("shape-rounded")
        case .rounded(let radius?): tag.addCSS("--button-radius:\(radius.px)")
        }
    }
}

extension LinkContent {
    var tag: HTMLTag {
        var tag = HTMLTag("a", class: isMenuItem ? "button menu-item" : "link-control")
        if isEnabled, let address {
            tag["href"] = address
            tag["target"] = "_blank"
            // The other page gets neither a reference to this window nor its address.
            tag["rel"] = "noopener noreferrer"
            if isHandled { tag["data-action"] = PressEvent.name }
        } else {
            tag["aria-disabled"] = "true"
        }
        if isMenuItem {
            tag["role"] = "menuitem"
            tag["tabindex"] = "-1"
        } else if !isEnabled || address == nil {
            tag["role"] = "link"
        }
        tag.style(tint: tint, size: size)
        return tag
    }
}

extension ShareContent {
    var tag: HTMLTag {
        var tag = button.tag
        tag["data-action"] = nil
        tag.addClass("share")
        if let url { tag["data-url"] = url }
        if let subject { tag["data-subject"] = subject }
        if let text { tag["data-text"] = text }
        return tag
    }
}
