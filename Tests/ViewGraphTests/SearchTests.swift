import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct SearchTests {
    struct Token: Identifiable {
        var id: String
        var isExact = false
    }

    @Observable final class Model {
        var text = ""
        var isPresented = false
        var tokens: [Token] = []
        var suggested = [Token(id: "fruit"), Token(id: "root")]
        var scope = "all"
        var log: [String] = []
        var showsStack = false

        func binding<V>(_ keyPath: ReferenceWritableKeyPath<Model, V>) -> Binding<V> {
            Binding(get: { self[keyPath: keyPath] }, set: { self[keyPath: keyPath] = $0 })
        }
    }

    private struct Results: View {
        let model: Model
        @Environment(\.isSearching) private var isSearching
        @Environment(\.dismissSearch) private var dismissSearch

        var body: some View {
            Text(isSearching ? "searching \(model.text)" : "idle")
            Button("Leave") { dismissSearch() }
        }
    }

    private struct InStack: View {
        let model: Model
        var body: some View {
            NavigationStack {
                VStack { Results(model: model) }
                    .navigationTitle("Food")
                    .searchable(text: model.binding(\.text), prompt: "Find")
                    .searchSuggestions {
                        Text("Popular")
                        Text("Apples").searchCompletion("apple")
                        Button("All") { model.log.append("all") }
                    }
                    .searchScopes(model.binding(\.scope)) {
                        Text("All").tag("all")
                        Text("Raw").tag("raw")
                    }
                    .onSubmit(of: .search) { model.log.append("search \(model.text)") }
                    .onSubmit { model.log.append("text") }
            }
        }
    }

    private func parts(_ screen: Screen) -> [(item: Screen.Item, content: SearchContent)] {
        screen.controls { if case .search(let search) = $0 { search } else { nil } }
    }

    private func part(_ content: SearchContent, _ screen: Screen) -> Screen.Item? {
        parts(screen).first { $0.content == content }?.item
    }

    private func focus(_ screen: Screen, _ isFocused: Bool = true) {
        screen.send(FocusEvent(isFocused: isFocused), to: screen.fields.first?.item)
    }

    private func searchBar(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .navigation(.barItems(let items)) = $0.content { items.position == .search } else { false } }
    }

    @Test func `the field is in the bar of the page around the view`() throws {
        let screen = Screen(InStack(model: Model()))
        let bar = try #require(searchBar(screen))
        #expect(bar.children.map(\.content) == [.control(.search(.area))])
        #expect(screen.fields.map(\.content.prompt) == ["Find"])
        #expect(screen.fields.map(\.content.kind) == [.search(listbox: nil)])
    }

    @Test func `the focus begins the search, and typing sets the text`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        #expect(screen.texts.contains("idle"))
        focus(screen)
        #expect(screen.texts.contains("searching "))
        screen.type("pe", into: screen.fields[0].item)
        #expect(model.text == "pe")
        #expect(screen.texts.contains("searching pe"))
    }

    @Test(arguments: ["Cancel", "Leave"])
    func `cancelling clears the field and ends the search`(button: String) {
        let model = Model()
        let screen = Screen(InStack(model: model))
        #expect(!screen.texts.contains("Cancel"))
        focus(screen)
        screen.type("pe", into: screen.fields[0].item)
        screen.press(button)
        #expect(model.text == "")
        #expect(screen.texts.contains("idle"))
        #expect(screen.fields.map(\.item.traits.isFocused) == [false])
        #expect(!screen.texts.contains("Cancel"))
    }

    @Test func `Escape ends the search`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        focus(screen)
        screen.type("pe", into: screen.fields[0].item)
        screen.send(DismissEvent(), to: part(.area, screen))
        #expect(model.text == "")
        #expect(screen.texts.contains("idle"))
    }

    @Test func `leaving ends a search for nothing only`() {
        let screen = Screen(InStack(model: Model()))
        focus(screen)
        screen.type("pe", into: screen.fields[0].item)
        focus(screen, false)
        screen.send(LeaveEvent(), to: part(.area, screen))
        #expect(screen.texts.contains("searching pe"))
        screen.type("", into: screen.fields[0].item)
        screen.send(LeaveEvent(), to: part(.area, screen))
        #expect(screen.texts.contains("idle"))
    }

    @Test func `suggestions show while the field has the focus`() {
        let screen = Screen(InStack(model: Model()))
        #expect(part(.suggestions, screen) == nil)
        focus(screen)
        let list = part(.suggestions, screen)
        #expect(list.map(screen.texts) == ["Popular", "Apples", "All"])
        #expect(screen.fields.map(\.content.kind) == [.search(listbox: list?.id)])
        focus(screen, false)
        #expect(part(.suggestions, screen) == nil)
        #expect(screen.fields.map(\.content.kind) == [.search(listbox: nil)])
    }

    @Test func `choosing a completion sets the text and hides the suggestions until the user types`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        focus(screen)
        screen.send(PressEvent(), to: part(.completion, screen))
        #expect(model.text == "apple")
        #expect(screen.fields.map(\.content.text) == ["apple"])
        #expect(part(.suggestions, screen) == nil)
        screen.type("apples", into: screen.fields[0].item)
        #expect(part(.suggestions, screen) != nil)
    }

    @Test func `a button among the suggestions runs its action`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        focus(screen)
        screen.press("All")
        #expect(model.log == ["all"])
    }

    @Test func `Return submits the search, and no text`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        focus(screen)
        screen.type("pe", into: screen.fields[0].item)
        screen.send(SubmitEvent(), to: screen.fields[0].item)
        #expect(model.log == ["search pe"])
        #expect(part(.suggestions, screen) == nil)
    }

    @Test func `scopes show while the user searches`() {
        let model = Model()
        let screen = Screen(InStack(model: model))
        #expect(screen.choices.isEmpty)
        focus(screen)
        screen.send(PressEvent(), to: screen.choices.last?.item)
        #expect(model.scope == "raw")
        screen.press("Cancel")
        #expect(screen.choices.isEmpty)
    }

    private struct Tokens: View {
        let model: Model
        var body: some View {
            Text("Results")
                .searchable(
                    text: model.binding(\.text), tokens: model.binding(\.tokens), suggestedTokens: model.binding(\.suggested)
                ) { Text($0.id) }
        }
    }

    @Test func `a suggested token takes the place of the text`() {
        let model = Model()
        let screen = Screen(Tokens(model: model))
        focus(screen)
        screen.type("fr", into: screen.fields[0].item)
        screen.send(PressEvent(), to: part(.completion, screen))
        #expect(model.tokens.map(\.id) == ["fruit"])
        #expect(model.text == "")
        #expect(part(.token(label: "fruit"), screen) != nil)
    }

    @Test func `tokens are removed one by one, or all with the text`() {
        let model = Model()
        model.tokens = model.suggested
        let screen = Screen(Tokens(model: model))
        screen.send(PressEvent(), to: part(.token(label: "fruit"), screen))
        #expect(model.tokens.map(\.id) == ["root"])
        focus(screen)
        screen.press("Cancel")
        #expect(model.tokens.isEmpty)
        #expect(part(.token(label: "root"), screen) == nil)
    }

    @Test func `the view of a token edits it`() {
        let model = Model()
        model.tokens = model.suggested
        let screen = Screen(
            Text("Results").searchable(text: model.binding(\.text), editableTokens: model.binding(\.tokens)) { token in
                Button("exact \(token.wrappedValue.id)") { token.wrappedValue.isExact = true }
            })
        screen.press("exact root")
        #expect(model.tokens.map(\.isExact) == [false, true])
    }

    @Test func `the field is above a view without a bar`() throws {
        let screen = Screen(Tokens(model: Model()))
        let container = try #require(part(.container, screen))
        #expect(container.children.first?.content == .control(.search(.area)))
        #expect(screen.texts(of: container).last == "Results")
    }

    private struct Outside: View {
        let model: Model
        var body: some View {
            Group {
                if model.showsStack {
                    NavigationStack { Text("Root").navigationTitle("Root") }
                } else {
                    Text("Loading")
                }
            }
            .searchable(text: model.binding(\.text), isPresented: model.binding(\.isPresented))
        }
    }

    @Test func `the first page inside takes the field into its bar`() {
        let model = Model()
        let screen = Screen(Outside(model: model))
        #expect(searchBar(screen) == nil)
        model.showsStack = true
        screen.update()
        #expect(searchBar(screen)?.children.count == 1)
        #expect(parts(screen).filter { $0.content == .area }.count == 1)
        model.showsStack = false
        screen.update()
        #expect(parts(screen).filter { $0.content == .area }.count == 1)
    }

    @Test func `a binding begins and ends the search`() {
        let model = Model()
        let screen = Screen(Outside(model: model))
        model.isPresented = true
        screen.update()
        #expect(screen.fields.map(\.item.traits.isFocused) == [true])
        #expect(screen.texts.contains("Cancel"))
        screen.press("Cancel")
        #expect(!model.isPresented)
        #expect(screen.fields.map(\.item.traits.isFocused) == [false])
    }

    @Test func `a disabled search ignores the user`() {
        let model = Model()
        model.tokens = model.suggested
        let screen = Screen(Tokens(model: model).disabled(true))
        screen.send(PressEvent(), to: part(.token(label: "fruit"), screen))
        #expect(model.tokens.count == 2)
    }
}
