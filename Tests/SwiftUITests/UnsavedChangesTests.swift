import Foundation
import StrataViewGraph
import StrataViewTesting
import SwiftUI
import Testing

#if SwiftData
    import SwiftData
#endif

/// A window of a test is up to date after an action that does not save.
@MainActor
struct UnsavedChangesTests {
    private struct Notes: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context
        @State private var copies = false

        var body: some View {
            Text("\(notes.count) in all")
            List {
                ForEach(notes) { note in Text(note.text) }
                    .onMove { from, to in
                        var moved = Array(notes)
                        moved.move(fromOffsets: from, toOffset: to)
                        for (number, note) in moved.enumerated() { note.number = Int64(number) }
                    }
            }
            Button("Insert") { insert() }
            Button("Insert animated") { withAnimation { insert() } }
            Button("Delete") { context.delete(notes[0]) }
            Button("Reverse") { for note in notes { note.number = -note.number } }
            Button("Save") { try? context.save() }
            Toggle("Copy", isOn: $copies)
                .onChange(of: notes.count) { if copies, notes.count < 6 { insert() } }
        }

        private func insert() {
            let note = Note(context: context)
            (note.number, note.text) = (Int64(notes.count), "new \(notes.count)")
        }
    }

    private let container: NSPersistentContainer
    private let window: TestWindow

    init() throws {
        container = try makeContainer(notes: 3)
        window = TestWindow(Notes().environment(\.managedObjectContext, container.viewContext))
    }

    private var notes: [String] { window.texts.filter { $0.hasPrefix("note") || $0.hasPrefix("new") } }

    @Test(arguments: ["Insert", "Insert animated"])
    func `a new object is shown after the action that inserts it`(_ button: String) throws {
        try window.find(.button, button).tap()
        #expect(notes == ["note 0", "note 1", "note 2", "new 3"])
        #expect(container.viewContext.hasChanges)
        try window.find(.button, button).tap()
        #expect(notes == ["note 0", "note 1", "note 2", "new 3", "new 4"])
        #expect(window.texts.first == "5 in all")
    }

    @Test func `a deleted object is gone after the action that deletes it`() throws {
        try window.find(.button, "Delete").tap()
        #expect(notes == ["note 1", "note 2"] && container.viewContext.hasChanges)
        try window.find(.button, "Delete").tap()
        #expect(notes == ["note 2"])
    }

    @Test func `objects are in their new order after the action that sorts them`() throws {
        try window.find(.button, "Reverse").tap()
        #expect(notes == ["note 2", "note 1", "note 0"] && container.viewContext.hasChanges)
    }

    @Test func `a moved row is in its new place`() throws {
        let rows = try window.find(.list).all(.row)
        try rows[2].move(before: rows[0])
        #expect(notes == ["note 2", "note 0", "note 1"] && container.viewContext.hasChanges)
    }

    @Test func `an action after an unsaved change of the test shows both`() throws {
        let note = Note(context: container.viewContext)
        (note.number, note.text) = (-1, "new one")
        try window.find(.button, "Insert").tap()
        #expect(notes == ["new one", "note 0", "note 1", "note 2", "new 3"])
    }

    @Test func `what follows from a change of the results is shown, too`() throws {
        try window.find(.toggle, "Copy").tap()
        try window.find(.button, "Insert").tap()
        #expect(notes == ["note 0", "note 1", "note 2", "new 3", "new 4", "new 5"])
    }

    /// Inserts a note when it appears, and for each URL.
    private struct Receiver: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context

        var body: some View {
            Text("\(notes.count) in all")
                .onAppear { Note(context: context).number = 10 }
                .onOpenURL { _ in Note(context: context).number = 11 }
        }
    }

    @Test func `objects that are inserted when a view appears and when a URL is opened are shown`() throws {
        let window = TestWindow(Receiver().environment(\.managedObjectContext, container.viewContext))
        #expect(window.texts == ["4 in all"])
        #expect(window.openURL(try #require(URL(string: "notes:new"))))
        #expect(window.texts == ["5 in all"])
    }

    /// The changes of a host's window are processed after the turn.
    @Test func `changes in a window of a host are shown after the turn`() async throws {
        let graph = WindowGraph(title: "Host", content: Notes().environment(\.managedObjectContext, container.viewContext))
        let shown = Shown(graph: graph)
        graph.performEvent { shown.press("Insert") }
        shown.update()
        #expect(shown.texts.first == "3 in all")
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        shown.update()
        #expect(shown.texts.first == "4 in all")
    }

    #if SwiftData
        private struct Errands: View {
            @Query(sort: \Errand.rank) private var errands: [Errand]
            @Environment(\.modelContext) private var context

            var body: some View {
                ForEach(errands) { Text($0.title) }
                Button("Insert") { context.insert(Errand(title: "new", rank: 1)) }
                Button("Insert animated") { withAnimation { context.insert(Errand(title: "new", rank: 1)) } }
                Button("Delete") { context.delete(errands[0]) }
                Button("Move down") { errands[0].rank = 2 }
            }
        }

        @Test func `unsaved changes of models are shown after the actions that make them`() throws {
            let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = false
            container.mainContext.insert(Errand(title: "first", rank: 0))
            try container.mainContext.save()
            let window = TestWindow(Errands().modelContainer(container))
            try window.find(.button, "Insert").tap()
            #expect(window.texts.prefix(2) == ["first", "new"])
            try window.find(.button, "Move down").tap()
            #expect(window.texts.prefix(2) == ["new", "first"])
            try window.find(.button, "Delete").tap()
            #expect(window.texts.first == "first" && !window.texts.contains("new"))
            try window.find(.button, "Insert animated").tap()
            #expect(window.texts.prefix(2) == ["new", "first"])
            #expect(container.mainContext.hasChanges)
        }
    #endif
}
