import Foundation

/// A list of quakes, latest first, is shown; somebody saves another time for one of them, or for a thousand at once, or inserts ten thousand. Measured is the time from
/// before the save until the list says so: for Strata until the delegate of a fetched results controller, whose context merges by itself, was told; for GRDB until a
/// ValueObservation of all keys in the same order has given the new ones.
enum LiveEdit {
    /// The mean of a few edits, of rows and to times all over the list.
    static func run() throws {
        for count in [10_000, 100_000, 1_000_000] {
            try contest(
                "live-edit-\(count)", count, ours: { try $0.saves(100) }, theirs: { try $0.saves(count > 100_000 ? 3 : 20) })
        }
    }

    static func burst() throws {
        try contest("live-burst", 1_000_000, ours: { try $0.saves(1, edits: 1_000) }, theirs: { try $0.saves(1, edits: 1_000) })
    }

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
