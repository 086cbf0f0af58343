import StrataUndo
import StrataViewGraph
import StrataViewTesting
import Testing

/// The undo manager of a window.
@MainActor
struct UndoTests {
    final class Counter {
        var count = 0
        var manager: UndoManager?

        func add(_ number: Int, _ manager: UndoManager?) {
            count += number
            self.manager = manager
            manager?.registerUndo(withTarget: self) { $0.add(-number, manager) }
        }
    }

    private struct Counting: View {
        let counter: Counter
        @Environment(\.undoManager) private var undoManager
        @State private var presses = 0
        @State private var text = ""

        var body: some View {
            Button("Add") {
                presses += 1
                counter.add(1, undoManager)
                undoManager?.setActionName("Add")
            }
            Button("Drag") { undoManager?.beginUndoGrouping() }
            TextField("Text", text: $text)
                .onChange(of: presses) { counter.add(10, undoManager) }
        }
    }

    private let counter = Counter()

    @Test func `what an event registers is one step, with the actions of values that it has changed`() throws {
        let window = TestWindow(Counting(counter: counter))
        try window.find(.button, "Add").tap()
        try window.find(.button, "Add").tap()
        let manager = try #require(counter.manager)
        #expect(counter.count == 22 && manager.undoCount == 2 && manager.groupingLevel == 0)
        #expect(manager.undoMenuItemTitle == "Undo Add")
    }

    @Test func `the keys undo and redo`() throws {
        let window = TestWindow(Counting(counter: counter))
        try window.press("z", modifiers: .command)
        try window.find(.button, "Add").tap()
        try window.find(.button, "Add").tap()
        try window.press("z", modifiers: .command)
        #expect(counter.count == 11)
        try window.press("z", modifiers: .command)
        #expect(counter.count == 0)
        try window.press("z", modifiers: .command)
        try window.press("z", modifiers: [.command, .shift])
        #expect(counter.count == 11)
        try window.press("z", modifiers: [.command, .shift])
        try window.press("z", modifiers: [.command, .shift])
        #expect(counter.count == 22)
    }

    @Test func `a key does not close a group of the app`() throws {
        let window = TestWindow(Counting(counter: counter))
        try window.find(.button, "Add").tap()
        let manager = try #require(counter.manager)
        manager.groupsByEvent = false
        manager.beginUndoGrouping()
        counter.add(5, manager)
        // Whether the window handles the key does not matter.
        try? window.press("z", modifiers: .command)
        #expect(counter.count == 16 && manager.groupingLevel == 1)
        manager.endUndoGrouping()
        try window.press("z", modifiers: .command)
        #expect(counter.count == 11)
    }

    @Test func `a text field keeps the keys`() throws {
        let window = TestWindow(Counting(counter: counter))
        try window.find(.button, "Add").tap()
        #expect(throws: ActionNotHandled.self) { try window.find(.textField, "Text").press("z", modifiers: .command) }
        #expect(counter.count == 11)
    }

    @Test func `a shortcut of the app takes precedence`() throws {
        let window = TestWindow {
            Counting(counter: counter)
            Button("Own") { counter.count = 100 }.keyboardShortcut("z")
        }
        try window.find(.button, "Add").tap()
        try window.press("z", modifiers: .command)
        #expect(counter.count == 100)
    }

    @Test func `windows have managers of their own`() throws {
        let other = Counter()
        let (first, second) = (TestWindow(Counting(counter: counter)), TestWindow(Counting(counter: other)))
        try first.find(.button, "Add").tap()
        try second.find(.button, "Add").tap()
        #expect(counter.manager !== other.manager)
        try second.press("z", modifiers: .command)
        #expect(counter.count == 11 && other.count == 0)
    }

    @Test func `a key does nothing while the app has a group open`() throws {
        let window = TestWindow(Counting(counter: counter))
        try window.find(.button, "Add").tap()
        try window.find(.button, "Drag").tap()
        try window.press("z", modifiers: .command)
        #expect(counter.count == 11)
        counter.manager?.endUndoGrouping()
        try window.press("z", modifiers: .command)
        #expect(counter.count == 0)
    }

    @Test func `there is no manager outside of a window`() { #expect(EnvironmentValues().undoManager == nil) }
}
