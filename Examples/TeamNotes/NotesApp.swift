import CoreData
import SwiftUI

extension EnvironmentValues {
    /// The name of the person whose window it is.
    @Entry var person = ""
}

/// The app: each person sees their own notes.
struct NotesApp: App {
    private let container = NSPersistentContainer(name: "Notes")

    init() {
        container.loadPersistentStores { _, error in
            if let error { fatalError("The store cannot be opened: \(error)") }
        }
    }

    var body: some Scene {
        WindowGroup("Notes") {
            PersonalNotes().environment(\.managedObjectContext, container.viewContext)
        }
    }
}

/// Passes the person on to the list, whose initializer makes the fetch request.
struct PersonalNotes: View {
    @Environment(\.person) private var person

    var body: some View { NoteList(person: person) }
}

struct NoteList: View {
    let person: String
    @Environment(\.managedObjectContext) private var context
    @FetchRequest private var notes: FetchedResults<Note>
    @State private var text = ""

    init(person: String) {
        self.person = person
        _notes = FetchRequest(
            sortDescriptors: [SortDescriptor(\.created, order: .reverse)],
            predicate: NSPredicate(format: "owner == %@", person))
    }

    var body: some View {
        NavigationStack {
            List {
                TextField("New note", text: $text).onSubmit(add)
                ForEach(notes) { note in Text(note.text ?? "") }
                    .onDelete { offsets in
                        offsets.map { notes[$0] }.forEach(context.delete)
                        // Ignored: the change stays in the context, for the next save.
                        try? context.save()
                    }
            }
            .navigationTitle("\(person)’s notes")
        }
    }

    private func add() {
        guard !text.isEmpty else { return }
        let note = Note(context: context)
        note.text = text
        note.owner = person
        note.created = .now
        text = ""
        // Ignored: the note stays in the context, for the next save.
        withAnimation { try? context.save() }
    }
}
