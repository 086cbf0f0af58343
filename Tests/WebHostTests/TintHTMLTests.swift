import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

/// The color that a view sets for the controls and the links in it.
@MainActor
struct TintHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    private struct Peak: Identifiable {
        let id = 1
    }

    @Test func `a tint is the accent of the bar with the tabs`() {
        let tabs = TabView { Text("a").tabItem { Text("A") } }
        #expect(html(tabs.tint(.orange)).contains(#"<div class="tab-bar" role="tablist" style="--accent:var(--orange)""#))
        #expect(html(tabs.accentColor(.orange)).contains(#"role="tablist" style="--accent:var(--orange)""#))
        #expect(!html(tabs).contains("--accent"))
    }

    @Test func `a tint is the accent of the buttons that lead back`() {
        let stack = NavigationStack(path: .constant([1])) {
            Text("a").navigationDestination(for: Int.self) { _ in Text("b") }
        }
        #expect(
            html(stack.tint(.red)).contains(
                #"<button class="back" type="button" style="--accent:var(--red)" data-action="press""#))
        #expect(!html(stack).contains("--accent"))
        let columns = NavigationSplitView {
            Text("a")
        } detail: {
            Text("b")
        }
        #expect(html(columns.tint(.red)).contains(#"<button class="sidebar-button" type="button" style="--accent:var(--red)""#))
        #expect(html(columns.tint(.red)).contains(#"<button class="back column-back" type="button" style="--accent:var(--red)""#))
    }

    @Test func `a tint in a page is not the accent of the button that leads back`() {
        let stack = NavigationStack(path: .constant([1])) {
            Text("a").navigationDestination(for: Int.self) { _ in Text("b").tint(.red) }
        }
        #expect(!html(stack).contains("--accent"))
    }

    @Test func `a tint is the accent of a navigation link outside rows`() {
        let link = NavigationLink("More") { Text("a") }
        #expect(
            html(link.tint(.green)).hasPrefix(
                #"<button class="link" type="button" role="link" data-action="press" style="--accent:var(--green)""#))
        #expect(!html(List { link }.tint(.green)).contains("--accent"))
    }

    @Test func `a tint is the accent of a date picker`() {
        let picker = DatePicker("Day", selection: .constant(Date()))
        #expect(html(picker.tint(.purple)).contains(#"style="--accent:var(--purple)""#))
        #expect(!html(picker).contains("--accent"))
    }

    @Test func `a tint is the color of the selected rows of a list, a form and a table`() {
        let list = List(selection: .constant(1)) { Text("a").tag(1) }
        #expect(html(list.tint(.red)).contains(#"style="--selection:var(--red)" role="listbox""#))
        #expect(!html(list).contains("--selection"))
        #expect(html(Form { Text("a") }.tint(.red)).contains(#"style="--selection:var(--red)" role="list""#))
        let table = Table([Peak()], selection: .constant(Set([1]))) { TableColumn("A") { Text("\($0.id)") } }
        #expect(html(table.tint(.red)).contains(#";--selection:var(--red)" role="grid""#))
        #expect(!html(table).contains("--selection"))
    }

    @Test func `the tint of a list is not the accent of what is in its rows`() {
        let list = List(selection: .constant(1)) { Button("a") {}.tint(nil) }.tint(.red)
        #expect(!html(list).contains("--accent"))
    }

    @Test func `a tint is the color of the links in a text`() {
        #expect(
            html(Text("[site](https://a.b)").tint(.red)).contains(
                #"<a href="https://a.b" target="_blank" rel="noopener noreferrer" style="color:var(--red)">site</a>"#))
        #expect(html(Text("to a [site](https://a.b)").tint(.red)).contains(#">to a <a href="#))
        #expect(!html(Text("[site](https://a.b)")).contains("style"))
    }

    @Test func `a tint leaves the text of a link that nobody opens`() {
        #expect(!html(Text("a [b](javascript:c)").tint(.red)).contains("--red"))
    }

    @Test func `the part of a text that has a color keeps it as a link`() {
        let text = Text("\(Text("[site](https://a.b)").foregroundColor(.green)) and more").tint(.red)
        #expect(html(text).contains(#"style="color:var(--green)""#))
        #expect(!html(text).contains("--red"))
    }

    @Test func `a new tint of a stack reaches its Back button`() {
        let graph = WindowGraph(title: "Test", content: Recolored())
        graph.mount()
        func html() -> String { graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined() }
        #expect(html().contains(#"<button class="back" type="button" style="--accent:var(--red)""#))
        graph.changeEnvironment { $0.locale = Locale(identifier: "de") }
        _ = graph.flush()
        #expect(html().contains(#"<button class="back" type="button" style="--accent:var(--green)""#))
    }

    private struct Recolored: View {
        @Environment(\.locale) private var locale
        var body: some View {
            NavigationStack(path: .constant([1])) {
                Text("a").navigationDestination(for: Int.self) { _ in Text("b") }
            }
            .tint(locale.identifier == "de" ? .green : .red)
        }
    }
}
