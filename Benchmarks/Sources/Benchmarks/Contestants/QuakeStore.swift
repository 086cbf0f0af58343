import Foundation

/// A way to store quakes in a SQLite file.
///
/// All have the same settings: a write-ahead log, `synchronous` NORMAL, `auto_vacuum` INCREMENTAL,
/// a page cache of 16 MB, a unique index on the code, and an index on the time.
protocol QuakeStore {
    /// Creates a new file with its tables.
    init(at file: URL) throws
    /// Stores the quakes in one transaction. If `replacing`, quakes with an existing code replace
    /// the stored ones; otherwise they are an error.
    func insert(_ quakes: [Quake], replacing: Bool) throws
    /// The SELECT of code, magnitude, place and time in seconds since 2001.
    static var query: String { get }
}

extension QuakeStore {
    /// Returns the time that `work` takes on a new, empty store, which must then contain exactly
    /// the `expected` rows.
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

/// A new directory, which is removed with its contents when this object is deinitialized.
final class TemporaryDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "strata-bench-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        // Ignored: a leftover in the temporary directory is harmless.
        try? FileManager.default.removeItem(at: url)
    }
}
