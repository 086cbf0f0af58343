import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

@MainActor
struct SearchHTMLTests {
    private struct Token: Identifiable {
        var id: String
    }

    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        _ = graph.flush()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
            .replacing(#/ data-path="[0-9a-z]+"/#, with: "")
    }

    @Test func `a search field is a combobox in a landmark`() {
        let html = html(Text("Results").searchable(text: .constant("<a>")))
        #expect(html.hasPrefix(#"<div class="searchable grows-x" data-id="1"><search class="search grows-x" data-id="#))
        #expect(
            html.contains(#"<input class="field grows-x" type="search" value="&lt;a&gt;""#)
                || html.contains(#"type="search" value="&lt;a&gt;""#))
        #expect(html.contains(#"role="combobox" aria-autocomplete="list" aria-expanded="false" enterkeyhint="search""#))
        #expect(html.contains(#"aria-label="Search""#))
        #expect(html.contains(#"aria-label="Clear""#))
    }

    @Test func `a token has a button that names what it removes`() {
        let html = html(
            Text("Results").searchable(text: .constant(""), tokens: .constant([Token(id: "<b>")])) { Text($0.id) })
        #expect(
            html.contains(
                #"<button class="search-remove" type="button" data-action="press" aria-label="Remove &lt;b&gt;"></button>"#))
    }

    @Test func `suggestions are options of a listbox`() {
        let html = html(
            Text("Results").searchable(text: .constant(""), isPresented: .constant(true)).searchSuggestions {
                Text("Popular")
                Text("Apples").searchCompletion("apple")
                Button("All") {}
            })
        #expect(html.contains(#"<div class="search-suggestions" role="listbox" aria-label="Suggestions" data-id="#))
        #expect(html.contains(#"<div class="completion suggestion" data-action="press" data-id="#))
        #expect(html.components(separatedBy: #"role="option""#).count == 4)
        #expect(html.components(separatedBy: #"aria-disabled="true""#).count == 2)
        #expect(html.contains(#"aria-expanded="true" aria-controls="suggestions-"#))
    }
}
