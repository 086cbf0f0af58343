/// The placement of the suggestions for a search.
public struct SearchSuggestionsPlacement: Equatable, Sendable {
    private enum Kind { case automatic, menu, content }
    private let kind: Kind

    /// The default: a menu below the search field.
    public static var automatic: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .automatic) }
    /// A menu below the search field.
    public static var menu: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .menu) }
    /// The content of the searchable view.
    public static var content: SearchSuggestionsPlacement { SearchSuggestionsPlacement(kind: .content) }

    /// A set of placements.
    public struct Set: OptionSet, Sendable {
        /// The placements as a bit mask.
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
    /// The placement of the suggestions that contain the view: `menu`, or `automatic` outside
    /// suggestions.
    public var searchSuggestionsPlacement: SearchSuggestionsPlacement { isSearchSuggestion ? .menu : .automatic }

    /// Sets the search to which the suggestions inside belong.
    mutating func setSuggesting(_ model: SearchModel) {
        setSearch(model, isSearching: true)
        unclaimedSearch = nil
    }
}

/// Makes a view in the suggestions one that the user can choose.
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

/// A suggestion that adds a token.
struct TokenSuggestion<Content: View>: View {
    let token: any Identifiable
    let content: Content

    var body: some View { content.modified(CompletionModifier { [token] in $0.addToken(token) }) }
}

/// Hides a view where it is a suggestion.
private struct SuggestionVisibility: BuiltInModifier {
    let isHidden: Bool

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if isHidden, node.environment.isSearchSuggestion { node.keepChildren(0) } else { node.updateChild(0, content) }
    }
}

extension View {
    /// Sets the suggestions of the search field inside, which are visible while the field has the
    /// focus.
    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
        let view = suggestions()
        return changingEnvironment { $0.searchParts.suggestions = view }
    }

    /// Shows or hides the view in suggestions with some placements. All suggestions are in a menu,
    /// so only `.menu` has an effect.
    public func searchSuggestions(_ visibility: Visibility, for placements: SearchSuggestionsPlacement.Set) -> some View {
        modified(SuggestionVisibility(isHidden: visibility == .hidden && placements.contains(.menu)))
    }

    /// Makes the view, in suggestions, one that sets the text of the search field when the user
    /// chooses it.
    public func searchCompletion(_ completion: String) -> some View {
        modified(CompletionModifier { $0.complete(completion) })
    }

    /// Makes the view, in suggestions, one that adds a token to the search field when the user
    /// chooses it.
    public func searchCompletion<T: Identifiable>(_ token: T) -> some View {
        modified(CompletionModifier { $0.addToken(token) })
    }
}
