import Foundation

/// Keeps what files declare from one build to the next, so that only those are parsed that were edited.
///
/// A file counts as the same if its size and its time of change are, as for the build system itself.
final class ScanCache {
    private struct Entry: Codable {
        var size: Int
        var changed: Double
        var file: ScannedFile
    }

    private struct Contents: Codable {
        /// What else the declarations depend on: the compiler and the conditions.
        var key: [String]
        var entries: [String: Entry]
    }

    private let file: URL
    private let key: [String]
    private let kept: [String: Entry]
    private var used: [String: Entry] = [:]
    private var isComplete = true

    /// - Parameter folder: Where the cache is kept. One that cannot be read is an empty one.
    init(folder: URL, compiler: SwiftCompiler, configuration: LinuxConfiguration) {
        file = folder.appending(path: "scans.plist")
        key = [compiler.path] + configuration.conditions.union(configuration.modules.map { "module \($0)" }).sorted()
        let contents = (try? Data(contentsOf: file)).flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.key == key ? contents?.entries ?? [:] : [:]
    }

    /// What a file declares, if it is as it was.
    func file(at path: String) -> ScannedFile? {
        guard let entry = kept[path], let (size, changed) = Self.state(of: path), entry.size == size, entry.changed == changed
        else {
            return nil
        }
        used[path] = entry
        return entry.file
    }

    /// Notes what was found in a file.
    func note(_ file: ScannedFile, at path: String) {
        isComplete = false
        guard let (size, changed) = Self.state(of: path) else { return }
        used[path] = Entry(size: size, changed: changed, file: file)
    }

    private static func state(of path: String) -> (size: Int, changed: Double)? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, let changed = attributes?[.modificationDate] as? Date else { return nil }
        return (size, changed.timeIntervalSinceReferenceDate)
    }

    /// Keeps what was used. Where that fails, the next build takes longer and nothing else.
    func save() {
        guard !isComplete || used.count != kept.count else { return }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try? encoder.encode(Contents(key: key, entries: used)).write(to: file, options: .atomic)
    }
}
