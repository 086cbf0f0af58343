import Foundation
import Synchronization

/// Keeps what files declare from one build to the next, so that only those are parsed that were edited.
///
/// A file counts as the same if its size and its time of change are, as for the build system itself.
final class ScanCache: Sendable {
    private struct Entry: Codable {
        var size: Int
        var changed: Double
        var file: ScannedFile
    }

    private struct Contents: Codable {
        var conditions: [String]
        var entries: [String: Entry]
    }

    private let file: URL
    private let conditions: [String]
    private let kept: [String: Entry]
    private let used = Mutex<[String: Entry]>([:])
    private let isComplete = Atomic<Bool>(true)

    /// - Parameter folder: Where the cache is kept. One that cannot be read is an empty one.
    init(folder: URL, configuration: LinuxConfiguration) {
        file = folder.appending(path: "scans.plist")
        conditions = configuration.conditions.union(configuration.modules.map { "module \($0)" }).sorted()
        let contents = (try? Data(contentsOf: file)).flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.conditions == conditions ? contents?.entries ?? [:] : [:]
    }

    /// What a file declares, as kept or by `scan`.
    func scanned(_ path: String, _ scan: () -> ScannedFile) -> ScannedFile {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, let changed = attributes?[.modificationDate] as? Date else { return scan() }
        let seconds = changed.timeIntervalSinceReferenceDate
        if let entry = kept[path], entry.size == size, entry.changed == seconds {
            used.withLock { $0[path] = entry }
            return entry.file
        }
        isComplete.store(false, ordering: .relaxed)
        let entry = Entry(size: size, changed: seconds, file: scan())
        used.withLock { $0[path] = entry }
        return entry.file
    }

    /// Keeps what was used. Where that fails, the next build takes longer and nothing else.
    func save() {
        let entries = used.withLock { $0 }
        guard !isComplete.load(ordering: .relaxed) || entries.count != kept.count else { return }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try? encoder.encode(Contents(conditions: conditions, entries: entries)).write(to: file, options: .atomic)
    }
}
