import Foundation

/// Changes quakes while a list shows them, latest first: edits the time of one, edits 1,000 in one
/// save, or inserts 10,000.
///
/// Measures from before the save until the list has been notified: for Strata, the delegate of a
/// fetched results controller whose context merges automatically; for GRDB, a ValueObservation of
/// all keys in the same order.
enum LiveEdit {
    /// Measures the mean of single edits, which move rows across the whole list.
    static func run() throws {
        for count in [10_000, 100_000, 1_000_000] {
            try contest(
                "live-edit-\(count)", count, ours: { try $0.saves(100) }, theirs: { try $0.saves(count > 100_000 ? 3 : 20) })
        }
    }

    /// Measures a save of 1,000 edits.
    static func burst() throws {
        try contest("live-burst", 1_000_000, ours: { try $0.saves(1, edits: 1_000) }, theirs: { try $0.saves(1, edits: 1_000) })
    }

    /// Measures a batch insertion of 10,000 quakes.
    static func insertion() throws {
        let (count, size) = (1_000_000, 10_000)
        let (ourNext, theirNext) = (Counter(), Counter())
        func next(_ counter: Counter) -> [Quake] {
            let start = count + counter.next() * size
            return Quake.generated(start..<start + size)
        }
        try contest(
            "live-import", count, ours: { try $0.insert(next(ourNext)) }, theirs: { try $0.insert(next(theirNext)) })
    }

    private final class Counter {
        private var value = -1

        func next() -> Int {
            value += 1
            return value
        }
    }

    private static func contest(
        _ row: String, _ count: Int, ours: @escaping (ShownByStrata) throws -> Duration,
        theirs: @escaping (ShownByGRDB) throws -> Duration
    ) throws {
        let directory = try TemporaryDirectory()
        let (file, copy) = (directory.url.appending(path: "quakes.sqlite"), directory.url.appending(path: "copy.sqlite"))
        try CoreDataQuakes(at: file).insert(Quake.generated(count), replacing: false)
        try FileManager.default.copyItem(at: file, to: copy)
        let (strata, grdb) = (try ShownByStrata(file, count), try ShownByGRDB(copy, count))
        try Contest(
            row: row, ours: Contest.Contestant(name: "strata") { try ours(strata) },
            peers: [Contest.Contestant(name: "grdb-observation") { try theirs(grdb) }]
        ).run()
    }
}
