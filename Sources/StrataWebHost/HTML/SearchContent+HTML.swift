import StrataViewGraph

extension SearchContent {
    var tag: HTMLTag {
        switch self {
        case .container: return HTMLTag("div", class: "searchable")
        case .area: return HTMLTag("search", class: "search")
        case .box: return HTMLTag("div", class: "search-box")
        case .token: return HTMLTag("div", class: "search-token")
        case .suggestions:
            var tag = HTMLTag("div", class: "search-suggestions")
            tag["role"] = "listbox"
            tag["aria-label"] = Localization.word("Suggestions")
            return tag
        case .completion:
            var tag = HTMLTag("div", class: "completion")
            tag["data-action"] = PressEvent.name
            return tag
        case .scopes: return HTMLTag("div", class: "search-scopes")
        }
    }

    /// Writes the icon of a field, or the button that removes a token.
    ///
    /// - Parameter isHidden: Whether assistive technology does not present the token.
    func writeInside(to writer: inout HTMLWriter, isHidden: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .box:
            writer.markup(
                """
                <svg class="search-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" \
                stroke-linecap="round" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"></circle>\
                <path d="M15.5 15.5 21 21"></path></svg>
                """)
        case .token(let label):
            var tag = HTMLTag("button", class: "search-remove")
            tag["type"] = "button"
            tag["data-action"] = PressEvent.name
            tag["aria-label"] =
                label.isEmpty ? Localization.word("Remove") : ("Remove \(label)" as LocalizedStringKey).string
            if isHidden() { tag["tabindex"] = "-1" }
            writer.open(tag)
            writer.close(tag)
        case .container, .area, .suggestions, .completion, .scopes: return false
        }
        return true
    }
}

extension HTMLTag {
    /// Makes the tag of a field a combobox, and connects it with the list of its suggestions.
    ///
    /// - Parameter listbox: The ID of the list's element; nil while there is none.
    mutating func addCombobox(_ listbox: Int?) {
        self["role"] = "combobox"
        self["aria-autocomplete"] = "list"
        self["aria-expanded"] = listbox == nil ? "false" : "true"
        if let listbox { self["aria-controls"] = "suggestions-\(listbox)" }
        if self["enterkeyhint"] == nil { self["enterkeyhint"] = "search" }
    }

    /// Gives an ID to the list of suggestions, and the role of options to the views in it.
    @MainActor
    mutating func addSearchRoles(of element: Element) {
        if case .control(.search(.suggestions)) = element.content { self["id"] = "suggestions-\(element.id)" }
        guard case .control(.search(.suggestions))? = element.parent?.content else { return }
        addClass("suggestion")
        self["role"] = "option"
        self["id"] = "suggestion-\(element.id)"
        self["aria-selected"] = "false"
        if self["data-action"] == nil {
            self["aria-disabled"] = "true"
        } else {
            self["tabindex"] = "-1"
        }
    }
}
