import Foundation

/// The facts about a folder's files from the last build.
///
/// A file counts as unchanged if its size and modification time are, as in the build system.
struct RewritingCache {
    private struct Entry: Codable {
        var size: Int
        var changed: Double
        var facts: FileFacts
        /// The problems of the copy, and the folder's facts with which it was written.
        var problems: [Problem]?
        var key: String?
    }

    private struct Contents: Codable {
        var key: [String]
        var entries: [String: Entry]
    }

    /// The version of the cache's format.
    private static let version = "2"

    /// The state of the running program, whose change makes all copies new: another version of the
    /// rewriter may write others.
    static let programState: String = {
        let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        guard let (size, changed) = state(of: path) else { return path }
        return "\(path) \(size) \(changed)"
    }()

    private let file: URL?
    private let key: [String]
    private let kept: [String: Entry]
    private var used: [String: Entry] = [:]
    private var factsKey = ""
    private var isChanged = false

    /// Reads the cache. A file that cannot be read counts as empty, and so does one that another
    /// program wrote.
    init(file: URL?, program: String, key: [String]) {
        self.file = file
        self.key = [Self.version, program] + key
        // Ignored: without the cache, all files are read.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let contents = data.flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.key == self.key ? contents?.entries ?? [:] : [:]
    }

    /// Returns the facts of a file; nil if it has changed.
    mutating func facts(of path: String) -> FileFacts? {
        guard let entry = kept[path], let (size, changed) = Self.state(of: path), entry.size == size, entry.changed == changed
        else { return nil }
        used[path] = entry
        return entry.facts
    }

    mutating func note(_ facts: FileFacts, of path: String) {
        isChanged = true
        guard let (size, changed) = Self.state(of: path) else { return }
        used[path] = Entry(size: size, changed: changed, facts: facts)
    }

    /// Sets the facts of the whole folder, on which each copy depends.
    mutating func setFacts(_ facts: [FileFacts], modelFolders: [String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Ignored: strings and Booleans can always be encoded.
        var data = (try? encoder.encode(facts)) ?? Data()
        for folder in modelFolders.sorted() {
            let enumerator = FileManager.default.enumerator(atPath: folder)
            for case let name as String in enumerator?.allObjects ?? []
            where name.hasSuffix("contents") || name.hasSuffix("version") {
                // Ignored: a file that cannot be read was reported when the model was.
                data.append((try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))) ?? Data())
            }
        }
        // FNV-1a.
        let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        factsKey = "\(data.count)-\(hash)"
    }

    /// Returns the problems of a file whose copy needs no change; nil if it has to be written.
    func problems(of path: String) -> [Problem]? {
        guard let entry = used[path], entry.key == factsKey else { return nil }
        return entry.problems
    }

    mutating func note(_ problems: [Problem], of path: String) {
        isChanged = true
        used[path]?.problems = problems
        used[path]?.key = factsKey
    }

    private static func state(of path: String) -> (size: Int, changed: Double)? {
        // Ignored: a file that cannot be examined is not cached, and reading it reports the error.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, let changed = attributes?[.modificationDate] as? Date else { return nil }
        return (size, changed.timeIntervalSinceReferenceDate)
    }

    /// Writes the entries that were used. If that fails, the next build only takes longer.
    func save() {
        guard let file, isChanged || used.count != kept.count else { return }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        // Ignored: without the cache, the next build takes longer.
        try? encoder.encode(Contents(key: key, entries: used)).write(to: file, options: .atomic)
    }
}
