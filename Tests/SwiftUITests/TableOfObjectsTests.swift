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
                TableColumn("Group", value: \.group) { Text($0.group ?? "none") }
                TableColumn("Number", value: \.number) { Text("\($0.number)") }
                TableColumn("Unread", value: \.unread) { Text($0.unread ? "new" : "old") }
                TableColumn("Length") { Text("\($0.text.count)") }
            }
        }
    }

    /// Pressing a title fetches in the new order.
    @Test func `a title sorts by a new fetch, for each type of value`() throws {
        let container = try makeContainer(notes: 4)
        let notes = try container.viewContext.notes()
        notes[0].text = "note 10"
        notes[1].group = nil
        notes[2].unread = true
        try container.viewContext.save()
        let shown = Shown(NoteTable().environment(\.managedObjectContext, container.viewContext))
        func order() -> [String] { shown.texts.dropFirst(5).enumerated().filter { $0.offset % 5 == 2 }.map(\.element) }
        #expect(order() == ["0", "1", "2", "3"])
        shown.press("Text")
        #expect(order() == ["1", "2", "3", "0"])
        shown.press("Text")
        #expect(order() == ["0", "3", "2", "1"])
        shown.press("Unread")
        #expect(order() == ["0", "3", "1", "2"])
        shown.press("Unread")
        #expect(order().first == "2")
        shown.press("Group")
        #expect(order().first == "1")
        shown.press("Number")
        #expect(order() == ["0", "1", "2", "3"])
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

    private struct Item: Identifiable {
        let id: Int
        var name: String
    }

    private struct SortedItems: View {
        @State private var order = [KeyPathComparator(\Item.name, comparator: .localizedStandard)]
        private let items = [Item(id: 1, name: "file 10"), Item(id: 2, name: "file 9")]

        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn("Name", value: \.name, comparator: .localizedStandard)
                TableColumn("Letters", value: \.name, comparator: .lexical) { Text("\($0.id)") }
                TableColumn("Words", value: \.name, comparator: .localized) { Text("\($0.id)") }
            }
        }
    }

    @Test func `a key path comparator names the comparison of strings`() {
        #expect(KeyPathComparator(\Item.name, comparator: .lexical) == KeyPathComparator(\Item.name, comparator: .lexical))
        #expect(KeyPathComparator(\Item.name, comparator: .lexical) != KeyPathComparator(\Item.name, comparator: .localized))
        let rows = Shown(SortedItems()).texts.filter { $0.hasPrefix("file") }
        #expect(rows == ["file 9", "file 10"])
    }
}
