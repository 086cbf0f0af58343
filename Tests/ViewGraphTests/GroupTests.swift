import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct GroupTests {
    @Test func `a disclosure group shows its content when it is pressed`() {
        let screen = Screen(DisclosureGroup("More") { Text("content") })
        #expect(screen.texts == ["More"])
        screen.press("More")
        #expect(screen.texts == ["More", "content"])
        #expect(screen.buttons.map(\.content.kind) == [.disclosure(isExpanded: true)])
        screen.press("More")
        #expect(screen.texts == ["More"])
    }

    @Test func `in a form, the content of a disclosure group is rows`() {
        let screen = Screen(
            Form {
                DisclosureGroup("More", isExpanded: .constant(true)) {
                    Text("a"); Text("b")
                }
            })
        #expect(screen.rows.map { screen.texts(of: $0) } == [["More"], ["a"], ["b"]])
    }

    @Test func `a form has a row for each view, in sections`() {
        let screen = Screen(
            Form {
                Section("A") {
                    Text("1"); LabeledContent("2", value: "two")
                }
                Section { Toggle("3", isOn: .constant(true)) }
            })
        #expect(screen.rows.map { screen.texts(of: $0) } == [["1"], ["2", "two"], ["3"]])
    }

    @Test func `a picker shows its label in a form and a list, and is named by it elsewhere`() throws {
        let picker = Picker("Number", selection: .constant(1)) { Text("One").tag(1) }
        func isHidden(_ screen: Screen) -> [Bool] {
            screen.controls { if case .controlLabel(let isHidden) = $0 { isHidden } else { nil } }.map(\.content)
        }
        #expect(isHidden(Screen(Form { picker })) == [false])
        #expect(isHidden(Screen(Form { picker.labelsHidden() })) == [true])
        #expect(isHidden(Screen(List { picker })) == [false])
        #expect(isHidden(Screen(List { HStack { picker } })) == [false])
        #expect(isHidden(Screen(List { ForEach(0..<1) { _ in HStack { picker } } })) == [false])
        #expect(isHidden(Screen(List { picker.labelsHidden() })) == [true])
        #expect(isHidden(Screen(List { Text("Row").sheet(isPresented: .constant(true)) { picker } })) == [true])
        let items = [TableRowTests.Item("a")]
        #expect(isHidden(Screen(Table(items) { TableColumn("Number") { _ in picker } })) == [true])
        let screen = Screen(picker.accessibilityIdentifier("number"))
        #expect(isHidden(screen) == [true])
        let control = try #require(screen.pickers.first).item
        #expect(control.traits.identifier == "number")
        let label = screen.find { if case .control(.controlLabel) = $0.content { true } else { false } }
        #expect(control.traits.labelledBy == label?.id)
    }

    @Test func `in a menu, controls are entries`() throws {
        let screen = Screen(
            Menu("Menu") {
                Button("Button") {}
                Toggle("Toggle", isOn: .constant(true))
                Picker("Picker", selection: .constant(1)) { Text("Choice").tag(1) }
                Menu("More") { Button("Inner") {} }
            })
        #expect(screen.buttons.map(\.content.kind) == [.menu, .menuItem, .menu, .menuItem])
        #expect(screen.buttons.map(\.content.appearance) == [.automatic, .menuItem, .menuItem, .menuItem])
        #expect(screen.choices.map(\.content.appearance) == [.menu])
        let toggle = screen.find { if case .control(.toggle) = $0.content { true } else { false } }
        guard case .control(.toggle(let content))? = toggle?.content else {
            Issue.record("There is no toggle.")
            return
        }
        #expect(content.appearance == .menuItem)
    }

    private struct Labeled: View {
        @State var presses = 0
        var body: some View {
            ControlGroup("Group \(presses)") { Button("Press") { presses += 1 } }
        }
    }

    @Test func `a group of controls is named by its label, which is not drawn`() {
        let screen = Screen(Labeled())
        func groups() -> [GroupContent] {
            screen.controls { if case .group(let group) = $0 { group } else { nil } }.map(\.content)
        }
        #expect(groups() == [.controls(label: "Group 0")])
        #expect(screen.texts == ["Press"])
        screen.press("Press")
        #expect(groups() == [.controls(label: "Group 1")])
    }

    @Test func `a menu's button has the style of the environment`() {
        #expect(Screen(Menu("Menu") {}.buttonStyle(.bordered)).buttons.map(\.content.appearance) == [.bordered])
    }

    @Test(arguments: ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x"])
    func `a link does not run code in the page`(_ address: String) throws {
        let screen = Screen(Link("Link", destination: try #require(URL(string: address))))
        let links = screen.controls { if case .link(let link) = $0 { link } else { nil } }
        #expect(links.map(\.content.address) == [nil])
    }

    @Test func `a periodic schedule starts with the last moment that has passed`() {
        let start = Date(timeIntervalSince1970: 100)
        let schedule = PeriodicTimelineSchedule(from: start, by: 10)
        let entries = schedule.entries(from: Date(timeIntervalSince1970: 137), mode: .normal)
        #expect(Array(entries.prefix(3)).map(\.timeIntervalSince1970) == [130, 140, 150])
        let early = schedule.entries(from: Date(timeIntervalSince1970: 7), mode: .normal)
        #expect(Array(early.prefix(2)).map(\.timeIntervalSince1970) == [100, 110])
    }

    /// A view that appears at the press of a button.
    private struct Shown<Content: View>: View {
        @ViewBuilder let content: Content
        @State private var isShown = false
        var body: some View {
            Button("Show") { isShown = true }
            if isShown { content }
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a timeline is evaluated again at its next moment`() async throws {
        let dates = StateBox<[Date]>([])
        // The window begins at 100 seconds.
        let first = Date(timeIntervalSinceReferenceDate: 99)
        let second = Date(timeIntervalSinceReferenceDate: 100 + 0.05)
        let stage = AnimationStage(
            Shown {
                TimelineView(.explicit([first, second])) { context in
                    let _ = dates.value.append(context.date)
                    Text("x")
                }
            })
        // Shown only now, since the stage sets the time after the window was made.
        stage.screen.press("Show")
        #expect(dates.value == [first])
        stage.show(at: 0.05)
        while dates.value.last != second {
            try await Task.sleep(for: .milliseconds(5))
            stage.screen.update()
        }
        #expect(dates.value == [first, second])
    }
}
