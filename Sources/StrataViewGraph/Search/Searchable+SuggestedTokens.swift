extension View {
    /// Adds a search field with tokens, and with suggestions of tokens.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens, suggestions of tokens, and a localized prompt.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens, suggestions of tokens, and a string as its prompt.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens and suggestions of tokens, with a binding to whether a
    /// search is in progress.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens, suggestions of tokens, and a localized prompt, with a
    /// binding to whether a search is in progress.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens, suggestions of tokens, and a string as its prompt, with a
    /// binding to whether a search is in progress.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }.suggesting(suggestedTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }
}
