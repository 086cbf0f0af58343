/// An action that ends the search of the searchable view around the view, and clears the search
/// field: `@Environment(\.dismissSearch)`.
@MainActor @preconcurrency
public struct DismissSearchAction {
    let model: SearchModel?

    /// Ends the search and clears the field. Does nothing outside a searchable view.
    public func callAsFunction() { model?.dismiss() }
}

private struct IsSearchingKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct SearchModelKey: EnvironmentKey {
    static var defaultValue: SearchModel? { nil }
}

private struct UnclaimedSearchKey: EnvironmentKey {
    static var defaultValue: SearchModel? { nil }
}

private struct SearchPartsKey: EnvironmentKey {
    static var defaultValue: SearchParts { SearchParts() }
}

private struct IsSearchSuggestionKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

/// The suggestions and scopes that modifiers around a searchable view have set.
///
/// Two values are equal only if both are empty, because views cannot be compared.
struct SearchParts: Equatable {
    var suggestions: (any View)?
    var scopes: (view: any View, activation: SearchScopeActivation)?

    static func == (a: Self, b: Self) -> Bool {
        a.suggestions == nil && b.suggestions == nil && a.scopes == nil && b.scopes == nil
    }
}

extension EnvironmentValues {
    /// Whether a search is in progress in the searchable view around this one.
    public var isSearching: Bool { self[IsSearchingKey.self] }

    /// The action that ends the search in the searchable view around this one.
    public var dismissSearch: DismissSearchAction { DismissSearchAction(model: searchModel) }

    /// Sets the values that views inside a searchable view read.
    mutating func setSearch(_ model: SearchModel, isSearching: Bool) {
        self[SearchModelKey.self] = model
        self[IsSearchingKey.self] = isSearching
        self[UnclaimedSearchKey.self] = model
        if searchParts != SearchParts() { searchParts = SearchParts() }
    }

    /// The search of the searchable view around this one.
    var searchModel: SearchModel? { self[SearchModelKey.self] }

    /// The search whose field the first page inside claims; nil if a page has claimed it.
    var unclaimedSearch: SearchModel? {
        get { self[UnclaimedSearchKey.self] }
        set { self[UnclaimedSearchKey.self] = newValue }
    }

    /// The suggestions and scopes for the next searchable view.
    var searchParts: SearchParts {
        get { self[SearchPartsKey.self] }
        set { self[SearchPartsKey.self] = newValue }
    }

    /// Whether the view is a suggestion of a search field.
    var isSearchSuggestion: Bool {
        get { self[IsSearchSuggestionKey.self] }
        set { self[IsSearchSuggestionKey.self] = newValue }
    }
}
