/// The moment at which the scopes of a search become visible.
public struct SearchScopeActivation: Sendable {
    private enum Kind { case automatic, onTextEntry, onSearchPresentation }
    private let kind: Kind

    /// The default: when the search begins.
    public static var automatic: SearchScopeActivation { SearchScopeActivation(kind: .automatic) }
    /// When the field has text.
    public static var onTextEntry: SearchScopeActivation { SearchScopeActivation(kind: .onTextEntry) }
    /// When the search begins.
    public static var onSearchPresentation: SearchScopeActivation { SearchScopeActivation(kind: .onSearchPresentation) }

    /// Returns whether the scopes are visible.
    ///
    /// - Parameters:
    ///   - isSearching: Whether a search is in progress.
    ///   - isEmpty: Whether the field has no text.
    func isActive(isSearching: Bool, isEmpty: Bool) -> Bool {
        switch kind {
        case .automatic, .onSearchPresentation: isSearching
        case .onTextEntry: isSearching && !isEmpty
        }
    }
}

/// The control with which the user selects a scope.
private struct ScopePicker<Value: Hashable, Scopes: View>: BuiltInView {
    let selection: Binding<Value>
    let scopes: Scopes

    func _update(_ node: ViewNode) {
        node.show(.control(.search(.scopes)))
        node.updateChild(0, Picker("Scope", selection: selection) { scopes }.pickerStyle(.segmented).labelsHidden())
    }
}

extension View {
    /// Lets the user select the scope of the search in the view inside, while a search is in
    /// progress.
    public func searchScopes<V: Hashable, S: View>(_ scope: Binding<V>, @ViewBuilder scopes: () -> S) -> some View {
        searchScopes(scope, activation: .automatic, scopes)
    }

    /// Lets the user select the scope of the search in the view inside, from the moment of
    /// `activation`.
    public func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>, activation: SearchScopeActivation, @ViewBuilder _ scopes: () -> S
    ) -> some View {
        let picker = ScopePicker(selection: scope, scopes: scopes())
        return changingEnvironment { $0.searchParts.scopes = (picker, activation) }
    }
}
