internal import Foundation
internal import Synchronization

/// The running program and the files next to its executable.
enum MainProgram {
    /// The executable's module, derived from its file name. It is wrong if the product and its
    /// target have different names.
    static let module: String? = Bundle.main.executableURL.map { moduleName($0.lastPathComponent) }

    /// The folder of the executable. The package manager puts the resources of all targets there.
    static let folder: URL? = Bundle.main.executableURL?.deletingLastPathComponent()

    /// Returns the folders in which to look for models: the executable's own and the resources of
    /// each target.
    static func resourceFolders() -> [URL] {
        guard let folder else { return [] }
        return [folder] + contents(of: folder).filter { $0.pathExtension == "resources" }
    }

    /// Returns the models in a folder. If a model is there both as source and compiled, returns
    /// only the compiled one.
    static func models(in folder: URL) -> [URL] {
        let kinds = ["momd", "mom"]
        let models = contents(of: folder).filter { (kinds + ["xcdatamodeld", "xcdatamodel"]).contains($0.pathExtension) }
        let compiled = Set(
            models.filter { kinds.contains($0.pathExtension) }.map { $0.deletingPathExtension().lastPathComponent })
        return models.filter {
            kinds.contains($0.pathExtension) || !compiled.contains($0.deletingPathExtension().lastPathComponent)
        }
    }

    /// Returns the mapping models in a folder. If one is there both as source and compiled, returns only
    /// the compiled one.
    static func mappingModels(in folder: URL) -> [URL] {
        let models = contents(of: folder).filter { ["cdm", "xcmappingmodel"].contains($0.pathExtension) }
        let compiled = Set(models.filter { $0.pathExtension == "cdm" }.map { $0.deletingPathExtension().lastPathComponent })
        return models.filter {
            $0.pathExtension == "cdm" || !compiled.contains($0.deletingPathExtension().lastPathComponent)
        }
    }

    /// Returns the sorted contents of a folder; empty if the folder cannot be read.
    private static func contents(of folder: URL) -> [URL] {
        // Ignored: the search for a model reports the folders in which none was found.
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().map { folder.appending(path: $0) }
    }

    /// Returns the full names that a class may have, to look it up at run time.
    ///
    /// The runtime finds a Swift class by module and name only, but a model may contain the bare
    /// name, as in Objective-C.
    static func classNames(_ name: String) -> [String] {
        guard !name.contains(".") else { return [name] }
        return ([module].compactMap { $0 } + modulesOfModels.withLock { $0 }).map { "\($0).\(name)" }
    }

    private static let modulesOfModels = Mutex<[String]>([])

    /// Adds the module of a model that is compiled into the program, in which `classNames(_:)` looks,
    /// too.
    static func add(moduleOfModel module: String) {
        modulesOfModels.withLock { $0.append(module) }
    }

    /// Returns the module name that the package manager derives from a target's name: characters
    /// that an identifier cannot contain become underscores.
    static func moduleName(_ target: String) -> String {
        String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}
