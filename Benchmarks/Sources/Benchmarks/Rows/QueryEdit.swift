import CoreData
import Foundation
import SwiftData

/// The time from a save of another context until its patch is at a tab, for a list over `@Query`,
/// latest first. The saves move a quake into or out of the rows that the tab shows.
///
/// The peer is the same list over `@FetchRequest`. At 10,000 and 100,000 rows, to see whether the
/// time depends on the number of rows.
enum QueryEdit {
    private static let edits = 20

    static func run() async throws {
        for count in [10_000, 100_000] {
            let queried = try await Queried(count)
            let requested = try await Requested(count)
            try await LocalServer.client {
                let (ours, theirs) = (try queried.open(), try requested.open())
                try Contest(
                    row: "query-edit-\(count)", ours: Contest.Contestant(name: "query", run: ours),
                    peers: [Contest.Contestant(name: "fetch-request", run: theirs)]
                ).run()
            }
        }
    }

    /// Edits in turn, and waits for the patch of each.
    private static func edits(in tab: BrowserTab, _ edit: @escaping (Int) throws -> String) -> () throws -> Duration {
        var turn = 0
        return {
            var changes: [(place: String, message: String)] = []
            let duration = try Stopwatch.measure {
                for _ in 0..<edits {
                    turn += 1
                    changes.append((try edit(turn), try tab.message()))
                }
            }
            for change in changes where !change.message.contains(change.place) {
                throw WrongResult(description: "A patch does not show \(change.place): \(change.message.prefix(2_000))")
            }
            return duration / edits
        }
    }

    /// The time of an edited quake: later than all others, and than the edits before.
    private static func time(_ turn: Int) -> Date { Date(timeIntervalSinceReferenceDate: 900_000_000 + Double(turn)) }
    private static func place(_ turn: Int) -> String { "\(turn) km NNW of Elsewhere, Alaska" }

    private static func tab(port: Int) throws -> BrowserTab {
        let tab = try BrowserTab(try WebPage.get(port: port), port: port, showing: 0..<18)
        try BrowserTab.settle([tab])
        return tab
    }

    /// A store of SwiftData, and the server of an app that shows it with `@Query`.
    private struct Queried: Sendable {
        private let directory: TemporaryDirectory
        private let container: ModelContainer
        private let count: Int
        private let port: Int

        init(_ count: Int) async throws {
            self.count = count
            directory = try TemporaryDirectory()
            let store = try SwiftDataQuakes(at: directory.url.appending(path: "quakes.sqlite"))
            try store.insert(Quake.generated(count), replacing: false)
            let container = store.container
            self.container = container
            port = try await LocalServer.start { QueryPage(container) }
        }

        func open() throws -> () throws -> Duration {
            let tab = try QueryEdit.tab(port: port)
            let context = ModelContext(container)
            let quakes = try context.fetch(FetchDescriptor<QuakeModels.Quake>(sortBy: [SortDescriptor(\.time)]))
            return QueryEdit.edits(in: tab) { turn in
                let quake = quakes[(turn * 7_919) % count]
                quake.time = QueryEdit.time(turn)
                quake.place = QueryEdit.place(turn)
                try context.save()
                return quake.place
            }
        }
    }

    /// A store of Core Data, and the server of an app that shows it with `@FetchRequest`.
    private struct Requested: Sendable {
        private let directory: TemporaryDirectory
        private let container: NSPersistentContainer
        private let count: Int
        private let port: Int

        init(_ count: Int) async throws {
            self.count = count
            directory = try TemporaryDirectory()
            let store = try CoreDataQuakes(at: directory.url.appending(path: "quakes.sqlite"), keepsHistory: true)
            try store.insert(Quake.generated(count), replacing: false)
            let (container, context) = (store.container, store.container.viewContext)
            context.performAndWait { context.automaticallyMergesChangesFromParent = true }
            self.container = container
            port = try await LocalServer.start { StrataPage(context: context) }
        }

        func open() throws -> () throws -> Duration {
            let tab = try QueryEdit.tab(port: port)
            let context = container.newBackgroundContext()
            let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: true)]
            let quakes = try context.performAndWait { try context.fetch(request) }
            return QueryEdit.edits(in: tab) { turn in
                try context.performAndWait {
                    let quake = quakes[(turn * 7_919) % count]
                    quake.time = QueryEdit.time(turn)
                    quake.place = QueryEdit.place(turn)
                    try context.save()
                    return quake.place
                }
            }
        }
    }
}
