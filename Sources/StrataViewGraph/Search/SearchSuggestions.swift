/// The place of suggestions for a search.
public struct SearchSuggestionsPlacement: Equatable, Sendable {
    private enum Kind { case automatic, menu, content }
    private let kind: Kind

    /// The host's choice: a menu.
    public static var automatic: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .automatic) }
    /// A menu below the search field.
    public static var menu: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .menu) }
    /// The content of the searchable view.
    public static var content: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .content) }

    /// Several places of suggestions.
    public struct Set: OptionSet, Sendable {
        /// The places as a bit mask.
        public var rawValue: Int

        /// Creates a set from its bit mask.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A menu below the search field.
        public static var menu: Set { Set(rawValue: 1) }
        /// The content of the searchable view.
        public static var content: Set { Set(rawValue: 2) }
    }
}

extension EnvironmentValues {
    /// The place of the suggestions of which the view is one: a menu.
    public var searchSuggestionsPlacement: SearchSuggestionsPlacement { isSearchSuggestion ? .menu : .automatic }

    /// Sets the search whose suggestions the views are.
    mutating func setSuggesting(_ model: SearchModel) {
        setSearch(model, isSearching: true)
        unclaimedSearch = nil
    }
}

/// Makes a view a suggestion that the user can choose.
private struct CompletionModifier: BuiltInModifier {
    let choose: (SearchModel) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        guard node.environment.isSearchSuggestion, let model = node.environment.searchModel else {
            return node.updateChild(0, content)
        }
        let isEnabled = node.environment.isEnabled
        let press = EventHandler(PressEvent.self) { [weak model, choose] _ in
            if let model, isEnabled { choose(model) }
        }
        node.show(.control(.search(.completion)), on: [press])
        node.updateChild(0, content)
    }
}

/// A suggestion of a token.
struct TokenSuggestion<Content: View>: View {
    let token: any Identifiable
    let content: Content

    var body: some View { content.modified(CompletionModifier { [token] in $0.addToken(token) }) }
}

/// Hides suggestions from some places.
private struct SuggestionVisibility: BuiltInModifier {
    let isHidden: Bool

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if isHidden, node.environment.isSearchSuggestion { node.keepChildren(0) } else { node.updateChild(0, content) }
    }
}

extension View {
    /// Gives the search field of the view suggestions, which show while the user types.
    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
        let view = suggestions()
        return changingEnvironment { $0.searchParts.suggestions = view }
    }

    /// Shows or hides the suggestions in the view, depending on their place.
    public func searchSuggestions(_ visibility: Visibility, for placements: SearchSuggestionsPlacement.Set) -> some View {
        modified(SuggestionVisibility(isHidden: visibility == .hidden && placements.contains(.menu)))
    }

    /// Sets the text that choosing the view as a suggestion puts into the search field.
    public func searchCompletion(_ completion: String) -> some View {
        modified(CompletionModifier { $0.complete(completion) })
    }

    /// Sets the token that choosing the view as a suggestion adds to the search field.
    public func searchCompletion<T: Identifiable>(_ token: T) -> some View {
        modified(CompletionModifier { $0.addToken(token) })
    }
}
