/// The place of a search field, which the host may decide otherwise.
public struct SearchFieldPlacement: Sendable {
    /// Whether a field in a drawer hides while the content is scrolled.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        /// The host's choice: the field stays.
        public static let automatic = NavigationBarDrawerDisplayMode()
        /// The field stays.
        public static let always = NavigationBarDrawerDisplayMode()
    }

    /// The host's choice: below the title in the bar of the page.
    public static let automatic = SearchFieldPlacement()
    /// The bar of the page.
    public static let toolbar = SearchFieldPlacement()
    /// The bar of the page, as its principal item.
    public static let toolbarPrincipal = SearchFieldPlacement()
    /// The sidebar.
    public static let sidebar = SearchFieldPlacement()
    /// Below the title in the bar of the page.
    public static let navigationBarDrawer = SearchFieldPlacement()

    /// Below the title in the bar of the page.
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        navigationBarDrawer
    }
}

extension View {
    func searchable(_ configuration: SearchConfiguration) -> some View { modified(SearchModifier(configuration: configuration)) }

    /// Adds a search field.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: prompt))
    }

    /// Adds a search field, with a localized prompt.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt)))
    }

    /// Adds a search field, with a string as its prompt.
    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt)))
    }

    /// Adds a search field that a binding presents.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt))
    }

    /// Adds a search field that a binding presents, with a localized prompt.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt)))
    }

    /// Adds a search field that a binding presents, with a string as its prompt.
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

    /// Adds a search field with suggestions, with a localized prompt.
    public func searchable<S: View>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder suggestions: () -> S
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt), suggestions: suggestions()))
    }

    /// Adds a search field with suggestions, with a string as its prompt.
    @_disfavoredOverload
    public func searchable<V: View, S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder suggestions: () -> V
    ) -> some View {
        searchable(SearchConfiguration(text: text, prompt: Text(prompt), suggestions: suggestions()))
    }
}
