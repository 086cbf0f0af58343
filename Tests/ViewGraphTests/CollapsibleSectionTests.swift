import Testing

@testable import StrataViewGraph

@MainActor
struct CollapsibleSectionTests {
    private struct Sections: View {
        @State private var isExpanded = true

        var body: some View {
            List {
                Section("own") { Text("row 1") }.collapsible(true)
                Section("bound", isExpanded: $isExpanded) { Text("row 2") }.collapsible(true)
                Section("fixed", isExpanded: $isExpanded) { Text("row 3") }.collapsible(false)
                Section("plain") { Text("row 4") }
            }
            Text(isExpanded ? "expanded" : "collapsed")
        }
    }

    @Test func `a section has a button that collapses it only if it is collapsible`() {
        let screen = Screen(Sections())
        let all = ["own", "⌄", "row 1", "bound", "⌄", "row 2", "fixed", "row 3", "plain", "row 4", "expanded"]
        #expect(screen.texts == all)
        screen.press("⌄")
        #expect(screen.texts == ["own", "›"] + all.dropFirst(3))
        screen.press("⌄")
        #expect(screen.texts == ["own", "›", "bound", "›", "fixed", "row 3", "plain", "row 4", "collapsed"])
        screen.press("›")
        #expect(screen.texts.prefix(3) == ["own", "⌄", "row 1"])
    }
}
