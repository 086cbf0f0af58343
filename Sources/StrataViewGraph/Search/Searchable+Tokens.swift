extension View {
    /// Adds a search field with tokens.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens, with a localized prompt.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens, with a string as its prompt.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens, with a localized prompt.
    public func searchable<C, T: View>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens, with a string as its prompt.
    @_disfavoredOverload
    public func searchable<C, T: View, S: StringProtocol>(
        text: Binding<String>, tokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: S,
        @ViewBuilder token: @escaping (C.Element) -> T
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(tokens) { token($0.wrappedValue) }
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens that their views edit.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field with tokens that their views edit, with a localized prompt.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field with tokens that their views edit, with a string as its prompt.
    @_disfavoredOverload
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>,
        placement: SearchFieldPlacement = .automatic, prompt: some StringProtocol,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens that their views edit.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens that their views edit, with a
    /// localized prompt.
    public func searchable<C>(
        text: Binding<String>, editableTokens: Binding<C>, isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (Binding<C.Element>) -> some View
    ) -> some View where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        let tokens = SearchTokens(editableTokens, token: token)
        return searchable(SearchConfiguration(text: text, isPresented: isPresented, prompt: Text(prompt), tokens: tokens))
    }

    /// Adds a search field that a binding presents, with tokens that their views edit, with a
    /// string as its prompt.
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
