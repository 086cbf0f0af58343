import Foundation

/// A cache of the declarations of files between builds, so that only edited files are parsed.
final class ScanCache {
    private struct Entry: Codable {
        var state: FileState
        var file: ScannedFile
    }

    private struct Contents: Codable {
        /// The program, the compiler and the conditions, on which the declarations depend as well.
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
    /// - Parameters:
    ///   - folder: The folder of the cache.
    ///   - program: The program that scans.
    init(folder: URL, compiler: SwiftCompiler, configuration: LinuxConfiguration, program: String = FileState.program) {
        file = folder.appending(path: "scans.plist")
        key = [program, compiler.path] + configuration.conditions.union(configuration.modules.map { "module \($0)" }).sorted()
        // Ignored: without the cache, all files are scanned.
        // Safe to decode: the plug-in of an earlier build wrote the file.
        let contents = (try? Data(contentsOf: file)).flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.key == key ? contents?.entries ?? [:] : [:]
    }

    /// Returns the declarations of a file; nil if it has changed.
    func file(at path: String) -> ScannedFile? {
        guard let entry = kept[path], entry.state == FileState(path: path) else { return nil }
        used[path] = entry
        return entry.file
    }

    /// Adds the declarations of a file.
    func note(_ file: ScannedFile, at path: String) {
        isComplete = false
        guard let state = FileState(path: path) else { return }
        used[path] = Entry(state: state, file: file)
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
