import StrataViewTesting
import SwiftData
import SwiftUI
import Testing

struct Editor: View {
    let list: WordList
    @Environment(\.undoManager) private var undoManager

    var body: some View {
        Button("Add") {
            list.add("word", undoManager)
            undoManager?.setActionName("Add Word")
        }
    }
}

@Observable final class WordList {
    private(set) var words: [String] = []

    func add(_ word: String, _ undoManager: UndoManager?) {
        words.append(word)
        undoManager?.registerUndo(withTarget: self) { $0.removeLast(undoManager) }
    }

    func removeLast(_ undoManager: UndoManager?) {
        let word = words.removeLast()
        undoManager?.registerUndo(withTarget: self) { $0.add(word, undoManager) }
    }
}

private struct NotesPage: View {
    let context: NSManagedObjectContext
    @Environment(\.undoManager) private var undoManager

    private struct Notes: View {
        var body: some View { Text("Notes") }
    }

    var body: some View {
        Notes().onAppear { context.undoManager = undoManager }
    }
}

@MainActor private struct UndoableTrips: Scene {
    private struct Trips: View {
        var body: some View { Text("Trips") }
    }

    var body: some Scene {
        WindowGroup { Trips() }.modelContainer(for: Trip.self, isUndoEnabled: true)
    }
}

@MainActor struct UndoExamplesTests {
    @Test func `a word that a button has added is undone and done again`() throws {
        let list = WordList()
        let window = TestWindow(Editor(list: list))
        try window.find(.button, "Add").tap()
        #expect(list.words == ["word"])
        try window.press("z", modifiers: .command)
        #expect(list.words == [])
        try window.press("z", modifiers: [.command, .shift])
        #expect(list.words == ["word"])
    }

    @Test func `a context registers its changes with the manager of a window`() throws {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        let window = TestWindow(NotesPage(context: context))
        #expect(window.texts == ["Notes"])
        #expect(context.undoManager != nil)
    }
}
