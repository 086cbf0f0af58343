import CoreData
import Foundation

/// Saves a million objects, and 100,000 objects ten times, to see whether the time of a save is
/// linear.
///
/// The same loops in C show how much of the cost of a larger store is SQLite's.
enum SaveMillion {
    static func run() throws {
        let few = Quake.generated(100_000)
        let all = Quake.generated(1_000_000)
        let expected = (few: Fingerprint(of: few), all: Fingerprint(of: all))
        func tenTimes(_ name: String, _ insert: @escaping () throws -> Duration) -> Contest.Contestant {
            Contest.Contestant(name: name) { try (0..<10).reduce(.zero) { sum, _ in try sum + insert() } }
        }
        try Contest(
            row: "save-1m",
            ours: Contest.Contestant(name: "strata") {
                try CoreDataObjects.time(expecting: expected.all) { try $0.insert(all, replacing: false) }
            },
            peers: [
                tenTimes("strata-10x100k") {
                    try CoreDataObjects.time(expecting: expected.few) { try $0.insert(few, replacing: false) }
                },
                Contest.Contestant(name: "sqlite-c") {
                    try SQLiteQuakes.time(expecting: expected.all) { try $0.insert(all, replacing: false) }
                },
                tenTimes("sqlite-c-10x100k") {
                    try SQLiteQuakes.time(expecting: expected.few) { try $0.insert(few, replacing: false) }
                },
            ],
            rounds: 1
        ).run()
    }

    /// Compares the peak memory of saving 100,000 and a million objects in steps of 10,000, with
    /// `reset()` after each, to see whether the context stays small.
    static func memory() throws {
        let little = try peakMemory(saving: 100_000)
        let much = try peakMemory(saving: 1_000_000)
        let ratio = String(format: "%.2f", Double(much) / Double(little))
        print("BENCH save-1m-memory ours=\(much)MB peer=strata-100k:\(little)MB ratio=\(ratio)")
    }

    /// Returns the peak resident memory of the process, in MB, while so many objects were saved.
    private static func peakMemory(saving count: Int) throws -> Int {
        let directory = try TemporaryDirectory()
        let store = try CoreDataObjects(at: directory.url.appending(path: "quakes.sqlite"))
        let context = store.container.newBackgroundContext()
        // Resets the kernel's peak value (VmHWM); see proc(5).
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"), options: [])
        for start in stride(from: 0, to: count, by: 10_000) {
            try store.insert(Quake.generated(start..<start + 10_000), in: context, replacing: false)
            context.performAndWait { context.reset() }
        }
        let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else {
            throw WrongResult(description: "/proc/self/status has no VmHWM.")
        }
        return kilobytes / 1_024
    }
}
