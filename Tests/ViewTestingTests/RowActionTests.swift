import Foundation
import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct RowActionTests {
    private struct Notes: View {
        @State private var notes = ["a", "b", "c", "d"]
        @State private var selection: Set<String> = []
        @State private var log = "none"

        var body: some View {
            List(selection: $selection) {
                ForEach(notes, id: \.self) { note in
                    Text(note)
                        .contextMenu { Button("Rename") { log = "renamed \(note)" } }
                        .swipeActions { Button("Archive") { log = "archived \(note)" } }
                }
                .onMove { notes.move(fromOffsets: $0, toOffset: $1) }
            }
            .refreshable { @MainActor in log = "refreshed" }
            Text(log).accessibilityIdentifier("log")
            Text(selection.sorted().joined()).accessibilityIdentifier("selection")
        }
    }

    private let window = TestWindow(Notes())

    private var log: String { get throws { try window.find(identifier: "log").text } }
    private var selection: String { get throws { try window.find(identifier: "selection").text } }
    private func row(_ note: String) throws -> TestElement { try window.find(.row, note) }

    @Test func `a list is refreshed`() async throws {
        try window.find(.list).refresh()
        try await window.wait(.seconds(1_200)) { $0.texts.contains("refreshed") }
        #expect(try log == "refreshed")
    }

    @Test func `rows are selected like a click does, with and without modifiers`() throws {
        try row("b").select()
        #expect(try selection == "b")
        #expect(try row("b").isSelected == true)
        try row("d").extendSelection()
        #expect(try selection == "bcd")
        try row("c").toggleSelection()
        #expect(try selection == "bd")
    }

    @Test func `a row is moved before and after another one`() throws {
        try row("d").move(before: row("a"))
        #expect(window.all(.row).map(\.texts.first) == ["d", "a", "b", "c"])
        try window.all(.row)[0].move(after: window.all(.row)[2])
        #expect(window.all(.row).map(\.texts.first) == ["a", "b", "d", "c"])
    }

    @Test func `a row is not named by its swipe actions`() throws {
        #expect(try row("a").label == "a")
    }

    @Test func `a swipe action is pressed by its title`() throws {
        try row("b").swipe("Archive")
        #expect(try log == "archived b")
        let error = #expect(throws: ActionNotHandled.self) { try row("b").swipe("Delete") }
        #expect(error?.description.contains("“Archive”") == true)
    }

    private struct Drafts: View {
        @State private var log = "none"

        var body: some View {
            List {
                Text("a")
                    .swipeActions { Button("Flag") { log = "flagged" } }
                    .swipeActions { Button("Archive") { log = "archived" } }
            }
            Text(log).accessibilityIdentifier("log")
        }
    }

    @Test func `the swipe actions of several modifiers are pressed by their titles`() throws {
        let window = TestWindow(Drafts())
        #expect(try window.find(.row, "a").label == "a")
        try window.find(.row, "a").swipe("Archive")
        #expect(try window.find(identifier: "log").text == "archived")
        try window.find(.row, "a").swipe("Flag")
        #expect(try window.find(identifier: "log").text == "flagged")
    }

    private struct Messages: View {
        @State private var messages = ["a", "b"]
        @State private var editMode = EditMode.inactive
        let edge: HorizontalEdge

        var body: some View {
            List {
                ForEach(messages, id: \.self) { message in
                    Text(message).swipeActions(edge: edge) { Button("Flag") {} }
                }
                .onDelete { messages.remove(atOffsets: $0) }
            }
            .environment(\.editMode, $editMode)
            Button("Edit") { editMode = .active }
        }
    }

    @Test func `trailing swipe actions replace the deletion of a row outside of edit mode`() throws {
        let window = TestWindow(Messages(edge: .trailing))
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "a").delete() }
        try window.find(.button, "Edit").tap()
        try window.find(.row, "a").delete()
        #expect(window.all(.row).map(\.label) == ["b"])
    }

    @Test func `a row with leading swipe actions can be deleted`() throws {
        let window = TestWindow(Messages(edge: .leading))
        try window.find(.row, "a").delete()
        #expect(window.all(.row).map(\.label) == ["b"])
    }

    @Test func `an item of a context menu is chosen by its title`() throws {
        try row("c").find(.text, "c").chooseMenuItem("Rename")
        #expect(try log == "renamed c")
        let error = #expect(throws: ActionNotHandled.self) { try row("c").find(.text, "c").chooseMenuItem("Delete") }
        #expect(error?.description.contains("“Rename”") == true)
    }

    private struct Item: Identifiable {
        let id: String
        let price: Int
    }

    private struct Prices: View {
        @State private var items = [Item(id: "x", price: 2), Item(id: "y", price: 1)]
        @State private var order = [KeyPathComparator(\Item.id)]

        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn("Name", value: \.id)
                TableColumn("Price", value: \.price) { Text("\($0.price)") }
                TableColumn("Note") { _ in Text("-") }
            }
        }
    }

    @Test func `a table is sorted by a column and in reverse`() throws {
        let table = try TestWindow(Prices()).find(.table)
        try table.sort(by: "Price")
        #expect(table.all(.row).map(\.texts.first) == ["y", "x"])
        try table.sort(by: "Price")
        #expect(table.all(.row).map(\.texts.first) == ["x", "y"])
        #expect(throws: ActionNotHandled.self) { try table.sort(by: "Note") }
        #expect(throws: ActionNotHandled.self) { try table.sort(by: "Weight") }
    }

    private struct Inbox: View {
        @State private var received = ["Bread"]

        var body: some View {
            Text("Milk").draggable("Milk")
            Text("Inbox").dropDestination(for: String.self) { texts, _ in
                received += texts
                return true
            }
            Text(received.joined(separator: ","))
        }
    }

    @Test func `a view is dragged to a destination`() async throws {
        let window = TestWindow(Inbox())
        try window.find(.text, "Milk").drag(to: window.find(.text, "Inbox"))
        try await window.wait(.seconds(1_200)) { $0.texts.contains("Bread,Milk") }
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "Inbox").drag(to: window.find(.text, "Milk")) }
    }

    @Test func `a value is dropped on a destination`() async throws {
        let window = TestWindow(Inbox())
        try window.find(.text, "Inbox").drop("Salt")
        try await window.wait(.seconds(1_200)) { $0.texts.contains("Bread,Salt") }
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "Milk").drop("Salt") }
    }

    @Test func `the rows of a long list are made when it is scrolled to them`() throws {
        let window = TestWindow { List { ForEach(0..<1_000) { Text("Row \($0)") } } }
        #expect(throws: (any Error).self) { try window.find(.text, "Row 700") }
        try window.find(.list).scroll(toRows: 700..<710)
        #expect(try window.find(.text, "Row 700").exists)
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "Row 700").scroll(toRows: 0..<1) }
    }
}
