import Testing

@testable import StrataViewGraph

/// Initializers of search fields: their prompts, bindings, tokens and suggestions.
@MainActor
struct SearchFormTests {
    private typealias Model = SearchTests.Model
    private typealias Token = SearchTests.Token

    private func focus(_ screen: Screen) {
        screen.send(FocusEvent(isFocused: true), to: screen.fields.first?.item)
    }

    private func parts(_ content: SearchContent, _ screen: Screen) -> [Screen.Item] {
        screen.controls { if case .search(let search) = $0, search == content { true } else { nil } }.map(\.item)
    }

    private let prompt = "Find"

    private func presented(_ model: Model) -> [AnyView] {
        let (text, isPresented) = (model.binding(\.text), model.binding(\.isPresented))
        return [
            AnyView(Text("x").searchable(text: text, isPresented: isPresented, prompt: Text("Find"))),
            AnyView(Text("x").searchable(text: text, isPresented: isPresented, prompt: "Find")),
            AnyView(Text("x").searchable(text: text, isPresented: isPresented, prompt: prompt)),
        ]
    }

    @Test(arguments: 0..<3)
    func `a field has a prompt, and a binding that is true during the search`(form: Int) {
        let model = Model()
        let screen = Screen(presented(model)[form])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        focus(screen)
        #expect(model.isPresented)
        screen.type("pe", into: screen.fields[0].item)
        #expect(model.text == "pe")
        screen.press("Cancel")
        #expect(!model.isPresented)
        #expect(model.text == "")
    }

    private func suggesting(_ model: Model) -> [AnyView] {
        let text = model.binding(\.text)
        return [
            AnyView(Text("x").searchable(text: text, prompt: Text("Find")) { Text("Apples").searchCompletion("apple") }),
            AnyView(Text("x").searchable(text: text, prompt: "Find") { Text("Apples").searchCompletion("apple") }),
            AnyView(Text("x").searchable(text: text, prompt: prompt) { Text("Apples").searchCompletion("apple") }),
        ]
    }

    @Test(arguments: 0..<3)
    func `a field has suggestions of its own`(form: Int) {
        let model = Model()
        let screen = Screen(suggesting(model)[form])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        #expect(parts(.completion, screen).isEmpty)
        focus(screen)
        #expect(parts(.completion, screen).flatMap(screen.texts) == ["Apples"])
        screen.send(PressEvent(), to: parts(.completion, screen).first)
        #expect(model.text == "apple")
    }

    private func tokens(_ model: Model) -> [AnyView] {
        let (text, tokens, isPresented) = (model.binding(\.text), model.binding(\.tokens), model.binding(\.isPresented))
        let view = Text("x")
        return [
            AnyView(view.searchable(text: text, tokens: tokens, prompt: Text("Find")) { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, prompt: "Find") { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, prompt: prompt) { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, isPresented: isPresented, prompt: Text("Find")) { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, isPresented: isPresented, prompt: "Find") { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, isPresented: isPresented, prompt: prompt) { Text($0.id) }),
        ]
    }

    @Test(arguments: 0..<6)
    func `the user removes a token before the text`(form: Int) {
        let model = Model()
        model.tokens = model.suggested
        let screen = Screen(tokens(model)[form])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        #expect(parts(.token(label: "root"), screen).count == 1)
        screen.send(PressEvent(), to: parts(.token(label: "fruit"), screen).first)
        #expect(model.tokens.map(\.id) == ["root"])
        #expect(parts(.token(label: "fruit"), screen).isEmpty)
        focus(screen)
        #expect(model.isPresented == (form >= 3))
    }

    private func editable(_ model: Model) -> [AnyView] {
        let (text, tokens, isPresented) = (model.binding(\.text), model.binding(\.tokens), model.binding(\.isPresented))
        let view = Text("x")
        func button(_ token: Binding<Token>) -> some View {
            Button("exact \(token.wrappedValue.id)") { token.wrappedValue.isExact = true }
        }
        return [
            AnyView(view.searchable(text: text, editableTokens: tokens, prompt: Text("Find")) { button($0) }),
            AnyView(view.searchable(text: text, editableTokens: tokens, prompt: "Find") { button($0) }),
            AnyView(view.searchable(text: text, editableTokens: tokens, prompt: prompt) { button($0) }),
            AnyView(
                view.searchable(text: text, editableTokens: tokens, isPresented: isPresented, prompt: Text("Find")) { button($0) }
            ),
            AnyView(view.searchable(text: text, editableTokens: tokens, isPresented: isPresented, prompt: "Find") { button($0) }),
            AnyView(view.searchable(text: text, editableTokens: tokens, isPresented: isPresented, prompt: prompt) { button($0) }),
        ]
    }

    @Test(arguments: 0..<6)
    func `the view of a token changes it`(form: Int) {
        let model = Model()
        model.tokens = model.suggested
        let screen = Screen(editable(model)[form])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        screen.press("exact fruit")
        #expect(model.tokens.map(\.isExact) == [true, false])
        focus(screen)
        #expect(model.isPresented == (form >= 3))
    }

    private func suggestedTokens(_ model: Model) -> [AnyView] {
        let (text, tokens, isPresented) = (model.binding(\.text), model.binding(\.tokens), model.binding(\.isPresented))
        let suggested = model.binding(\.suggested)
        let view = Text("x")
        return [
            AnyView(view.searchable(text: text, tokens: tokens, suggestedTokens: suggested, prompt: "Find") { Text($0.id) }),
            AnyView(view.searchable(text: text, tokens: tokens, suggestedTokens: suggested, prompt: prompt) { Text($0.id) }),
            AnyView(
                view.searchable(
                    text: text, tokens: tokens, suggestedTokens: suggested, isPresented: isPresented, prompt: Text("Find")
                ) { Text($0.id) }),
            AnyView(
                view.searchable(
                    text: text, tokens: tokens, suggestedTokens: suggested, isPresented: isPresented, prompt: "Find"
                ) { Text($0.id) }),
            AnyView(
                view.searchable(
                    text: text, tokens: tokens, suggestedTokens: suggested, isPresented: isPresented, prompt: prompt
                ) { Text($0.id) }),
        ]
    }

    @Test(arguments: 0..<5)
    func `the user chooses a suggested token in place of the text`(form: Int) {
        let model = Model()
        let screen = Screen(suggestedTokens(model)[form])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        focus(screen)
        #expect(model.isPresented == (form >= 2))
        screen.type("ro", into: screen.fields[0].item)
        #expect(parts(.completion, screen).flatMap(screen.texts) == ["fruit", "root"])
        screen.send(PressEvent(), to: parts(.completion, screen).last)
        #expect(model.tokens.map(\.id) == ["root"])
        #expect(model.text == "")
    }

    private struct Suggested: View {
        let model: Model
        @Environment(\.searchSuggestionsPlacement) private var placement
        var body: some View {
            Text("Root").searchCompletion(model.suggested[1])
            Text(placement == .menu ? "menu" : "elsewhere")
            Text("only elsewhere").searchSuggestions(.hidden, for: .menu)
            Text("only in the menu").searchSuggestions(.hidden, for: .content)
        }
    }

    private struct Suggestions: View {
        let model: Model
        @Environment(\.searchSuggestionsPlacement) private var placement
        var body: some View {
            Text(placement == .automatic ? "page" : "suggestion")
                .searchable(text: model.binding(\.text), tokens: model.binding(\.tokens)) { Text($0.id) }
                .searchSuggestions { Suggested(model: model) }
        }
    }

    @Test func `suggestions are in a menu, and are hidden where the app says`() {
        let screen = Screen(Suggestions(model: Model()))
        #expect(screen.texts.contains("page"))
        focus(screen)
        #expect(parts(.suggestions, screen).flatMap(screen.texts) == ["Root", "menu", "only in the menu"])
    }

    @Test func `choosing a view with a token adds the token`() {
        let model = Model()
        let screen = Screen(Suggestions(model: model))
        focus(screen)
        screen.type("r", into: screen.fields[0].item)
        screen.send(PressEvent(), to: parts(.completion, screen).first)
        #expect(model.tokens.map(\.id) == ["root"])
        #expect(model.text == "")
    }

    @Test func `placements of suggestions are different`() {
        #expect(SearchSuggestionsPlacement.content != .menu)
        #expect(SearchSuggestionsPlacement.automatic != .content)
        let both: SearchSuggestionsPlacement.Set = [.menu, .content]
        #expect(both.contains(.menu))
        #expect(both.contains(.content))
        #expect(SearchSuggestionsPlacement.Set.menu.isDisjoint(with: .content))
    }

    private func scopes(_ model: Model, _ activation: SearchScopeActivation) -> Screen {
        let screen = Screen(
            Text("x").searchable(text: model.binding(\.text), placement: .navigationBarDrawer(displayMode: .always))
                .searchScopes(model.binding(\.scope), activation: activation) {
                    Text("All").tag("all")
                    Text("Raw").tag("raw")
                })
        return screen
    }

    @Test func `scopes show when the search begins, or when the field has text`() {
        let early = scopes(Model(), .onSearchPresentation)
        #expect(early.choices.isEmpty)
        focus(early)
        #expect(early.choices.count == 2)
        let late = scopes(Model(), .onTextEntry)
        focus(late)
        #expect(late.choices.isEmpty)
        late.type("pe", into: late.fields[0].item)
        #expect(late.choices.count == 2)
    }
}
