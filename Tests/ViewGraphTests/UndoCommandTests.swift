import Foundation
import StrataUndo
import Testing

@testable import StrataViewGraph

/// The entries of the Edit menu for undo and redo.
@MainActor
struct UndoCommandTests {
    final class Words {
        var words: [String] = []

        func add(_ word: String, _ manager: UndoManager?) {
            words.append(word)
            manager?.registerUndo(withTarget: self) { $0.removeLast(manager) }
            manager?.setActionName("Add")
        }

        private func removeLast(_ manager: UndoManager?) {
            let word = words.removeLast()
            manager?.registerUndo(withTarget: self) { $0.add(word, manager) }
        }
    }

    private struct AddButton: View {
        let words: Words
        @Environment(\.undoManager) private var undoManager
        var body: some View { Button("New") { words.add("a", undoManager) } }
    }

    private struct Editing: App {
        var words = Words()

        var body: some Scene {
            WindowGroup { AddButton(words: words) }
                .commands { CommandGroup(after: .pasteboard) { Button("Paste Twice") {} } }
        }
    }

    private struct Replacing: App {
        var body: some Scene {
            WindowGroup { Text("x") }
                .commands {
                    CommandGroup(after: .pasteboard) { Button("Paste Twice") {} }
                    CommandGroup(replacing: .undoRedo) { Button("Own") {} }
                }
        }
    }

    private struct Removing: App {
        var body: some Scene {
            WindowGroup { Text("x") }
                .commands {
                    CommandGroup(replacing: .undoRedo) {}
                    CommandGroup(after: .pasteboard) { Button("Paste Twice") {} }
                }
        }
    }

    private func screen(_ app: some App) -> Screen { Screen(AppInstance(app, name: "Test").makeWindow(WindowRequest())) }

    private func isEnabled(_ title: String, _ screen: Screen) -> Bool? {
        let button = screen.find { item in
            if case .control(.button) = item.content { screen.texts(of: item) == [title] } else { false }
        }
        if case .control(.button(let content))? = button?.content { return content.isEnabled }
        return nil
    }

    @Test func `an Edit menu of the app has undo and redo, with the names of the steps`() {
        let words = Words()
        let screen = screen(Editing(words: words))
        #expect(screen.texts == ["Undo", "Redo", "Paste Twice", "New"])
        #expect(isEnabled("Undo", screen) == false && isEnabled("Redo", screen) == false)
        screen.press("New")
        #expect(screen.texts == ["Undo Add", "Redo", "Paste Twice", "New"] && isEnabled("Undo Add", screen) == true)
        screen.press("Undo Add")
        #expect(words.words.isEmpty && screen.texts == ["Undo", "Redo Add", "Paste Twice", "New"])
        screen.press("Redo Add")
        #expect(words.words == ["a"] && screen.texts == ["Undo Add", "Redo", "Paste Twice", "New"])
    }

    @Test func `the app's own entries replace them`() {
        #expect(screen(Replacing()).texts == ["Own", "Paste Twice", "x"])
    }

    @Test func `an empty group removes them`() { #expect(screen(Removing()).texts == ["Paste Twice", "x"]) }
}
