import Testing

@testable import StrataViewGraph

/// The initializers of sections, and the styles of lists.
@MainActor
struct SectionFormTests {
    private func texts(of kind: (CollectionContent) -> Bool, _ screen: Screen) -> [[String]] {
        screen.all { if case .collection(let content) = $0 { kind(content) } else { false } }.map { screen.texts(of: $0) }
    }

    private func headers(_ screen: Screen) -> [[String]] {
        texts(of: { if case .header = $0 { true } else { false } }, screen).filter { !$0.isEmpty }
    }

    private func footers(_ screen: Screen) -> [[String]] {
        texts(of: { if case .footer = $0 { true } else { false } }, screen).filter { !$0.isEmpty }
    }

    @Test func `a section with a footer has no header`() {
        let screen = Screen(
            List {
                Section {
                    Text("row 1")
                } footer: {
                    Text("built")
                }
                Section(footer: Text("given")) { Text("row 2") }
            })
        #expect(headers(screen) == [])
        #expect(footers(screen) == [["built"], ["given"]])
        #expect(screen.texts == ["row 1", "built", "row 2", "given"])
    }

    @Test func `the older forms have views as the header and the footer`() {
        let screen = Screen(
            List {
                Section(header: Text("above"), footer: Text("below")) { Text("row 1") }
                Section(header: Text("alone")) { Text("row 2") }
            })
        #expect(headers(screen) == [["above"], ["alone"]])
        #expect(footers(screen) == [["below"]])
        #expect(screen.rows.map { screen.texts(of: $0) } == [["row 1"], ["row 2"]])
    }

    @Test func `outside of a list, the header, the content and the footer follow each other`() {
        let screen = Screen(VStack { Section(header: Text("above"), footer: Text("below")) { Text("content") } })
        #expect(screen.texts == ["above", "content", "below"])
    }

    @Test func `a section with a string as its header is expanded while its binding is true`() {
        let isExpanded = Binding(StateBox(false))
        let title = "Fruits"
        let screen = Screen(List { Section(title, isExpanded: isExpanded) { Text("apple") } }.listStyle(.sidebar))
        #expect(headers(screen) == [["Fruits"]])
        #expect(screen.rows.count == 0)
        screen.press(labeled: "Open section")
        #expect(isExpanded.wrappedValue)
        #expect(screen.rows.map { screen.texts(of: $0) } == [["apple"]])
        isExpanded.wrappedValue = false
        screen.update()
        #expect(screen.rows.count == 0)
    }

    private func look(_ view: some View) throws -> ListLook {
        let screen = Screen(view)
        let list = try #require(screen.find { if case .collection(.list) = $0.content { true } else { false } })
        guard case .collection(.list(let look)) = list.content else { throw NoList() }
        return look
    }

    private struct NoList: Error {}

    @Test func `the style of a list is that which is set around it`() throws {
        let list = List { Text("row") }
        #expect(try look(list.listStyle(.automatic)).style == .plain)
        #expect(try look(list.listStyle(.grouped)).style == .grouped)
        #expect(try look(list.listStyle(.bordered)).style == .bordered)
        #expect(try look(list.listStyle(DefaultListStyle())).style == .plain)
        #expect(try look(list.listStyle(GroupedListStyle())).style == .grouped)
        #expect(try look(list.listStyle(BorderedListStyle())).style == .bordered)
    }

    @Test func `a style may give every second row another background`() throws {
        let list = List { Text("row") }
        #expect(try look(list.listStyle(.bordered(alternatesRowBackgrounds: true))).alternates)
        #expect(try look(list.listStyle(.bordered)).alternates == false)
        #expect(try look(list.listStyle(BorderedListStyle(alternatesRowBackgrounds: true))).alternates)
    }
}
