import Foundation

/// The facts about a folder's files from the last build.
struct RewritingCache {
    private struct Entry: Codable {
        var state: FileState
        var facts: FileFacts
        /// The problems of the copy, the folder's facts with which it was written, and its path.
        var problems: [Problem]?
        var key: String?
        var copy: String?
    }

    private struct Contents: Codable {
        var key: [String]
        var entries: [String: Entry]
    }

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
        self.key = [program] + key
        // Ignored: without the cache, all files are read.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        // Ignored: as above.
        // Safe to decode: the plug-in of an earlier build wrote the file.
        let contents = data.flatMap { try? PropertyListDecoder().decode(Contents.self, from: $0) }
        kept = contents?.key == self.key ? contents?.entries ?? [:] : [:]
    }

    /// Returns the facts of a file; nil if it has changed.
    mutating func facts(of path: String) -> FileFacts? {
        guard let entry = kept[path], entry.state == FileState(path: path) else { return nil }
        used[path] = entry
        return entry.facts
    }

    mutating func note(_ facts: FileFacts, of path: String) {
        isChanged = true
        guard let state = FileState(path: path) else { return }
        used[path] = Entry(state: state, facts: facts)
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
    func problems(of file: FolderRewriting.File) -> [Problem]? {
        guard let entry = used[file.source], entry.key == factsKey, entry.copy == file.copy,
            FileManager.default.fileExists(atPath: file.copy)
        else { return nil }
        return entry.problems
    }

    mutating func note(_ problems: [Problem], of file: FolderRewriting.File) {
        isChanged = true
        used[file.source]?.problems = problems
        used[file.source]?.key = factsKey
        used[file.source]?.copy = file.copy
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
