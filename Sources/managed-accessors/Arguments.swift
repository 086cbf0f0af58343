import Foundation
import StrataManagedAccessors

/// The arguments that the plug-in passes: `--output FILE --cache FOLDER --compiler PATH`, any
/// number of `--define CONDITION`, then the modules.
///
/// Each module is `--module NAME`, followed by a `--source PATH` or `--model PATH` for each of its
/// sources and models. The first module has the managed classes; the others are its dependencies.
struct Arguments {
    var output: String
    var generation: AccessorGeneration

    /// Parses arguments.
    ///
    /// - Throws: `Problems`, with a message about the argument that is missing, unknown or
    ///   misplaced.
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
