import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Menus, keyboard shortcuts, toolbars and searches by their documentation.
@MainActor
struct MenuTests {
    /// Presses an item of a menu. Opens the menu first if its items are not there.
    private func press(_ item: String, of menu: String, in window: TestWindow) throws {
        if window.all(.button, item).isEmpty { try window.find(.button, menu).tap() }
        try window.find(.button, item).tap()
    }

    @Test func `an item of a menu performs its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Menu("Edit") {
                Button("Copy") { log.events.append("copy") }
                Button("Paste") { log.events.append("paste") }
            }
        }
        try press("Paste", of: "Edit", in: window)
        #expect(log.events == ["paste"])
    }

    @Test func `a menu with a primary action performs it instead of showing its items`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Menu("Add") {
                Button("Add later") { log.events.append("later") }
            } primaryAction: {
                log.events.append("add")
            }
        }
        try window.find(.button, "Add").tap()
        #expect(log.events == ["add"])
    }

    @Test func `an item of a context menu performs its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("Turtle Rock").contextMenu {
                Button("Favorite") { log.events.append("favorite") }
                Button("Map") { log.events.append("map") }
            }
        }
        try window.find(.text, "Turtle Rock").chooseMenuItem("Map")
        #expect(log.events == ["map"])
    }

    // MARK: Keyboard shortcuts

    @Test func `a shortcut has the command key by default`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Button("Save") { log.events.append("save") }.keyboardShortcut("s") }
        try window.press("s", modifiers: .command)
        #expect(log.events == ["save"])
        #expect(throws: ActionNotHandled.self) { try window.press("s") }
    }

    @Test func `a shortcut is for its modifiers only`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Button("Save as") { log.events.append("save") }.keyboardShortcut("s", modifiers: [.command, .shift])
        }
        #expect(throws: ActionNotHandled.self) { try window.press("s", modifiers: .command) }
        try window.press("s", modifiers: [.command, .shift])
        #expect(log.events == ["save"])
    }

    @Test func `Return presses the default button, and Escape the one to cancel`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Button("OK") { log.events.append("ok") }.keyboardShortcut(.defaultAction)
            Button("Cancel") { log.events.append("cancel") }.keyboardShortcut(.cancelAction)
        }
        try window.press(.return)
        try window.press(.escape)
        #expect(log.events == ["ok", "cancel"])
    }

    @Test func `the first of several controls with a shortcut is used`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            VStack { HStack { Button("First") { log.events.append("first") }.keyboardShortcut("k") } }
            Button("Second") { log.events.append("second") }.keyboardShortcut("k")
        }
        try window.press("k", modifiers: .command)
        #expect(log.events == ["first"])
    }

    @Test func `a shortcut switches a toggle`() throws {
        let isOn = DocumentedValue(false)
        let window = TestWindow(ValueHost(isOn) { Toggle("Bold", isOn: $0).keyboardShortcut("b") })
        try window.press("b", modifiers: .command)
        #expect(isOn.value)
    }

    @Test func `shortcuts compare their key and modifiers`() {
        #expect(KeyboardShortcut("a") == KeyboardShortcut("a", modifiers: .command))
        #expect(KeyboardShortcut("a") != KeyboardShortcut("a", modifiers: .option))
        #expect(KeyboardShortcut.defaultAction == KeyboardShortcut(.return, modifiers: []))
        #expect(KeyboardShortcut.cancelAction == KeyboardShortcut(.escape, modifiers: []))
    }

    // MARK: Toolbars

    @Test func `a button in a toolbar performs its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            NavigationStack {
                Text("Root").toolbar {
                    ToolbarItem(placement: .primaryAction) { Button("New") { log.events.append("new") } }
                    ToolbarItemGroup(placement: .bottomBar) {
                        Button("Left") { log.events.append("left") }
                        Button("Right") { log.events.append("right") }
                    }
                }
            }
        }
        try window.find(.button, "New").tap()
        try window.find(.button, "Right").tap()
        #expect(log.events == ["new", "right"])
    }

    // MARK: Searches

    private struct Searched: View {
        @Environment(\.isSearching) private var isSearching
        @Environment(\.dismissSearch) private var dismissSearch

        var body: some View {
            Text(isSearching ? "searching" : "idle").accessibilityIdentifier("state")
            Button("Stop") { dismissSearch() }
        }
    }

    private func search(_ text: DocumentedValue<String>) -> TestWindow {
        TestWindow(ValueHost(text) { value in NavigationStack { Searched().searchable(text: value, prompt: "Find") } })
    }

    @Test func `typing into the search field sets the text`() throws {
        let text = DocumentedValue("")
        let window = search(text)
        try window.find(.textField).type("apple")
        #expect(text.value == "apple")
    }

    @Test func `the environment says whether the user interacts with the search field`() throws {
        let window = search(DocumentedValue(""))
        #expect(try window.find(identifier: "state").text == "idle")
        try window.find(.textField).focus()
        #expect(try window.find(identifier: "state").text == "searching")
    }

    @Test func `dismissing a search ends it, clears its text and removes the focus`() throws {
        let text = DocumentedValue("")
        let window = search(text)
        try window.find(.textField).focus()
        try window.find(.textField).type("apple")
        try window.find(.button, "Stop").tap()
        #expect(text.value.isEmpty)
        #expect(try window.find(identifier: "state").text == "idle")
        #expect(try !window.find(.textField).isFocused)
    }

    @Test func `setting the binding of a search activates and ends it`() throws {
        let isPresented = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isPresented) { value in
                NavigationStack { Searched().searchable(text: .constant(""), isPresented: value) }
            })
        isPresented.value = true
        #expect(try window.find(identifier: "state").text == "searching")
        isPresented.value = false
        #expect(try window.find(identifier: "state").text == "idle")
    }

    @Test func `submitting a search performs an action for searches`() throws {
        let log = DocumentationLog()
        let text = DocumentedValue("")
        let window = TestWindow(
            ValueHost(text) { value in
                NavigationStack { Text("Root").searchable(text: value) }
                    .onSubmit(of: .search) { log.events.append("search") }
            })
        try window.find(.textField).type("apple")
        try window.find(.textField).submit()
        #expect(log.events == ["search"])
    }

    @Test func `choosing a suggestion replaces the text with its completion`() throws {
        let text = DocumentedValue("")
        let window = TestWindow(
            ValueHost(text) { value in
                NavigationStack {
                    Text("Root").searchable(text: value) {
                        Text("Red fruit").searchCompletion("apple")
                        Text("Yellow fruit").searchCompletion("banana")
                    }
                }
            })
        try window.find(.textField).focus()
        try window.find(.button, "Yellow fruit").tap()
        #expect(text.value == "banana")
    }
}
