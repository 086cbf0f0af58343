/// The tokens of a search field, with their type erased.
@MainActor
struct SearchTokens {
    /// Returns whether there are no tokens.
    let isEmpty: () -> Bool
    /// Removes all tokens.
    let removeAll: () -> Void
    /// Adds a token, unless there is one with its ID. Returns false if it is of another type.
    let add: (Any) -> Bool
    /// The tokens in the field.
    let chips: any View
    /// The suggestions of tokens; nil for none.
    var suggested: (any View)?

    init<C, T: View>(_ tokens: Binding<C>, @ViewBuilder token: @escaping (Binding<C.Element>) -> T)
    where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
        isEmpty = { tokens.wrappedValue.isEmpty }
        removeAll = { if !tokens.wrappedValue.isEmpty { tokens.wrappedValue = C() } }
        add = { value in
            guard let value = value as? C.Element else { return false }
            if !tokens.wrappedValue.contains(where: { $0.id == value.id }) { tokens.wrappedValue.append(value) }
            return true
        }
        chips = TokenChips(tokens: tokens, content: token)
    }

    /// Returns the tokens with suggestions of others.
    func suggesting<C, T: View>(_ tokens: Binding<C>, @ViewBuilder token: @escaping (C.Element) -> T) -> SearchTokens
    where C: RandomAccessCollection, C.Element: Identifiable {
        var result = self
        result.suggested = SuggestedTokens(tokens: tokens, content: token)
        return result
    }
}

/// The tokens in a search field.
private struct TokenChips<C, T: View>: View
where C: RandomAccessCollection & RangeReplaceableCollection, C.Element: Identifiable {
    let tokens: Binding<C>
    let content: (Binding<C.Element>) -> T

    var body: some View {
        ForEach(tokens.wrappedValue) { token in
            TokenChip(content: content(binding(token))) { remove(token.id) }
        }
    }

    /// Returns a binding to a token, which finds it by its ID.
    private func binding(_ token: C.Element) -> Binding<C.Element> {
        Binding {
            tokens.wrappedValue.first { $0.id == token.id } ?? token
        } set: { value in
            guard let index = tokens.wrappedValue.firstIndex(where: { $0.id == token.id }) else { return }
            var changed = tokens.wrappedValue
            changed.replaceSubrange(index..<changed.index(after: index), with: CollectionOfOne(value))
            tokens.wrappedValue = changed
        }
    }

    private func remove(_ id: C.Element.ID) {
        guard let index = tokens.wrappedValue.firstIndex(where: { $0.id == id }) else { return }
        var changed = tokens.wrappedValue
        changed.remove(at: index)
        tokens.wrappedValue = changed
    }
}

/// A token with a button that removes it.
private struct TokenChip<Content: View>: BuiltInView {
    let content: Content
    let remove: () -> Void

    func _update(_ node: ViewNode) {
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
        let label = node.words
        let isEnabled = node.environment.isEnabled
        let press = EventHandler(PressEvent.self) { [remove] _ in if isEnabled { remove() } }
        node.show(.control(.search(.token(label: label))), on: [press])
        // A view inside may have changed by itself, and with it the words of the label.
        node.arrange = { [unowned node] in
            if node.words != label { node.evaluateAgain() }
            return node.elementsBelow
        }
    }
}

/// The suggestions of tokens.
private struct SuggestedTokens<C: RandomAccessCollection, T: View>: View where C.Element: Identifiable {
    let tokens: Binding<C>
    let content: (C.Element) -> T

    var body: some View {
        ForEach(tokens.wrappedValue) { token in TokenSuggestion(token: token, content: content(token)) }
    }
}
