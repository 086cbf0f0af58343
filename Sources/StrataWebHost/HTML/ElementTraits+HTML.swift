import Foundation
import StrataViewGraph

extension ElementTraits {
    /// Writes the traits as attributes of the element's tag.
    @MainActor
    func write(to tag: inout HTMLTag, of element: Element) {
        guard !isEmpty else { return writeNameAndFocus(to: &tag, of: element) }
        if let identifier { tag["data-identifier"] = identifier }
        if let help { tag["title"] = help }
        if let path { tag["data-path"] = String(path, radix: 36) }
        if let colorScheme { tag["data-color-scheme"] = colorScheme == .dark ? "dark" : "light" }
        // A text has the direction of its words.
        if let layoutDirection, tag["dir"] == nil { tag["dir"] = layoutDirection == .rightToLeft ? "rtl" : "ltr" }
        layout.apply(to: &tag)
        writeNameAndFocus(to: &tag, of: element)
        accessibility.write(to: &tag, of: element)
        interaction.write(to: &tag, of: element)
        accessibility.writeFocus(to: &tag)
    }

    /// Writes the references between a label and its control, and the focus.
    @MainActor
    private func writeNameAndFocus(to tag: inout HTMLTag, of element: Element) {
        switch element.content {
        case .control(.controlLabel), .collection(.header(isListItem: false)): tag["id"] = "label-\(element.id)"
        case .presentation(.menuOwner) where !element.containsControl:
            // The keyboard opens the menu at a control inside, or else at the view itself.
            tag["tabindex"] = element.parent?.isRow == true ? "-1" : "0"
        default: break
        }
        if let labelledBy, label == nil {
            tag["aria-labelledby"] = "label-\(labelledBy)"
            if case .control(.button(let button)) = element.content, button.kind == .menu {
                // The button shows the current value, which is read after the label.
                let own = tag["id"] ?? "e\(element.id)"
                tag["id"] = own
                tag["aria-labelledby"] = "label-\(labelledBy) \(own)"
            }
        }
        if let isFocusable { tag["tabindex"] = isFocusable ? "0" : "-1" }
        // The window reports what no other element does, and needs no attribute.
        if element.handles(FocusEvent.self), element.parent != nil {
            tag["data-focus"] = isFocused.map { $0 ? "true" : "false" } ?? ""
        }
    }
}

extension AccessibilityProperties {
    @MainActor
    fileprivate func write(to tag: inout HTMLTag, of element: Element) {
        guard self != AccessibilityProperties() else { return }
        writeRole(to: &tag)
        if let label {
            tag["aria-label"] = label
            // ARIA prohibits a label on an element without a role. A text or a shape with a label
            // is an image; an element with children is a group.
            if case .drawing = element.content { tag["role"] = "img" }
            if tag.isGeneric { tag["role"] = element.children.isEmpty ? "img" : "group" }
        }
        writeChildren(to: &tag, of: element)
        if childrenAreReplaced, !element.children.isEmpty {
            // The children of an image are not presented.
            if tag["role"] == "group" { tag["role"] = "img" }
            if tag.isGeneric { tag["aria-hidden"] = "true" }
        }
        writeConnections(to: &tag, of: element)
        if let value, tag.hasValueText { tag["aria-valuetext"] = value }
        let descriptions = [tag.hasValueText ? nil : value, hint].compactMap(\.self) + customDescriptions
        let description = descriptions.joined(separator: ". ")
        if !description.isEmpty { tag["aria-description"] = description }
        if isHidden == true { tag["aria-hidden"] = "true" }
    }

    /// Writes the role and states of the added traits. A role of the content takes precedence.
    private func writeRole(to tag: inout HTMLTag) {
        if tag.isGeneric, let role { tag["role"] = role }
        if addedTraits.contains(.isHeader), tag["role"] == "heading" { tag["aria-level"] = String(headingLevel ?? 2) }
        if addedTraits.contains(.isSelected) {
            if tag["role"] == "switch" { tag["aria-checked"] = "true" } else { tag["aria-current"] = "true" }
        } else if tag["role"] == "switch", tag["aria-checked"] == nil {
            tag["aria-checked"] = "false"
        }
        if addedTraits.contains(.updatesFrequently) { tag["aria-live"] = "polite" }
        if addedTraits.contains(.isModal), tag["role"] == "dialog" { tag["aria-modal"] = "true" }
    }

    /// Whether an element that reacts to a press has no role but one of a picture, of a group, or of
    /// its traits. Rows, tabs and others have keys of their own.
    fileprivate func canBePressed(_ tag: HTMLTag) -> Bool {
        guard let role = tag["role"] else { return tag.isGeneric }
        return role == "img" || (["div", "span"].contains(tag.name) && (role == "group" || role == self.role))
    }

    /// Whether an element that reacts to a press is a button. A group whose children appear as
    /// elements is none, because browsers do not present the children of a button. A picture is one
    /// only with the trait; a text, a shape or a group is no picture, although its label makes it one.
    @MainActor
    fileprivate func isButton(_ tag: HTMLTag, _ element: Element) -> Bool {
        guard !removedTraits.contains(.isButton) else { return false }
        return switch tag["role"] {
        case nil: true
        case "group": children?.kind != .contain
        case "img": addedTraits.contains(.isButton) || !(addedTraits.contains(.isImage) || element.isPicture)
        default: false
        }
    }

    private var role: String? {
        if addedTraits.contains(.isModal) { return "dialog" }
        if addedTraits.contains(.allowsDirectInteraction) { return "application" }
        if addedTraits.contains(.isToggle) { return "switch" }
        if addedTraits.contains(.isLink) { return "link" }
        if addedTraits.contains(.isButton) { return "button" }
        if addedTraits.contains(.isHeader) { return "heading" }
        if addedTraits.contains(.isSearchField) { return "search" }
        if addedTraits.contains(.isImage), label != nil { return "img" }
        return nil
    }

    /// Writes the way in which the children appear to assistive technology.
    @MainActor
    private func writeChildren(to tag: inout HTMLTag, of element: Element) {
        guard let children, tag.isGeneric || tag["role"] == "group" else { return }
        switch children.kind {
        case .contain: tag["role"] = "group"
        case .ignore:
            // The children of an image are not presented; its label stands for them.
            tag["role"] = label == nil ? "group" : "img"
        case .combine:
            tag["role"] = "group"
            guard label == nil else { return }
            // The element labels itself, so that browsers compute the label from its content.
            let id = "e\(element.id)"
            tag["id"] = id
            tag["aria-labelledby"] = id
        }
    }
}

extension HTMLTag {
    /// Whether the element has no role, so that it means nothing to assistive technology.
    var isGeneric: Bool { ["div", "span"].contains(name) && self["role"] == nil }

    /// Whether the element's role supports aria-valuetext.
    fileprivate var hasValueText: Bool {
        ["slider", "progressbar", "spinbutton", "meter", "scrollbar"].contains(self["role"] ?? "")
            || ["progress", "meter"].contains(name) || self["type"] == "range"
    }
}

extension InteractionProperties {
    @MainActor
    fileprivate func write(to tag: inout HTMLTag, of element: Element) {
        guard self != InteractionProperties() else { return }
        if !gestures.isEmpty {
            tag["data-gestures"] = gestures.map(\.attribute).joined(separator: " ")
            let isPressed = gestures.contains { $0.primitive.isPress }
            let accessibility = element.traits.accessibility
            if isPressed, accessibility.canBePressed(tag), !element.containsControl {
                if accessibility.isButton(tag, element) { tag["role"] = "button" }
                if tag["tabindex"] == nil { tag["tabindex"] = "0" }
            }
        }
        writeDragAndDrop(to: &tag)
        if reportsHoverLocation { tag["data-hover"] = "moves" } else if reportsHover { tag["data-hover"] = "" }
        if let hoverEffect { tag["data-hover-effect"] = hoverEffect.kind.rawValue }
        if let pointer { tag.addCSS("cursor:" + pointer.cursor) }
        if let keys {
            tag["data-keys"] = keys.keys.map { $0.map(\.hexCode).sorted().joined(separator: " ") } ?? "*"
            tag["data-key-phases"] = String(keys.phases)
            if !keys.commands.isEmpty { tag["data-command-keys"] = keys.commands.map(\.hexCode).sorted().joined(separator: " ") }
        }
        if let zoomSource { tag["data-zoom-source"] = zoomSource.name }
        writeAnimations(to: &tag)
        if hidesFocus { tag["data-hides-focus"] = "" }
        if isFocusSection { tag["data-focus-section"] = "" }
        if isStill { tag["data-still"] = "" }
    }
}

extension GesturePrimitive {
    /// Whether a key press can stand for the gesture.
    fileprivate var isPress: Bool {
        switch self {
        case .tap, .longPress: true
        case .drag, .magnify, .rotate: false
        case .modified(let base, _): base.isPress
        }
    }
}

extension RecognizedGesture {
    /// The gesture in the syntax of `gestures.js`: name, precedence, two parameters, the group and
    /// the bits of the modifier keys, separated by colons. Nothing follows the last parameter of the
    /// group 0 without modifier keys, nor another group without them.
    fileprivate var attribute: String {
        let precedence =
            switch precedence {
            case .normal: "normal"
            case .high: "high"
            case .simultaneous: "simultaneous"
            }
        let parameters: [String] =
            switch primitive.base {
            case .tap(let count): ["tap", precedence, "\(count)"]
            case .longPress(let duration, let distance): ["press", precedence, "\(duration)", "\(distance)"]
            case .drag(let distance): ["drag", precedence, "\(distance)"]
            case .magnify(let delta): ["magnify", precedence, "\(delta)"]
            case .rotate(let angle): ["rotate", precedence, "\(angle)"]
            // A base has no modifier keys.
            case .modified: []
            }
        let modifiers = primitive.modifiers
        guard group > 0 || !modifiers.isEmpty else { return parameters.joined(separator: ":") }
        let rest = ["\(group)"] + (modifiers.isEmpty ? [] : ["\(modifiers.rawValue)"])
        return (parameters + Array(repeating: "", count: 4 - parameters.count) + rest).joined(separator: ":")
    }
}

extension Character {
    /// The Unicode scalars of the character, in hexadecimal digits separated by hyphens.
    fileprivate var hexCode: String { unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-") }
}

extension Element {
    /// Whether the element shows a picture.
    fileprivate var isPicture: Bool { if case .media = content { true } else { false } }

    /// Whether the element is a row of a list.
    fileprivate var isRow: Bool { if case .collection(.row) = content { true } else { false } }

    /// Whether there is a control, a link or an element with gestures inside the element.
    @MainActor
    fileprivate var containsControl: Bool {
        children.contains { child in
            switch child.content {
            case .control, .navigation(.link): return true
            default: break
            }
            return !child.traits.interaction.gestures.isEmpty || child.containsControl
        }
    }
}
