import Combine
import CoreData
import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// An action reads the results that the user saw, also after it has changed them.
@MainActor
struct ResultsInActionTests {
    private struct Notes: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context
        @State private var cleared = 0
        @State private var seen = ""

        var body: some View {
            Text("\(notes.count): \(notes.map(\.text).joined(separator: ", "))")
            Text("seen \(seen)")
            Button("Delete each") { deleteEach() }
            Button("Clear") { cleared += 1 }.onChange(of: cleared) { deleteEach() }
            Button("Delete offsets") {
                for offset in IndexSet([0, 2]) {
                    context.delete(notes[offset])
                    try? context.save()
                }
            }
            Button("Add unsaved") {
                for number in 10..<13 {
                    let note = Note(context: context)
                    (note.number, note.text) = (Int64(number), "new \(number)")
                }
                context.processPendingChanges()
            }
            Button("Save each") {
                for index in notes.indices {
                    notes[index].text += "!"
                    try? context.save()
                }
            }
            Button("Filter") {
                context.delete(notes[0])
                try? context.save()
                let before = notes.count
                notes.nsPredicate = NSPredicate(format: "number > 2")
                seen = "\(before), \(notes.map(\.text).joined(separator: ", "))"
            }
            Button("Delete and read later") {
                context.delete(notes[0])
                try? context.save()
            }
            Button("Read") { seen = "\(notes.count)" }
        }

        private func deleteEach() {
            for index in notes.indices {
                context.delete(notes[index])
                try? context.save()
            }
        }
    }

    private func show(_ count: Int) throws -> (shown: Shown, context: NSManagedObjectContext) {
        let context = try makeContainer(notes: count).viewContext
        return (Shown(Notes().environment(\.managedObjectContext, context)), context)
    }

    @Test(arguments: ["Delete each", "Clear"])
    func `a loop over positions that saves each deletion deletes all rows`(_ button: String) throws {
        let (shown, context) = try show(5)
        shown.press(button)
        // What an action of a changed value does is in the next flush.
        shown.update()
        #expect(shown.texts.first == "0: ")
        #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 0)
    }

    @Test func `offsets of a deletion name the rows that were shown`() throws {
        let (shown, _) = try show(4)
        shown.press("Delete offsets")
        #expect(shown.texts.first == "2: note 1, note 3")
    }

    @Test func `a loop over unsaved rows that saves finds each of them`() throws {
        let (shown, context) = try show(1)
        shown.press("Add unsaved")
        shown.press("Save each")
        #expect(shown.texts.first == "4: note 0!, new 10!, new 11!, new 12!")
        #expect(!context.hasChanges)
    }

    @Test func `a configuration that an action sets has new results at once`() throws {
        let (shown, _) = try show(5)
        shown.press("Filter")
        #expect(Array(shown.texts.prefix(2)) == ["2: note 3, note 4", "seen 5, note 3, note 4"])
    }

    @Test func `the next action reads the present results`() throws {
        let (shown, context) = try show(3)
        // Both before the view is evaluated again.
        shown.send("Delete and read later")
        shown.send("Read")
        shown.update()
        #expect(Array(shown.texts.prefix(2)) == ["2: note 1, note 2", "seen 2"])
        #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 2)
    }

    private struct Cleared: PreferenceKey {
        static var defaultValue: Bool { false }
        static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
    }

    private struct Receiver: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @Environment(\.managedObjectContext) private var context
        @State private var isLeft = false
        @State private var isCleared = false
        let signals: PassthroughSubject<Void, Never>

        var body: some View {
            Text("\(notes.count)")
                .onReceive(signals) { deleteEach() }
                .onOpenURL { _ in deleteEach() }
                .onContinueUserActivity("com.example.clear") { _ in deleteEach() }
                .preference(key: Cleared.self, value: isCleared)
                .onPreferenceChange(Cleared.self) { if $0 { deleteEach() } }
            if !isLeft { Divider().onDisappear { deleteEach() } }
            Button("Leave") { isLeft = true }
            Button("Prefer") { isCleared = true }
            Button("Animate") { withAnimation(nil, {}, completion: { deleteEach() }) }
        }

        private func deleteEach() {
            for index in notes.indices {
                context.delete(notes[index])
                try? context.save()
            }
        }
    }

    private func show(
        _ act: (_ shown: Shown, _ signals: PassthroughSubject<Void, Never>) throws -> Void
    ) throws -> [String] {
        let context = try makeContainer(notes: 5).viewContext
        let signals = PassthroughSubject<Void, Never>()
        let shown = Shown(Receiver(signals: signals).environment(\.managedObjectContext, context))
        #expect(shown.texts.first == "5")
        try act(shown, signals)
        shown.update()
        #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 0)
        return Array(shown.texts.prefix(1))
    }

    @Test func `a value of a publisher runs an action`() throws {
        #expect(try show { $1.send() } == ["0"])
    }

    @Test func `a URL and an activity run an action`() throws {
        #expect(try show { shown, _ in shown.graph.open(try #require(URL(string: "notes:clear"))) } == ["0"])
        let activity = NSUserActivity(activityType: "com.example.clear")
        #expect(try show { shown, _ in shown.graph.continueActivity(activity) } == ["0"])
    }

    @Test(arguments: ["Leave", "Prefer"])
    func `what disappears in an update, and a preference that changes in it, run an action`(_ button: String) throws {
        #expect(try show { shown, _ in shown.press(button) } == ["0"])
    }

    @Test func `the end of an animation runs an action`() async throws {
        let context = try makeContainer(notes: 5).viewContext
        let view = Receiver(signals: PassthroughSubject())
        let window = TestWindow(view.environment(\.managedObjectContext, context))
        try window.find(.button, "Animate").tap()
        try await window.wait(.seconds(600)) { $0.texts.first == "0" }
        #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 0)
    }

    private struct Sections: View {
        @SectionedFetchRequest<String?, Note>(
            sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group), SortDescriptor(\.number)])
        private var sections: SectionedFetchResults<String?, Note>
        @Environment(\.managedObjectContext) private var context

        var body: some View {
            Text(sections.map { "\($0.id ?? ""): \($0.count)" }.joined(separator: ", "))
            Button("Delete sections") {
                for section in sections.indices where section != 1 {
                    for row in sections[section].indices {
                        context.delete(sections[section][row])
                        try? context.save()
                    }
                }
            }
        }
    }

    @Test func `sections keep their rows while an action deletes them`() throws {
        let context = try makeContainer(notes: 7).viewContext
        let shown = Shown(Sections().environment(\.managedObjectContext, context))
        #expect(shown.texts.first == "group 0: 3, group 1: 2, group 2: 2")
        shown.press("Delete sections")
        #expect(shown.texts.first == "group 1: 2")
    }
}
