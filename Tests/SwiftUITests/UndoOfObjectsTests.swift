import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Undo of managed objects in views.
@MainActor
struct UndoOfObjectsTests {
    private struct Notes: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context
        @Environment(\.undoManager) private var undoManager

        var body: some View {
            ForEach(notes) { note in
                Text(note.text)
                Button("Delete \(note.text)") { context.delete(note) }
            }
            Button("Add two") {
                for number in 10...11 {
                    let note = Note(context: context)
                    note.number = Int64(number)
                    note.text = "new \(number)"
                }
                undoManager?.setActionName("Add")
            }
            .onAppear { context.undoManager = undoManager }
        }
    }

    private func texts(_ window: TestWindow) -> [String] {
        window.texts.filter { $0.hasPrefix("note") || $0.hasPrefix("new") }
    }

    @Test func `the changes of an event are one step, and the list follows`() throws {
        let container = try makeContainer(notes: 2)
        let window = TestWindow(Notes().environment(\.managedObjectContext, container.viewContext))
        let manager: UndoManager = try #require(container.viewContext.undoManager)
        try window.find(.button, "Add two").tap()
        #expect(texts(window) == ["note 0", "note 1", "new 10", "new 11"])
        #expect(manager.undoCount == 1 && manager.undoMenuItemTitle == "Undo Add")
        try window.find(.button, "Delete note 0").tap()
        try container.viewContext.save()
        #expect(texts(window) == ["note 1", "new 10", "new 11"] && manager.undoCount == 2)
        try window.press("z", modifiers: .command)
        #expect(texts(window) == ["note 0", "note 1", "new 10", "new 11"])
        try window.press("z", modifiers: .command)
        #expect(texts(window) == ["note 0", "note 1"])
        try window.press("z", modifiers: [.command, .shift])
        #expect(texts(window) == ["note 0", "note 1", "new 10", "new 11"])
    }
}
