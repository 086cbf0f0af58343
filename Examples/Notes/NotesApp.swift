import CoreData
import SwiftUI

@main
struct NotesApp: App {
    private let container = NSPersistentContainer(name: "Notes")

    init() {
        container.loadPersistentStores { _, error in
            if let error { fatalError("The store cannot be opened: \(error)") }
        }
    }

    var body: some Scene {
        WindowGroup("Notes") {
            NoteList().environment(\.managedObjectContext, container.viewContext)
        }
    }
}

struct NoteList: View {
    @Environment(\.managedObjectContext) private var context
    @FetchRequest(sortDescriptors: [SortDescriptor(\.created, order: .reverse)])
    private var notes: FetchedResults<Note>
    @State private var text = ""

    var body: some View {
        VStack {
            HStack {
                TextField("New note", text: $text).onSubmit(add)
                Button("Add", action: add).disabled(text.isEmpty)
            }
            .padding()
            List {
                ForEach(notes) { note in Text(note.text ?? "") }
                    .onDelete { offsets in
                        offsets.map { notes[$0] }.forEach(context.delete)
                        // Ignored: the change stays in the context, for the next save.
                        try? context.save()
                    }
            }
        }
    }

    private func add() {
        guard !text.isEmpty else { return }
        let note = Note(context: context)
        note.text = text
        note.created = .now
        text = ""
        // Ignored: the note stays in the context, for the next save.
        withAnimation { try? context.save() }
    }
}
