import Foundation
import StrataManagedAccessors

/// The plug-in's arguments: `--output F --cache D --compiler C`, any number of `--define`, then the
/// modules, the app's first, each as `--module NAME` followed by its `--source` and `--model`
/// paths.
struct Arguments {
    var output: String
    var generation: AccessorGeneration

    /// Parses arguments.
    ///
    /// - Throws: `Problems` with the argument that is missing or unknown.
    init(_ arguments: some Sequence<String>) throws(Problems) {
        var single: [String: String] = [:]
        var conditions: Set<String> = []
        var modules: [SourceModule] = []
        var iterator = arguments.makeIterator()
        while let option = iterator.next() {
            guard let value = iterator.next() else { throw Self.mistake("\(option) needs a value.") }
            switch option {
            case "--output", "--cache", "--compiler": single[option] = value
            case "--define": conditions.insert(value)
            case "--module": modules.append(SourceModule(name: value, sources: [], models: []))
            case "--source" where !modules.isEmpty: modules[modules.count - 1].sources.append(value)
            case "--model" where !modules.isEmpty: modules[modules.count - 1].models.append(value)
            case "--source", "--model": throw Self.mistake("\(option) must follow the --module that it belongs to.")
            default: throw Self.mistake("There is no option \(option).")
            }
        }
        guard let output = single["--output"], let cache = single["--cache"], let compiler = single["--compiler"],
            !modules.isEmpty
        else {
            throw Self.mistake("--output, --cache, --compiler and at least one --module are required.")
        }
        self.output = output
        generation = AccessorGeneration(
            app: modules[0], dependencies: Array(modules.dropFirst()), conditions: conditions,
            compiler: SwiftCompiler(path: compiler),
            folder: URL(filePath: cache))
    }

    private static func mistake(_ message: String) -> Problems {
        Problems([Problem(at: nil, "\(message) ManagedAccessorsPlugin runs this tool; see docs/managed-classes.md.")])
    }
}
