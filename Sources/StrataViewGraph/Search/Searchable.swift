/// A preferred placement of a search field.
///
/// Apple's frameworks treat it as a preference. Strata has one placement for all values: below the
/// title in the bar of the first page inside the searchable view, otherwise of the page around it;
/// without a bar, above the view.
public struct SearchFieldPlacement: Sendable {
    /// The visibility of a field in a drawer while the content is scrolled. The field stays
    /// visible.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        /// The default: the field stays visible.
        public static let automatic = NavigationBarDrawerDisplayMode()
        /// The field stays visible.
        public static let always = NavigationBarDrawerDisplayMode()
    }

    /// The default placement.
    public static let automatic = SearchFieldPlacement()
    /// On Apple's platforms, the toolbar; here, the same as `automatic`.
    public static let toolbar = SearchFieldPlacement()
    /// On Apple's platforms, the principal item of the toolbar; here, the same as `automatic`.
    public static let toolbarPrincipal = SearchFieldPlacement()
    /// On Apple's platforms, the sidebar; here, the same as `automatic`.
    public static let sidebar = SearchFieldPlacement()
    /// Below the title in the bar of the page.
    public static let navigationBarDrawer = SearchFieldPlacement()

    /// Below the title in the bar of the page, whatever the display mode.
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        navigationBarDrawer
    }
}

extension View {
    /// Adds a search field with a configuration.
    func searchable(_ configuration: SearchConfiguration) -> some View { modified(SearchModifier(configuration: configuration)) }

    /// Adds a search field to the view, or to a page of the stack in it.
    ///
    /// Views inside read `\.isSearching` and `\.dismissSearch` from the environment.
    ///
    /// - Parameters:
    ///   - text: The text of the query.
    ///   - placement: Has no effect; see ``SearchFieldPlacement``.
    ///   - prompt: The text in the empty field; nil for "Search".
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: prompt))
    }

    /// Adds a search field with a localized prompt.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt)))
    }

    /// Adds a search field with a string as its prompt.
    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt)))
    }

    /// Adds a search field, with a binding to whether a search is in progress.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt))
    }

    /// Adds a search field with a localized prompt, with a binding to whether a search is in
    /// progress.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt)))
    }

    /// Adds a search field with a string as its prompt, with a binding to whether a search is in
    /// progress.
    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt)))
    }

    /// Adds a search field with suggestions.
    public func searchable<S: View>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder suggestions: () -> S
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: prompt, suggestions: suggestions()))
    }

    /// Adds a search field with suggestions and a localized prompt.
    public func searchable<S: View>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder suggestions: () -> S
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt), suggestions: suggestions()))
    }

    /// Adds a search field with suggestions and a string as its prompt.
    @_disfavoredOverload
    public func searchable<V: View, S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder suggestions: () -> V
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt), suggestions: suggestions()))
    }
}
