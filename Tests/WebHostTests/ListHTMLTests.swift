import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct ListHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `the lines of a section are classes of the section`() {
        let section = Section { Text("a") }
        let hidden = html(List { section.listSectionSeparator(.hidden) })
        #expect(hidden.contains(#"<section class="section no-line-above no-line-below" role="none""#))
        let visible = html(List { section.listSectionSeparator(.visible, edges: .bottom) })
        #expect(visible.contains(#"<section class="section with-line-below" role="none""#))
        let tinted = html(List { section.listSectionSeparatorTint(.red, edges: .top) })
        #expect(tinted.contains(#"<section class="section tinted-above" style="--section-line-above:var(--red)""#))
        let plain = html(List { section.listSectionSeparatorTint(nil).listSectionSeparator(.automatic) })
        #expect(plain.contains(#"<section class="section" role="none""#))
    }

    @Test func `only a list without a selection contains its refresh button`() {
        let plain = html(List { Text("a") }.refreshable {})
        #expect(plain.contains(#"<button type="button" class="refresh""#))
        let choices = html(List(selection: .constant(1)) { Text("a").tag(1) }.refreshable {})
        #expect(choices.contains(#"role="listbox""#))
        #expect(choices.contains(#"data-refresh="""#))
        #expect(!choices.contains("<button"))
    }

    @Test func `a list has classes for alternating rows and for space between them`() {
        let html = html(List { Text("a") }.listStyle(.bordered(alternatesRowBackgrounds: true)).listRowSpacing(8))
        #expect(html.contains(#"class="list bordered alternating spaced"#))
        let apart = self.html(List { Section { Text("a") } }.listSectionSpacing(12))
        #expect(apart.contains(#"class="list apart"#))
        #expect(apart.contains("--section-spacing:12px"))
    }

    @Test func `a row that cannot be selected is a disabled option`() {
        let html = html(List(0..<1, selection: .constant(Set<Int>())) { Text("\($0)").selectionDisabled() })
        #expect(html.contains(#"role="option" aria-disabled="true""#))
    }
}
