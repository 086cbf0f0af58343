extension View {
    /// Adds a search field with tokens.
    ///
    /// - Parameters:
    ///   - text: The text of the query.
    ///   - tokens: The tokens of the query, before the text. The user can remove them.
    ///   - placement: Has no effect; see ``SearchFieldPlacement``.
    ///   - prompt: The text in the empty field; nil for "Search".
    ///   - token: The view of a token.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens and a localized prompt.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens and a string as its prompt.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens, with a binding to whether a search is in progress.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens and a localized prompt, with a binding to whether a search
    /// is in progress.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens and a string as its prompt, with a binding to whether a
    /// search is in progress.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens. The view of a token receives a binding to it.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens and a localized prompt. The view of a token receives a
    /// binding to it.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens and a string as its prompt. The view of a token receives a
    /// binding to it.
    @_disfavoredOverload
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: some StringProtocol,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens, with a binding to whether a search is in progress. The view
    /// of a token receives a binding to it.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens and a localized prompt, with a binding to whether a search
    /// is in progress. The view of a token receives a binding to it.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens and a string as its prompt, with a binding to whether a
    /// search is in progress. The view of a token receives a binding to it.
    @_disfavoredOverload
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: some StringProtocol,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }
}
