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

    @Test func `a list has classes for alternating rows and for space between them`() {
        let html = html(List { Text("a") }.listStyle(.bordered(alternatesRowBackgrounds: true)).listRowSpacing(8))
        #expect(html.contains(#"class="list bordered alternating spaced"#))
    }

    @Test func `a row that cannot be selected is a disabled option`() {
        let html = html(List(0..<1, selection: .constant(Set<Int>())) { Text("\($0)").selectionDisabled() })
        #expect(html.contains(#"role="option" aria-disabled="true""#))
    }
}
