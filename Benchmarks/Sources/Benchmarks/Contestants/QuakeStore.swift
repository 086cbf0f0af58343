import Foundation

/// A way to keep quakes in a SQLite file: write-ahead log, `synchronous` NORMAL, `auto_vacuum` INCREMENTAL, a page cache of 16 MB, the code
/// unique, an index on time.
protocol QuakeStore {
    /// Makes a new file with its tables.
    init(at file: URL) throws
    /// Stores the quakes in one transaction; `replacing` those whose code is there already, or failing.
    func insert(_ quakes: [Quake], replacing: Bool) throws
    /// Selects code, magnitude, place and time in seconds since 2001.
    static var query: String { get }
}

extension QuakeStore {
    /// The time that `work` takes on a new, empty store, which must then hold exactly the `expected` rows.
    static func time(expecting expected: Fingerprint, _ work: (Self) throws -> Void) throws -> Duration {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let store = try Self(at: file)
        let duration = try Stopwatch.measure { try work(store) }
        let found = try Fingerprint(ofFile: file, query: query)
        guard found == expected else {
            throw WrongResult(description: "\(Self.self) left \(found) instead of \(expected)")
        }
        return duration
    }
}

/// A new directory, removed with all in it when nobody holds it any longer.
final class TemporaryDirectory {
    let url = FileManager.default.temporaryDirectory.appending(path: "strata-bench-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        // What stays behind in the temporary directory harms nobody.
        try? FileManager.default.removeItem(at: url)
    }
}
