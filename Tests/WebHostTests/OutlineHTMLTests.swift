import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct OutlineHTMLTests {
    private struct Folder: Identifiable {
        let id: String
        var inside: [Folder]?

        static let all = [Folder(id: "a", inside: [Folder(id: "a1")]), Folder(id: "b")]
    }

    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `an outline whose rows can be selected is a tree`() {
        let html = html(
            List(selection: .constant("b")) {
                Section("All") { OutlineGroup(Folder.all, children: \.inside) { Text($0.id) } }
                Text("plain").tag("c")
            })
        #expect(html.contains(#"role="tree" aria-label="List""#))
        #expect(html.contains(#"role="treeitem" aria-level="1" aria-expanded="false" aria-selected="false" tabindex="-1""#))
        #expect(html.contains(#"role="treeitem" aria-level="1" aria-selected="true" tabindex="-1""#))
        #expect(html.components(separatedBy: #"role="treeitem""#).count == 4)
        #expect(!html.contains(#"role="option""#))
    }

    @Test func `an outline in a list without a selection has levels`() {
        let html = html(List(Folder.all, children: \.inside) { Text($0.id) })
        #expect(html.contains(#"role="list""#))
        #expect(html.contains(#"role="listitem" aria-level="1" aria-expanded="false" tabindex="-1""#))
        #expect(html.contains(#"role="listitem" aria-level="1" tabindex="-1""#))
    }

    @Test func `the button of a row in an outline is not for assistive technology`() {
        let html = html(List(Folder.all, children: \.inside) { Text($0.id) })
        #expect(html.contains(#"aria-label="Open" aria-hidden="true""#))
    }

    @Test func `the sign of a row in an outline is a drawing that follows the direction of text`() throws {
        let html = html(List([Folder.all[0]], children: \.inside) { Text($0.id) })
        let button = try #require(html.firstMatch(of: /<button .*?<\/button>/))
        #expect(button.output.contains(#"<span class="image symbol directional small""#))
        #expect(button.output.contains("<svg"))
        #expect(!button.output.contains(#"class="text""#))
    }

    @Test func `a table of trees is a treegrid, whose rows have levels`() {
        let html = html(Table(Folder.all, children: \.inside) { TableColumn("Name") { Text($0.id) } })
        #expect(html.contains(#"role="treegrid""#))
        #expect(html.contains(#"role="row" aria-level="1" aria-expanded="false" tabindex="-1""#))
        #expect(html.contains(#"role="gridcell""#))
    }

    @Test func `a table without trees has no levels`() {
        let html = html(Table(Folder.all) { TableColumn("Name") { Text($0.id) } })
        #expect(html.contains(#"role="table""#))
        #expect(!html.contains("aria-level"))
    }

    @Test func `a view with a context menu can have the focus unless it contains a control`() {
        #expect(html(Text("a").contextMenu { Button("b") {} }).contains(#"data-menu="" data-id="1" tabindex="0""#))
        #expect(html(Button("a") {}.contextMenu { Button("b") {} }).contains(#"data-menu="" data-id="1">"#))
        let list = html(List { ForEach(0..<1) { _ in Text("a").contextMenu { Button("b") {} } } })
        #expect(list.contains(/data-menu="" data-id="\d+" tabindex="-1"/))
    }

    @Test func `an open context menu is a dialog with a menu`() {
        let graph = WindowGraph(title: "Test", content: Text("a").contextMenu { Button("b") {} })
        graph.mount()
        graph.send(MenuEvent(x: 1, y: 2), to: 1)
        _ = graph.flush()
        let html = HTMLRenderer.html(of: graph.root, in: nil)
        #expect(html.contains(#"<dialog class="context-menu" aria-label="Menu" data-light="" data-anchor="1""#))
        #expect(html.contains(/<div class="menu-list" role="menu"[^>]*><button/))
    }

    @Test func `a row that cannot be selected is a disabled option among options`() {
        let html = html(
            List(selection: .constant("a")) {
                Text("a").tag("a")
                Text("b")
            })
        #expect(html.contains(#"role="option" aria-selected="true" tabindex="-1""#))
        #expect(html.contains(#"role="option" aria-disabled="true""#))
    }
}
