import Testing

@testable import StrataViewGraph

/// Links whose rows the user scrolls out of a list, or which the app removes, and which return.
@MainActor
struct NavigationLinkRowTests: ColumnInspection {
    @Observable final class Model {
        var selection: Int?
        var word = "first"
        var rows = 0..<1000

        var selected: Binding<Int?> { Binding(get: { self.selection }, set: { self.selection = $0 }) }
    }

    /// A sidebar with a link in each row.
    private struct Columns: View {
        let model: Model
        var isBound = false

        var body: some View {
            NavigationView {
                let word = model.word
                List(model.rows, id: \.self) { row in
                    if isBound {
                        NavigationLink("Row \(row)", tag: row, selection: model.selected) { Text("Page \(row) \(word)") }
                    } else {
                        NavigationLink("Row \(row)") { Text("Page \(row) \(word)") }
                    }
                }
                Text("Nothing")
            }
        }
    }

    private func scroll(to rows: Range<Int>, _ screen: Screen) {
        let list = screen.find { if case .collection(.list) = $0.content { true } else { false } }
        screen.send(VisibleRowsEvent(rows: rows), to: list)
    }

    /// The texts of the links whose pages are visible in the other column.
    private func current(_ screen: Screen) -> [String] {
        var texts: [String] = []
        func visit(_ item: Screen.Item) {
            if case .navigation(.link(let link)) = item.content, link.isCurrent { texts += screen.texts(of: item) }
            item.children.forEach(visit)
        }
        visit(screen.root)
        return texts
    }

    @Test(arguments: [false, true])
    func `the page of a link stays while its row is scrolled away and back`(isBound: Bool) {
        let model = Model()
        let screen = Screen(Columns(model: model, isBound: isBound))
        press(link: "Row 1", screen)
        #expect(page(.detail, screen) == ["Page 1 first"])
        scroll(to: 500..<520, screen)
        #expect(!screen.texts.contains("Row 1"))
        #expect(page(.detail, screen) == ["Page 1 first"])
        scroll(to: 0..<20, screen)
        #expect(page(.detail, screen) == ["Page 1 first"])
        #expect(current(screen) == ["Row 1"])
        #expect(model.selection == (isBound ? 1 : nil))
        // The link updates its page again.
        model.word = "second"
        screen.update()
        #expect(page(.detail, screen) == ["Page 1 second"])
        press(link: "Row 2", screen)
        #expect(page(.detail, screen) == ["Page 2 second"])
        #expect(current(screen) == ["Row 2"])
        #expect(model.selection == (isBound ? 2 : nil))
    }

    @Test func `the page of a link stays while the app removes its row and adds it again`() {
        let model = Model()
        model.rows = 0..<3
        let screen = Screen(Columns(model: model, isBound: true))
        press(link: "Row 2", screen)
        model.rows = 0..<2
        screen.update()
        #expect(page(.detail, screen) == ["Page 2 first"])
        model.rows = 0..<3
        screen.update()
        #expect(model.selection == 2)
        #expect(page(.detail, screen) == ["Page 2 first"])
        #expect(current(screen) == ["Row 2"])
    }

    @Test func `a selection that the app clears while the row of its link is away removes the page`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model, isBound: true))
        narrow(screen)
        press(link: "Row 1", screen)
        scroll(to: 500..<520, screen)
        #expect(try window(screen).depth == 1)
        model.selection = nil
        screen.update()
        #expect(page(.detail, screen) == ["Nothing"])
        #expect(split(screen)?.compact == .sidebar)
        #expect(try window(screen).depth == 0)
        scroll(to: 0..<20, screen)
        #expect(page(.detail, screen) == ["Nothing"])
        #expect(current(screen) == [])
    }

    @Test func `a selection of another row replaces the page while the row of its link is away`() {
        let model = Model()
        let screen = Screen(Columns(model: model, isBound: true))
        press(link: "Row 1", screen)
        scroll(to: 500..<520, screen)
        model.selection = 510
        screen.update()
        #expect(page(.detail, screen) == ["Page 510 first"])
        #expect(model.selection == 510)
        scroll(to: 0..<20, screen)
        #expect(page(.detail, screen) == ["Page 510 first"])
        #expect(current(screen) == [])
    }
}
