import CoreData
import SwiftUI

@testable import TeamNotes

// The examples of docs/server.md that are views.

struct NotesApp: App {
    var body: some Scene {
        WindowGroup { PersonalNotes() }
    }
}

struct Visitor: View {
    @Environment(\.pageRequest) private var request  // path, query, headers, remoteAddress

    var body: some View { Text(request?.path ?? "") }
}

extension EnvironmentValues {
    @Entry var person = ""
}

struct PersonalNotes: View {
    @Environment(\.person) private var person

    var body: some View { NoteList(person: person) }
}

struct NoteList: View {
    @FetchRequest private var notes: FetchedResults<Note>

    init(person: String) {
        _notes = FetchRequest(
            sortDescriptors: [SortDescriptor(\.created, order: .reverse)],
            predicate: NSPredicate(format: "owner == %@", person))
    }

    var body: some View { List(notes) { note in Text(note.text ?? "") } }
}
