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
        let all = ["own", "row 1", "bound", "row 2", "fixed", "row 3", "plain", "row 4", "expanded"]
        #expect(screen.texts == all)
        #expect(screen.symbols == ["chevron.down", "chevron.down"])
        screen.press(labeled: "Close section")
        #expect(screen.texts == ["own"] + all.dropFirst(2))
        #expect(screen.symbols == ["chevron.forward", "chevron.down"])
        screen.press(labeled: "Close section")
        #expect(screen.texts == ["own", "bound", "fixed", "row 3", "plain", "row 4", "collapsed"])
        #expect(screen.symbols == ["chevron.forward", "chevron.forward"])
        screen.press(labeled: "Open section")
        #expect(screen.texts.prefix(2) == ["own", "row 1"])
        #expect(screen.symbols == ["chevron.down", "chevron.forward"])
    }
}
