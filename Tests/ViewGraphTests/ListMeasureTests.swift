import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ListMeasureTests {
    @Observable final class Model {
        var selection: Set<Int> = []
        var additions = 0
    }

    private let model = Model()

    private func looks(_ screen: Screen) -> [ListLook] {
        screen.all { if case .collection(.list) = $0 { true } else { false } }.compactMap {
            if case .collection(.list(let look)) = $0.content { look } else { nil }
        }
    }

    @Test func `a row that cannot be selected is left out of a selected range`() {
        let screen = Screen(
            List(0..<4, selection: Bindable(model).selection) { number in
                Text("\(number)").selectionDisabled(number == 1)
            })
        let selected: [Bool?] = screen.rows.map {
            if case .collection(.row(let row)) = $0.content { row.isSelected } else { nil }
        }
        #expect(selected == [false, nil, false, false])
        screen.send(SelectEvent(.only), to: screen.rows[0])
        screen.send(SelectEvent(.range), to: screen.rows[2])
        #expect(model.selection == [0, 2])
    }

    @Test func `a list has the space between sections of its environment`() {
        func spacing(_ list: some View) -> CGFloat? { looks(Screen(list))[0].measures.sectionSpacing }
        #expect(spacing(List { Section { Text("a") } }) == nil)
        #expect(spacing(List { Section { Text("a") } }.listSectionSpacing(30)) == 30)
        #expect(spacing(List { Section { Text("a") } }.listSectionSpacing(-1)) == 0)
        #expect(spacing(List { Section { Text("a") } }.listSectionSpacing(.default).listSectionSpacing(5)) == nil)
        #expect(spacing(List { Section { Text("a") } }.listSectionSpacing(.compact)) == 8)
    }

    @Test func `a list has the measures of its environment`() {
        let screen = Screen(
            List { Text("a") }.listRowSpacing(8).environment(\.defaultMinListRowHeight, 20)
                .environment(\.defaultMinListHeaderHeight, 40))
        let measures = looks(screen)[0].measures
        #expect(measures.rowSpacing == 8)
        #expect(measures.minRowHeight == 20)
        #expect(measures.minHeaderHeight == 40)
        #expect(EnvironmentValues().defaultMinListRowHeight == 44)
    }

    @Test func `styles of lists and tables alternate the backgrounds of rows`() {
        #expect(looks(Screen(List { Text("a") }.listStyle(.bordered(alternatesRowBackgrounds: true))))[0].alternates)
        #expect(looks(Screen(List { Text("a") }.listStyle(.inset(alternatesRowBackgrounds: true))))[0].alternates)
        #expect(!looks(Screen(List { Text("a") }.listStyle(.inset)))[0].alternates)
        #expect(looks(Screen(List { Text("a") }.alternatingRowBackgrounds()))[0].alternates)
        let tables = [
            Screen(table.tableStyle(.bordered(alternatesRowBackgrounds: true))),
            Screen(table.tableStyle(.inset(alternatesRowBackgrounds: true))),
        ]
        for screen in tables {
            let table = screen.all { if case .collection(.table(let look)) = $0 { look.alternates } else { false } }
            #expect(table.count == 1)
        }
    }

    private var table: some View { Table([Item(id: 1)]) { TableColumn("ID") { Text("\($0.id)") } } }

    private struct Item: Identifiable {
        let id: Int
    }

    @Test func `the actions of a section are its last rows`() {
        let model = model
        let screen = Screen(
            List {
                Section("Numbers") { Text("one") }.sectionActions { Button("Add") { model.additions += 1 } }
            })
        #expect(screen.texts == ["Numbers", "one", "Add"])
        screen.press("Add")
        #expect(model.additions == 1)
    }

    /// The forms, as an app writes them.
    private struct Forms: View {
        var body: some View {
            List {
                Label("Inbox", systemImage: "tray").badge(3).listItemTint(.red)
                Label("Sent", systemImage: "paperplane").badge(2).listItemTint(.monochrome)
                Label("Archive", systemImage: "archivebox").badge("all").listItemTint(.fixed(.blue))
                Label("Junk", systemImage: "xmark.bin").listItemTint(.preferred(.orange)).selectionDisabled()
            }
            .badgeProminence(.decreased)
            List { Text("urgent").badge(1) }.badgeProminence(.increased)
            List { Text("plain").badge(1) }.badgeProminence(.standard).listRowSpacing(nil)
        }
    }

    @Test func `rows have badges of each prominence`() {
        #expect(Screen(Forms()).rows.count == 6)
    }
}
