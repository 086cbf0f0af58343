/// Adds a search field to the bar of a page: of the first page inside the view or, if there is none,
/// of the page around the view. Without a page, the field is above the view.
struct SearchModifier: BuiltInModifier {
    let configuration: SearchConfiguration

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let model = node.storage as? SearchModel ?? SearchModel(configuration)
        node.storage = model
        model.node = node
        model.configuration = configuration
        let isInWindow = node.page.isWindow
        var environment = isInWindow ? node.environment.inBox(of: nil) : node.environment
        let isSearching = node.reading { model.isSearching }
        environment.setSearch(model, isSearching: isSearching)
        if !environment.searchFocus.isEmpty { environment.searchFocus = [] }
        if isInWindow { node.show(.control(.search(.container))) }
        model.whileUpdating { node.updateChild(0, content, environment: environment) }
        let page = model.host ?? node.page
        node.updateChild(
            1, SearchArea(model: model, page: page, parts: node.environment.searchParts), branch: page.isWindow ? 0 : 1,
            environment: node.environment.forSearchField)
        node.arrange = { [unowned node] in node.searchElements }
    }
}

extension ViewNode {
    /// The elements of the search field, followed by those of the content. The content is the first
    /// child nevertheless: it is evaluated first, because a page in it may claim the field.
    fileprivate var searchElements: [Element] {
        var elements: [Element] = []
        for child in children.reversed() { child.collectElements(into: &elements) }
        return elements
    }
}

extension EnvironmentValues {
    /// The environment of a search field, whose element may be in a bar.
    fileprivate var forSearchField: EnvironmentValues {
        var values = forPresentation
        values.isEnabled = isEnabled
        values.submitActions = submitActions
        values.searchFocus = searchFocus
        values.searchParts = SearchParts()
        return values
    }
}

/// The field, its Cancel button, its suggestions and its scopes.
private struct SearchArea: BuiltInView {
    let model: SearchModel
    let page: NavigationPage
    let parts: SearchParts

    func _update(_ node: ViewNode) {
        if !page.isWindow { show(node, in: page) }
        let isEnabled = node.environment.isEnabled
        let handlers = [
            EventHandler(DismissEvent.self) { [model] _ in if isEnabled { model.dismiss() } },
            EventHandler(LeaveEvent.self) { [model] _ in model.leave() },
        ]
        let state = node.reading {
            (
                isSearching: model.isSearching, isFocused: model.isFocused.value, hides: model.hidesSuggestions.value,
                isEmpty: model.text.isEmpty
            )
        }
        model.follow(state.isSearching)
        node.show(.control(.search(.area)), on: handlers)
        node.updateChild(0, SearchBox(model: model))
        node.updateChild(1, CancelButton(model: model, isShown: state.isSearching))
        let showsSuggestions = state.isSearching && state.isFocused && !state.hides && isEnabled
        node.updateChild(2, showsSuggestions ? AnyView(suggestions) : AnyView(EmptyView()))
        let showsScopes = parts.scopes?.activation.isActive(isSearching: state.isSearching, isEmpty: state.isEmpty) ?? false
        node.updateChild(3, SearchScopes(content: showsScopes ? parts.scopes?.view : nil))
    }

    /// Moves the element to the bar of a page.
    private func show(_ node: ViewNode, in page: NavigationPage) {
        node.detach(to: page.bar)
        page.report(search: node)
        let id = ObjectIdentifier(node)
        node.onRemoval = { [weak page] in page?.remove(id) }
    }

    private var suggestions: some View {
        SearchSuggestions(model: model, content: parts.suggestions ?? model.configuration.suggestions)
    }
}

/// The button that ends a search.
private struct CancelButton: View {
    let model: SearchModel
    let isShown: Bool

    var body: some View {
        if isShown { Button("Cancel") { model.dismiss() } }
    }
}

/// The line with the tokens, the text and the button that clears it.
private struct SearchBox: BuiltInView {
    let model: SearchModel

    func _update(_ node: ViewNode) {
        node.show(.control(.search(.box)))
        var environment = node.environment.inBox(of: nil)
        node.updateChild(0, AnyView(erasing: model.configuration.tokens?.chips ?? EmptyView()), environment: environment)
        let state = node.reading { (isFocused: model.isFocused.value, listbox: model.listbox.value, isEmpty: model.isEmpty) }
        let prompt = model.configuration.prompt?.string
        environment.focusPlacements = environment.searchFocus + [model.target.placement(isWanted: state.isFocused, node)]
        let field = TextFieldView(
            kind: .search(listbox: state.listbox), label: .string(prompt ?? "Search"), prompt: prompt,
            text: SearchText(model: model),
            commit: { [model] in model.hidesSuggestions.value = true }, trigger: .search)
        node.updateChild(1, field, environment: environment)
        environment.focusPlacements = []
        node.updateChild(2, ClearButton(model: model, isShown: !state.isEmpty), environment: environment)
    }
}

/// The button that empties a search field.
private struct ClearButton: View {
    let model: SearchModel
    let isShown: Bool

    var body: some View {
        if isShown {
            Button {
                model.clear()
            } label: {
                Image(systemName: "xmark.circle.fill").foregroundStyle(.secondary)
            }
            .buttonStyle(.plain)
            .accessibilityLabel("Clear")
        }
    }
}

/// The list of suggestions.
private struct SearchSuggestions: BuiltInView {
    let model: SearchModel
    let content: (any View)?

    func _update(_ node: ViewNode) {
        node.show(.control(.search(.suggestions)))
        var environment = node.environment.inBox(of: nil)
        environment.isSearchSuggestion = true
        environment.setSuggesting(model)
        node.updateChild(0, AnyView(erasing: model.configuration.tokens?.suggested ?? EmptyView()), environment: environment)
        node.updateChild(1, AnyView(erasing: content ?? EmptyView()), environment: environment)
        node.arrange = { [model, unowned node] in
            let elements = node.elementsBelow
            let id = elements.isEmpty ? nil : node.element?.id
            if model.listbox.value != id { model.listbox.value = id }
            return elements
        }
        node.onRemoval = { [model] in model.listbox.value = nil }
    }
}

/// The control for the scope, while it is active.
private struct SearchScopes: BuiltInView {
    let content: (any View)?

    func _update(_ node: ViewNode) {
        node.updateChild(0, AnyView(erasing: content ?? EmptyView()))
    }
}
