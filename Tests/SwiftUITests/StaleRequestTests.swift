import Foundation
import Testing

@testable import CoreData
@testable import SwiftUI

/// Views of a store that cannot be read: they show the last rows, say that these are stale, and
/// show the new ones when it can be read.
@MainActor
struct StaleRequestTests {
    private struct Notes: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @SectionedFetchRequest<String?, Note>(sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group)])
        private var sections: SectionedFetchResults<String?, Note>

        var body: some View {
            Text("\(notes.count) \(notes.isStale ? "stale" : "current") \(notes.fetchError == nil ? "fine" : "failed")")
            Text("\(sections.count) \(sections.isStale ? "stale" : "current")")
            if notes.staleSince != nil { Text("since") }
            // Not `text`, which is also an internal property of all objects.
            ForEach(notes) { Text($0.value(forKey: "text") as? String ?? "") }
        }
    }

    private let failures = EngineFailures()

    /// Returns a container whose store can fail.
    private func container(notes: Int) throws -> NSPersistentContainer {
        let container = try makeContainer(notes: notes)
        failures.install(in: container.persistentStoreCoordinator)
        return container
    }

    /// Lets all reads of a container's stores fail, or none.
    private func setFails(_ fails: Bool, _ container: NSPersistentContainer) {
        if fails { failures.failReads() } else { failures.recover() }
        container.persistentStoreCoordinator.cache.forgetAll()
    }

    /// Saves a change in another context, and merges it while reads fail.
    private func mergeUnread(
        _ container: NSPersistentContainer, _ change: @escaping @Sendable (NSManagedObjectContext) throws -> Void
    ) throws {
        let other = container.newBackgroundContext()
        let updated = try other.performAndWait {
            try change(other)
            let updated = other.updatedObjects.map { $0.objectID.uriRepresentation() }
            try other.save()
            return updated
        }
        setFails(true, container)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectIDsKey: updated], into: [container.viewContext])
    }

    @Test func `a view shows the last rows of a store that cannot be read, and the new ones after it recovered`() throws {
        let container = try container(notes: 3)
        let shown = Shown(Notes().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["3 current fine", "3 current", "note 0", "note 1", "note 2"])
        try mergeUnread(container) { context in try context.notes()[0].number = 9 }
        shown.update()
        #expect(shown.texts == ["3 stale failed", "3 stale", "since", "note 0", "note 1", "note 2"])
        setFails(false, container)
        let note = Note(context: container.viewContext)
        (note.number, note.text, note.group) = (5, "new", "group 0")
        container.viewContext.processPendingChanges()
        shown.update()
        #expect(shown.texts == ["4 current fine", "3 current", "note 1", "note 2", "new", "note 0"])
    }

    private struct Refreshing: View {
        @FetchRequest(sortDescriptors: [SortDescriptor(\Note.number)]) private var notes: FetchedResults<Note>
        @State private var count = 0

        var body: some View {
            Text("\(count): \(notes.isStale ? "stale" : "current")")
            // Not `text`, which is also an internal property of all objects.
            ForEach(notes) { Text($0.value(forKey: "text") as? String ?? "") }
            Button("Again") { count += 1 }
        }
    }

    @Test func `a view that reads stale results again updates them`() throws {
        let container = try container(notes: 3)
        let shown = Shown(Refreshing().environment(\.managedObjectContext, container.viewContext))
        try mergeUnread(container) { context in try context.notes()[0].number = 9 }
        shown.update()
        #expect(shown.texts == ["0: stale", "note 0", "note 1", "note 2", "Again"])
        shown.press("Again")
        #expect(shown.texts == ["1: stale", "note 0", "note 1", "note 2", "Again"])
        setFails(false, container)
        shown.press("Again")
        #expect(shown.texts == ["2: current", "note 1", "note 2", "note 0", "Again"])
    }

    @Test func `a view whose results could not be opened opens them after the next change`() throws {
        let container = try container(notes: 2)
        setFails(true, container)
        let shown = Shown(Notes().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts == ["0 stale failed", "0 stale", "since"])
        setFails(false, container)
        Note(context: container.viewContext).text = "new"
        container.viewContext.processPendingChanges()
        shown.update()
        #expect(shown.texts.first == "3 current fine")
    }
}
