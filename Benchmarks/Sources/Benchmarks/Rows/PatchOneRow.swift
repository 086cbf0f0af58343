import CoreData
import Foundation

/// The size of the message to a tab that shows a list of 10,000 quakes, after one text has changed,
/// and after one quake was deleted.
///
/// The peer is what a server without patches would send: the HTML of the changed row, and after a
/// deletion the HTML of the list, of which the page has 48 rows.
enum PatchOneRow {
    /// The rows that fit into a window, and those that its page has: 30 more.
    private static let (visible, made) = (0..<18, 48)

    static func run() async throws {
        let quakes = Quake.generated(10_000)
        let directory = try TemporaryDirectory()
        let store = try CoreDataQuakes(at: directory.url.appending(path: "quakes.sqlite"))
        try store.insert(quakes, replacing: false)
        let (container, context) = (store.container, store.container.viewContext)
        context.performAndWait { context.automaticallyMergesChangesFromParent = true }
        let port = try await LocalServer.start { StrataPage(context: context) }
        let shown = Array(quakes.reversed())
        try await LocalServer.client {
            let page = try WebPage.get(port: port)
            let tab = try BrowserTab(page, port: port, showing: visible)
            try BrowserTab.settle([tab])
            let writing = container.newBackgroundContext()

            let edited = shown[7]
            guard let element = BrowserTab.element(in: page, ">\(edited.place)<") else {
                throw WrongResult(description: "The page does not show \(edited.place).")
            }
            let place = "7 km NNW of Elsewhere, Alaska"
            try change(edited, in: writing) { $0.place = place }
            let update = try tab.message()
            try ReceivedPatch(update).check(element: element, shows: place)
            let row = Quake(code: edited.code, magnitude: edited.magnitude, place: place, time: edited.time)
            try Contest.report(
                "patch-one-row", "text", ours: update.utf8.count, peer: "html-of-row", MustachePage.rows([row]).utf8.count,
                unit: "B")

            try change(shown[5], in: writing) { $0.managedObjectContext?.delete($0) }
            let removal = try tab.message()
            try check(ReceivedPatch(removal), page, removes: shown[5].place, inserts: shown[made].place)
            var rest = shown
            rest[7] = row
            rest.remove(at: 5)
            try Contest.report(
                "patch-one-row", "deletion", ours: removal.utf8.count, peer: "html-of-list",
                MustachePage.rows(Array(rest[..<made])).utf8.count, unit: "B")
        }
        withExtendedLifetime(directory) {}
    }

    private static func change(
        _ quake: Quake, in context: NSManagedObjectContext, _ change: @Sendable (StoredQuake) -> Void
    ) throws {
        try context.performAndWait {
            let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == %@", quake.code)
            guard let object = try context.fetch(request).first else {
                throw WrongResult(description: "There is no quake \(quake.code).")
            }
            change(object)
            try context.save()
        }
    }

    /// Throws unless a patch removes the row of one place and inserts a row with another one.
    private static func check(_ patch: ReceivedPatch, _ page: String, removes old: String, inserts new: String) throws {
        let removed = patch.operands(of: "remove").compactMap { $0.first as? Int }
        let inserted = patch.operands(of: "insert").compactMap { $0.last as? String }
        // The row of the page that begins with the removed element shows the deleted quake.
        let row = page.split(separator: #"<div class="row"#).first { row in
            removed.contains { row.prefix { $0 != ">" }.contains(#"data-id="\#($0)""#) }
        }
        guard removed.count == 1, inserted.count == 1, row?.contains(">\(old)<") == true, inserted[0].contains(">\(new)<") else {
            throw WrongResult(description: "The patch does not replace \(old) by \(new): \(patch.operations)")
        }
    }
}
