import Foundation

/// A cache of the declarations of files between builds, so that only edited files are parsed.
///
/// A file counts as unchanged if its size and modification time are, as in the build system.
final class ScanCache {
    private struct Entry: Codable {
        var size: Int
        var changed: Double
        var file: ScannedFile
    }

    private struct Contents: Codable {
        /// The compiler and the conditions, on which the declarations depend as well.
        var key: [String]
        var entries: [String: Entry]
    }

    private let file: URL
    private let key: [String]
    private let kept: [String: Entry]
    private var used: [String: Entry] = [:]
    private var isComplete = true

    /// Reads the cache. A file that cannot be read counts as empty.
    ///
    /// - Parameter folder: The folder of the cache.
    init(folder: URL, compiler: SwiftCompiler, configuration: LinuxConfiguration) {
        file = folder.appending(path: "scans.plist")
        key = [compiler.path] + configuration.conditions.union(configuration.modules.map { "module \($0)" }).sorted()
        // Ignored: without the cache, all files are scanned.
        let contents = (try? Data(contentsOf: file)).flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.key == key ? contents?.entries ?? [:] : [:]
    }

    /// Returns the declarations of a file; nil if it has changed.
    func file(at path: String) -> ScannedFile? {
        guard let entry = kept[path], let (size, changed) = Self.state(of: path), entry.size == size, entry.changed == changed
        else {
            return nil
        }
        used[path] = entry
        return entry.file
    }

    /// Adds the declarations of a file.
    func note(_ file: ScannedFile, at path: String) {
        isComplete = false
        guard let (size, changed) = Self.state(of: path) else { return }
        used[path] = Entry(size: size, changed: changed, file: file)
    }

    private static func state(of path: String) -> (size: Int, changed: Double)? {
        // Ignored: a file that cannot be examined is not cached, and reading it reports the error.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, let changed = attributes?[.modificationDate] as? Date else { return nil }
        return (size, changed.timeIntervalSinceReferenceDate)
    }

    /// Writes the entries that were used. If that fails, the next build only takes longer.
    func save() {
        guard !isComplete || used.count != kept.count else { return }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        // Ignored: without the cache, the next build takes longer.
        try? encoder.encode(Contents(key: key, entries: used)).write(to: file, options: .atomic)
    }
}
