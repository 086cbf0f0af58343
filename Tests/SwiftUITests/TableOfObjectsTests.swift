import CoreData
import Foundation
import StrataViewGraph
import Testing

@testable import SwiftUI

@MainActor
struct TableOfObjectsTests {
    private struct NoteTable: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>

        var body: some View {
            Table(notes, sortOrder: $notes.sortDescriptors) {
                TableColumn("Text", value: \.text)
            }
        }
    }

    /// Pressing a title fetches in the new order.
    @Test func `a title sorts by a new fetch`() throws {
        let container = try makeContainer(notes: 4)
        let notes = try container.viewContext.notes()
        notes[0].text = "note 10"
        try container.viewContext.save()
        let shown = Shown(NoteTable().environment(\.managedObjectContext, container.viewContext))
        func order() -> [String] { Array(shown.texts.dropFirst()) }
        #expect(order() == ["note 10", "note 1", "note 2", "note 3"])
        shown.press("Text")
        #expect(order() == ["note 1", "note 2", "note 3", "note 10"])
        shown.press("Text")
        #expect(order() == ["note 10", "note 3", "note 2", "note 1"])
    }

    @Test func `objects are sorted by a Boolean in memory as in a fetch`() throws {
        let container = try makeContainer(notes: 3)
        let notes = try container.viewContext.notes()
        notes[0].unread = true
        try container.viewContext.save()
        let descriptor = SortDescriptor(\Note.unread, order: .reverse)
        #expect(notes.sorted(using: descriptor).map(\.number) == [0, 1, 2])
        let request = NSFetchRequest<Note>(entityName: "Note")
        request.sortDescriptors = [
            NSSortDescriptor(SortDescriptor(\Note.unread)), NSSortDescriptor(SortDescriptor(\Note.number)),
        ]
        #expect(try container.viewContext.fetch(request).map(\.number) == [1, 2, 0])
        #expect(request.sortDescriptors?.first?.key == "unread")
        #expect(SortDescriptor(NSSortDescriptor(descriptor), comparing: Note.self) == descriptor)
    }
}
