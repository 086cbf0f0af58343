import StrataViewGraph

extension CollectionContent {
    /// Returns the start tag.
    ///
    /// To assistive technology, the items of a list have to be its children. So sections have no
    /// role, and their headers and footers are items, too. A list whose rows can be selected is a
    /// `listbox`, or a `tree` if it has an outline, and its sections are groups.
    ///
    /// Rows that can have the focus have the tab index -1: `stops.js` gives one of them the index 0,
    /// so that a list is one stop of the Tab key.
    @MainActor
    func tag(in parent: Element?) -> HTMLTag {
        if let tag = tableTag(in: parent) { return tag }
        switch self {
        case .list(let look): return look.tag
        case .form(let look):
            var tag = look.tag
            tag.addClass("form")
            return tag
        case .section(let firstRow, let separators):
            if let tag = parent?.tag(ofSection: firstRow) { return tag }
            var tag = HTMLTag("section", class: "section")
            separators.apply(to: &tag)
            tag["role"] = parent?.isListOfChoices == true ? "group" : "none"
            tag["data-first-row"] = String(firstRow)
            return tag
        case .header(let isListItem): return Self.edge("header", isListItem)
        case .footer(let isListItem): return Self.edge("footer", isListItem)
        case .row(let row): return row.tag(in: parent)
        case .rowBackground:
            var tag = HTMLTag("div", class: "row-background")
            tag["aria-hidden"] = "true"
            return tag
        case .swipeActions(let actions):
            var tag = HTMLTag("div", class: "swipe-actions \(actions.edge)")
            if actions.allowsFullSwipe { tag["data-full-swipe"] = "" }
            return tag
        case .gap(let gap):
            var tag = HTMLTag("div", class: "gap", css: ["--rows:\(gap.rows)", "--headers:\(gap.headers)"])
            tag["aria-hidden"] = "true"
            tag["data-spacer"] = ""
            tag["data-first-row"] = String(gap.firstRow)
            tag["data-rows"] = String(gap.rows)
            if !(gap.firstRow + gap.rows).isMultiple(of: 2) { tag["data-odd"] = "" }
            return tag
        case .table, .tableHeader, .tableTitle, .tableMenu, .tableBody, .tableCell, .tableSectionTitle:
            return HTMLTag("div")
        }
    }

    private static func edge(_ name: String, _ isListItem: Bool) -> HTMLTag {
        var tag = HTMLTag("div", class: name)
        if isListItem { tag["role"] = "listitem" }
        return tag
    }

    /// Writes the button that deletes a row, or that refreshes a list.
    ///
    /// - Parameter isHidden: Whether assistive technology does not present the row or the list.
    func writeInside(to writer: inout HTMLWriter, isHidden: @autoclosure () -> Bool) {
        switch self {
        case .row(let row):
            if row.isDeletable {
                let name = Localization.word("Delete")
                let action = [("class", "delete"), ("data-action", "delete")]
                // An option of a listbox may not contain controls. Assistive technology uses the
                // Delete key instead.
                var tag =
                    row.isSelected != nil
                    ? HTMLTag("span", action + [("aria-hidden", "true"), ("title", name)])
                    : HTMLTag("button", [("type", "button")] + action + [("aria-label", name), ("title", name)])
                if row.isSelected == nil, isHidden() { tag["tabindex"] = "-1" }
                writer.write(name, in: tag)
            }
            if row.isMovable { writer.markup(#"<span class="handle" aria-hidden="true"></span>"#) }
        case .list(let look) where look.isRefreshable && look.selects == nil:
            // A listbox or a tree may not contain a button: refreshing.js puts one behind it.
            writer.markup(#"<span role="listitem">"#)
            var button = HTMLTag("button", [("type", "button"), ("class", "refresh"), ("data-action", "refresh")])
            if isHidden() { button["tabindex"] = "-1" }
            writer.write(Localization.word("Refresh"), in: button)
            writer.markup("</span>")
        default: break
        }
    }
}

extension ListLook {
    fileprivate var tag: HTMLTag {
        var names = ["list"]
        if style != .plain { names.append(style.rawValue) }
        if isEditing { names.append("editing") }
        if !showsBackground { names.append("clear") }
        if !scrolling.isEnabled { names.append("still") }
        if alternates { names.append("alternating") }
        if measures.rowSpacing != nil { names.append("spaced") }
        if measures.sectionSpacing != nil { names.append("apart") }
        var tag = HTMLTag("div", class: names.joined(separator: " "), css: scrolling.css + measures.css)
        tag.style(selection: tint)
        tag["role"] = selects == nil ? "list" : isOutline ? "tree" : "listbox"
        if selects == .several { tag["aria-multiselectable"] = "true" }
        if selects != nil { tag["aria-label"] = Localization.word("List") }
        if isRefreshable { tag["data-refresh"] = "" }
        if hasMenu { tag["data-menu"] = "" }
        return tag
    }
}

extension ListMeasures {
    fileprivate var css: [String] {
        let lengths = [
            ("--row-spacing", rowSpacing), ("--section-spacing", sectionSpacing), ("--min-row-height", minRowHeight),
            ("--min-header-height", minHeaderHeight),
        ]
        return lengths.compactMap { name, length in length.map { "\(name):\($0.px)" } }
    }
}

extension SectionSeparators {
    /// Adds the classes and declarations for the lines at the edges of a section.
    fileprivate func apply(to tag: inout HTMLTag) {
        for (edge, name) in [(VerticalEdge.top, "above"), (.bottom, "below")] {
            switch visibilities[edge] {
            case .hidden?: tag.addClass("no-line-\(name)")
            case .visible?: tag.addClass("with-line-\(name)")
            case .automatic?, nil: break
            }
            guard case let color?? = tints[edge] else { continue }
            tag.addClass("tinted-\(name)")
            tag.addCSS("--section-line-\(name):\(color.css)")
        }
    }
}

extension Element {
    /// Returns the tag of a section of a lazy stack or grid, which has the layout of these; nil for
    /// other elements.
    fileprivate func tag(ofSection firstRow: Int) -> HTMLTag? {
        let layout: String
        switch content {
        case .layout(.stack(let stack)): layout = stack.className
        case .layout(.lazyGrid(let grid)): layout = grid.className
        default: return nil
        }
        var tag = HTMLTag("div", class: "section " + layout)
        tag["data-first-row"] = String(firstRow)
        return tag
    }

    /// Whether the element is a list whose rows can be selected.
    fileprivate var isListOfChoices: Bool {
        switch content {
        case .collection(.list(let look)), .collection(.form(let look)): look.selects != nil
        default: false
        }
    }

    /// Whether the element is a list whose rows can be selected, or a section of one.
    fileprivate var isChoices: Bool {
        if case .collection(.section) = content { return parent?.isChoices == true }
        return isListOfChoices
    }

    /// Whether the element is a list with an outline whose rows can be selected, or a section of
    /// one.
    fileprivate var isTree: Bool {
        if case .collection(.section) = content { return parent?.isTree == true }
        return isListOfChoices && isOutline
    }
}

extension RowContent {
    @MainActor
    fileprivate func tag(in parent: Element?) -> HTMLTag {
        var names = ["row"]
        if isDeletable { names.append("deletable") }
        if isMovable { names.append("movable") }
        if hiddenSeparators.contains(.bottom) { names.append("no-line") }
        if showsTopSeparator { names.append("line-above") }
        var css: [String] = []
        if let insets { css += insets.paddingCSS }
        if let separatorTint { css.append("--line:\(separatorTint.css)") }
        if let topSeparatorTint { css.append("--line-above:\(topSeparatorTint.css)") }
        var tag = HTMLTag("div", class: names.joined(separator: " "), css: css)
        let isTreeItem = !isTableRow && parent?.isTree == true
        tag["role"] = isTableRow ? "row" : isTreeItem ? "treeitem" : parent?.isChoices == true ? "option" : "listitem"
        if tag["role"] == "option", isSelected == nil { tag["aria-disabled"] = "true" }
        if outline != nil || isTreeItem { tag["aria-level"] = String((outline?.level ?? 0) + 1) }
        if let isExpanded = outline?.isExpanded { tag["aria-expanded"] = isExpanded ? "true" : "false" }
        if let isSelected { tag["aria-selected"] = isSelected ? "true" : "false" }
        if isDeletable { tag["aria-keyshortcuts"] = "Delete" }
        if isMovable { tag["draggable"] = "true" }
        if hasMenu { tag["data-menu"] = "" }
        if hasPrimaryAction { tag["data-primary"] = "" }
        if let insertion {
            tag["data-drop"] = insertion.attribute
            tag["data-drop-row"] = ""
            tag.addShortcut("Control+V")
        }
        let isActive = isDeletable || isMovable || hasMenu || isSelected != nil || insertion != nil
        if isActive || outline != nil || isTreeItem { tag["tabindex"] = "-1" }
        return tag
    }
}
