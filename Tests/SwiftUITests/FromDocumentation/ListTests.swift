import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Lists and their edits by their documentation.
@MainActor
struct ListTests {
    private func list(_ fruits: DocumentedValue<[DocumentedFruit]>, log: DocumentationLog) -> TestWindow {
        TestWindow(
            ValueHost(fruits) { items in
                List {
                    ForEach(items.wrappedValue) { Text($0.name) }
                        .onDelete { offsets in
                            log.events.append("delete \(Array(offsets))")
                            items.wrappedValue.remove(atOffsets: offsets)
                        }
                        .onMove { source, destination in
                            log.events.append("move \(Array(source)) to \(destination)")
                            items.wrappedValue.move(fromOffsets: source, toOffset: destination)
                        }
                }
            })
    }

    @Test func `deleting a row passes its offset in the collection`() throws {
        let (fruits, log) = (DocumentedValue(DocumentedFruit.three), DocumentationLog())
        let window = list(fruits, log: log)
        try window.find(.row, "Banana").delete()
        #expect(log.events == ["delete [1]"])
        #expect(window.all(.row).map(\.text) == ["Apple", "Cherry"])
    }

    @Test func `moving a row down passes the offset after the row that precedes it then`() throws {
        let (fruits, log) = (DocumentedValue(DocumentedFruit.three), DocumentationLog())
        let window = list(fruits, log: log)
        try window.find(.row, "Apple").move(after: window.find(.row, "Cherry"))
        #expect(log.events == ["move [0] to 3"])
        #expect(window.all(.row).map(\.text) == ["Banana", "Cherry", "Apple"])
    }

    @Test func `moving a row up passes the offset of the row that follows it then`() throws {
        let (fruits, log) = (DocumentedValue(DocumentedFruit.three), DocumentationLog())
        let window = list(fruits, log: log)
        try window.find(.row, "Cherry").move(before: window.find(.row, "Apple"))
        #expect(log.events == ["move [2] to 0"])
        #expect(window.all(.row).map(\.text) == ["Cherry", "Apple", "Banana"])
    }

    @Test func `moved elements keep their relative order, before the element at the destination`() {
        var letters = ["A", "B", "C", "D", "E"]
        letters.move(fromOffsets: [0, 3], toOffset: 2)
        #expect(letters == ["B", "A", "D", "C", "E"])
    }

    @Test func `removing at offsets removes each of the elements`() {
        var letters = ["A", "B", "C", "D", "E"]
        letters.remove(atOffsets: [0, 2, 4])
        #expect(letters == ["B", "D"])
    }

    @Test func `a row with disabled deletion cannot be deleted`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            List {
                ForEach(DocumentedFruit.three) { Text($0.name).deleteDisabled($0.id == 2) }
                    .onDelete { log.events.append("\(Array($0))") }
            }
        }
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "Banana").delete() }
        try window.find(.row, "Apple").delete()
        #expect(log.events == ["[0]"])
    }

    @Test func `a row with disabled moves cannot be moved`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            List {
                ForEach(DocumentedFruit.three) { Text($0.name).moveDisabled($0.id == 2) }
                    .onMove { source, _ in log.events.append("\(Array(source))") }
            }
        }
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "Banana").move(after: window.find(.row, "Cherry")) }
        #expect(log.events.isEmpty)
    }

    @Test func `rows without an action for deletion cannot be deleted`() throws {
        let window = TestWindow { List { ForEach(DocumentedFruit.three) { Text($0.name) } } }
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "Banana").delete() }
    }

    @Test func `a list with the edit action of deletion removes elements of its binding`() throws {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(
            ValueHost(fruits) { items in List(items, editActions: .delete) { $fruit in Text(fruit.name) } })
        try window.find(.row, "Banana").delete()
        #expect(fruits.value.map(\.name) == ["Apple", "Cherry"])
    }

    @Test func `a list with the edit action of moving moves elements of its binding`() throws {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(
            ValueHost(fruits) { items in List(items, editActions: .move) { $fruit in Text(fruit.name) } })
        try window.find(.row, "Apple").move(after: window.find(.row, "Banana"))
        #expect(fruits.value.map(\.name) == ["Banana", "Apple", "Cherry"])
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "Apple").delete() }
    }

    // MARK: Selection

    @Test func `a list with an optional selection selects one identity`() throws {
        let selection = DocumentedValue<Int?>(nil)
        let window = TestWindow(
            ValueHost(selection) { List(DocumentedFruit.three, selection: $0) { Text($0.name) } })
        try window.find(.row, "Banana").select()
        #expect(selection.value == 2)
        try window.find(.row, "Cherry").select()
        #expect(selection.value == 3)
    }

    @Test func `a list with a set selects several identities`() throws {
        let selection = DocumentedValue<Set<Int>>([])
        let window = TestWindow(
            ValueHost(selection) { List(DocumentedFruit.three, selection: $0) { Text($0.name) } })
        try window.find(.row, "Apple").select()
        try window.find(.row, "Cherry").toggleSelection()
        #expect(selection.value == [1, 3])
        try window.find(.row, "Apple").toggleSelection()
        #expect(selection.value == [3])
    }

    @Test func `a selection that the app sets is shown`() throws {
        let selection = DocumentedValue<Set<Int>>([])
        let window = TestWindow(
            ValueHost(selection) { List(DocumentedFruit.three, selection: $0) { Text($0.name) } })
        selection.value = [1, 2]
        #expect(window.all(.row).map(\.isSelected) == [true, true, false])
    }

    @Test func `a tag is the value that selects a static row`() throws {
        let selection = DocumentedValue<String?>(nil)
        let window = TestWindow(
            ValueHost(selection) { value in
                List(selection: value) {
                    Text("Inbox").tag("in")
                    Text("Outbox").tag("out")
                }
            })
        try window.find(.row, "Outbox").select()
        #expect(selection.value == "out")
    }

    @Test func `a row with disabled selection cannot be selected`() throws {
        let selection = DocumentedValue<Int?>(nil)
        let window = TestWindow(
            ValueHost(selection) { value in
                List(DocumentedFruit.three, selection: value) { Text($0.name).selectionDisabled($0.id == 2) }
            })
        #expect(throws: ActionNotHandled.self) { try window.find(.row, "Banana").select() }
        #expect(selection.value == nil)
    }

    // MARK: Actions of rows

    @Test func `a swipe action performs its button's action`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            List(DocumentedFruit.three) { fruit in
                Text(fruit.name)
                    .swipeActions(edge: .leading) { Button("Flag") { log.events.append("flag \(fruit.id)") } }
                    .swipeActions(edge: .trailing) { Button("Archive") { log.events.append("archive \(fruit.id)") } }
            }
        }
        try window.find(.row, "Banana").swipe("Archive")
        try window.find(.row, "Apple").swipe("Flag")
        #expect(log.events == ["archive 2", "flag 1"])
    }

    @Test func `refreshing a list performs the action of refreshable`() async throws {
        let log = DocumentationLog()
        let window = TestWindow {
            List(DocumentedFruit.three) { Text($0.name) }.refreshable { @MainActor in log.events.append("refresh") }
        }
        try window.find(.list).refresh()
        try await window.wait(.seconds(1_200)) { _ in log.events == ["refresh"] }
    }

    private struct RefreshReader: View {
        @Environment(\.refresh) private var refresh

        var body: some View { Text(refresh == nil ? "none" : "refresh") }
    }

    @Test func `the environment has a refresh action only inside a refreshable view`() {
        let window = TestWindow {
            RefreshReader()
            RefreshReader().refreshable {}
        }
        #expect(window.texts == ["none", "refresh"])
    }

    @Test func `a context menu for a selection gets the identities of the selected rows`() throws {
        let log = DocumentationLog()
        let selection = DocumentedValue<Set<Int>>([1, 3])
        let window = TestWindow(
            ValueHost(selection) { value in
                List(DocumentedFruit.three, selection: value) { Text($0.name) }
                    .contextMenu(forSelectionType: Int.self) { ids in
                        Button("Log") { log.events.append("menu \(ids.sorted())") }
                    } primaryAction: { ids in
                        log.events.append("open \(ids.sorted())")
                    }
            })
        try window.find(.row, "Apple").chooseMenuItem("Log")
        try window.find(.row, "Banana").select()
        try window.find(.row, "Banana").performPrimaryAction()
        #expect(log.events == ["menu [1, 3]", "open [2]"])
    }

    @Test func `sections of a list show headers, rows and footers in order`() {
        let window = TestWindow {
            List {
                Section {
                    Text("Apple")
                } header: {
                    Text("Fruits")
                } footer: {
                    Text("fresh")
                }
                Section("Vegetables") { Text("Carrot") }
            }
        }
        #expect(window.texts == ["Fruits", "Apple", "fresh", "Vegetables", "Carrot"])
    }

    @Test func `a badge is shown beside the content of a row`() {
        let window = TestWindow {
            List {
                Text("Inbox").badge(10)
                Text("Outbox").badge(0)
            }
        }
        #expect(window.all(.row).map(\.text) == ["Inbox 10", "Outbox"])
    }
}
