import Foundation
import StrataManagedAccessors

/// The arguments that the plug-in passes to `rewrite`: `--module NAME --list FILE --cache FILE`, any
/// number of `--define CONDITION` and `--import MODULE`.
///
/// A line of the list is `file`, a source and its copy, or `model`, a model or a mapping model, its
/// code and its archive, or `module` and the file with what the module has in addition, separated
/// by tabs.
struct Arguments {
    var rewriting: FolderRewriting

    /// Parses arguments.
    ///
    /// - Throws: `Problems`, with a message about the argument that is missing, unknown or wrong.
    init(_ arguments: some Sequence<String>) throws(Problems) {
        var single: [String: String] = [:]
        var (conditions, modules): (Set<String>, Set<String>) = ([], [])
        var iterator = arguments.makeIterator()
        while let option = iterator.next() {
            guard let value = iterator.next() else { throw Self.mistake("\(option) needs a value.") }
            switch option {
            case "--module", "--list", "--cache": single[option] = value
            case "--define": conditions.insert(value)
            case "--import": modules.insert(value)
            default: throw Self.mistake("There is no option \(option).")
            }
        }
        guard let module = single["--module"], let list = single["--list"], let cache = single["--cache"] else {
            throw Self.mistake("--module, --list and --cache are required.")
        }
        rewriting = FolderRewriting(
            module: module, files: [], models: [], conditions: conditions, modules: modules, cache: URL(filePath: cache))
        for line in try Self.lines(of: list) {
            let parts = line.split(separator: "\t").map(String.init)
            switch (parts.first, parts.count) {
            case ("file", 3): rewriting.files.append(.init(source: parts[1], copy: parts[2]))
            case ("model", 4): rewriting.models.append(.init(folder: parts[1], code: parts[2], archive: parts[3]))
            case ("module", 2): rewriting.moduleFile = parts[1]
            default: throw Self.mistake("The list \(list) has a line that is no file, model or module: \(line)")
            }
        }
    }

    private static func lines(of list: String) throws(Problems) -> [Substring] {
        do {
            return try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        } catch {
            throw mistake("The list \(list) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func mistake(_ message: String) -> Problems {
        Problems([Problem(at: nil, "\(message) XcodeFolderPlugin runs this command; see docs/xcode-folders.md.")])
    }
}
