import CoreData
import Foundation
import GRDBSQLite

/// Merges the save of 10,000 objects into another context that has all of them registered, and
/// reads the changed property of each. The save itself is not measured.
///
/// The peer reads the 10,000 rows by primary key into a dictionary of structs.
enum Merge {
    static func run() throws {
        let count = 10_000
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "items.sqlite")
        let container = try StoredItem.container(at: file, count: count)
        let (saving, merging) = (container.newBackgroundContext(), container.newBackgroundContext())
        func items(_ context: NSManagedObjectContext) throws -> [StoredItem] {
            try context.performAndWait {
                let request = NSFetchRequest<StoredItem>(entityName: "Item")
                request.returnsObjectsAsFaults = false
                return try context.fetch(request)
            }
        }
        let (saved, merged) = (try items(saving), try items(merging))
        let peer = try HandWritten(file)
        var turn: Int64 = 0
        try Contest(
            row: "merge-10k",
            ours: Contest.Contestant(name: "strata") {
                turn += 1
                let notification = try save(turn, saved, saving)
                var sum: Int64 = 0
                let duration = Stopwatch.measure {
                    merging.performAndWait {
                        merging.mergeChanges(fromContextDidSave: notification)
                        sum = merged.reduce(0) { $0 + $1.i0 }
                    }
                }
                try check(sum, turn * Int64(count))
                return duration
            },
            peers: [
                Contest.Contestant(name: "sqlite-c") {
                    var sum: Int64 = 0
                    let duration = try Stopwatch.measure {
                        let items = try read(peer, count)
                        sum = items.values.reduce(0) { $0 + $1.i0 }
                    }
                    try check(sum, turn * Int64(count))
                    return duration
                }
            ]
        ).run()
    }

    private static func check(_ sum: Int64, _ expected: Int64) throws {
        guard sum == expected else { throw WrongResult(description: "The values add up to \(sum) instead of \(expected)") }
    }

    /// Sets a property of all objects, saves, and returns the did-save notification.
    private static func save(_ value: Int64, _ items: [StoredItem], _ context: NSManagedObjectContext) throws -> Notification {
        // Safe: the notification is posted on the saving thread, which is this one.
        nonisolated(unsafe) var saved: Notification?
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
        ) { notification in saved = notification }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.performAndWait {
            for item in items { item.i0 = value }
            try context.save()
        }
        guard let saved else { throw WrongResult(description: "The save posted no notification.") }
        return saved
    }

    private static func read(_ peer: HandWritten, _ count: Int) throws -> [Int64: Item] {
        var items = [Int64: Item](minimumCapacity: count)
        for number in 1...Int64(count) {
            try peer.forEachRow(
                "SELECT \(Item.columns) FROM ZITEM WHERE Z_PK = ?", { items[number] = Item($0) },
                binding: { sqlite3_bind_int64($0, 1, number) })
        }
        return items
    }
}
