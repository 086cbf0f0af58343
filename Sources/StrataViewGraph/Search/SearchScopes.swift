/// The time at which the scopes of a search show.
public struct SearchScopeActivation: Sendable {
    private enum Kind { case automatic, onTextEntry, onSearchPresentation }
    private let kind: Kind

    /// The host's choice: as soon as the search begins.
    public static var automatic: SearchScopeActivation { SearchScopeActivation(kind: .automatic) }
    /// When the user has typed something.
    public static var onTextEntry: SearchScopeActivation { SearchScopeActivation(kind: .onTextEntry) }
    /// As soon as the search begins.
    public static var onSearchPresentation: SearchScopeActivation { SearchScopeActivation(kind: .onSearchPresentation) }

    /// Whether the scopes show in a state of the search.
    func isActive(isSearching: Bool, isEmpty: Bool) -> Bool {
        switch kind {
        case .automatic, .onSearchPresentation: isSearching
        case .onTextEntry: isSearching && !isEmpty
        }
    }
}

/// The scopes as a control of the search field.
private struct ScopePicker<Value: Hashable, Scopes: View>: BuiltInView {
    let selection: Binding<Value>
    let scopes: Scopes

    func _update(_ node: ViewNode) {
        node.show(.control(.search(.scopes)))
        node.updateChild(0, Picker("Scope", selection: selection) { scopes }.pickerStyle(.segmented).labelsHidden())
    }
}

extension View {
    /// Lets the user choose what the search of the view goes through, while it is active.
    public func searchScopes<V: Hashable, S: View>(_ scope: Binding<V>, @ViewBuilder scopes: () -> S) -> some View {
        searchScopes(scope, activation: .automatic, scopes)
    }

    /// Lets the user choose what the search of the view goes through, from a time on.
    public func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>, activation: SearchScopeActivation, @ViewBuilder _ scopes: () -> S
    ) -> some View {
        let picker = ScopePicker(selection: scope, scopes: scopes())
        return changingEnvironment { $0.searchParts.scopes = (picker, activation) }
    }
}
