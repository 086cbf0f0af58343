internal import Foundation

/// The program that runs, and what lies beside it.
enum MainProgram {
    /// The module of the executable, by its file name: where a product has another name than its target, it is another one.
    static let module: String? = Bundle.main.executableURL.map { moduleName($0.lastPathComponent) }

    /// The folder of the executable, in which the package manager puts the resources of all targets.
    static let folder: URL? = Bundle.main.executableURL?.deletingLastPathComponent()

    /// The folders in which a model may lie: beside the executable, and the resources of each target.
    static func resourceFolders() -> [URL] {
        guard let folder else { return [] }
        return [folder] + contents(of: folder).filter { $0.pathExtension == "resources" }
    }

    /// The models in a folder, by name; of one that is there in two forms, the compiled one.
    static func models(in folder: URL) -> [URL] {
        let models = contents(of: folder).filter { ["momd", "xcdatamodeld", "xcdatamodel"].contains($0.pathExtension) }
        let compiled = Set(models.filter { $0.pathExtension == "momd" }.map { $0.deletingPathExtension().lastPathComponent })
        return models.filter {
            $0.pathExtension == "momd" || !compiled.contains($0.deletingPathExtension().lastPathComponent)
        }
    }

    /// Nothing for a folder that is not there or cannot be read: there are no models in it then.
    private static func contents(of folder: URL) -> [URL] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().map { folder.appending(path: $0) }
    }

    /// The names under which the runtime may know a class of the program: it knows Swift's by
    /// module and name only, while a model may give the name alone, as Objective-C has it.
    static func classNames(_ name: String) -> [String] {
        guard !name.contains(".") else { return [name] }
        return ([module].compactMap { $0 } + RegisteredModels.all.map(\.module)).map { "\($0).\(name)" }
    }

    /// The name that the package manager gives the module of a target: what no identifier can hold becomes an underscore.
    static func moduleName(_ target: String) -> String {
        String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}
