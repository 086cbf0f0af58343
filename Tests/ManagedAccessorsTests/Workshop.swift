import Foundation
import StrataManagedAccessors

/// A folder with the sources of an app, on which the tests run the tool.
final class Workshop {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "accessors-\(UUID().uuidString)")
    var app = SourceModule(name: "App", sources: [], models: [])
    var dependencies: [SourceModule] = []
    var conditions: Set<String> = []

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Adds a source file to the app, or to a module that it depends on.
    func write(_ name: String, _ text: String, module: String = "App") throws {
        let path = try file("\(module)/\(name)", text)
        if module == app.name {
            if !app.sources.contains(path) { app.sources.append(path) }
        } else if let index = dependencies.firstIndex(where: { $0.name == module }) {
            dependencies[index].sources.append(path)
        } else {
            dependencies.append(SourceModule(name: module, sources: [path], models: []))
        }
    }

    /// Adds a model to the app, or to a module that it depends on.
    func writeModel(_ entities: String, module: String = "App") throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            \(entities)
            </model>
            """
        let path = try file("\(module)/Model.xcdatamodel/contents", text)
        let model = String(path.dropLast("/contents".count))
        if let index = dependencies.firstIndex(where: { $0.name == module }) {
            dependencies[index].models = [model]
        } else {
            app.models = [model]
        }
    }

    /// Writes a shell script that stands in for a compiler, and returns its path.
    ///
    /// Another process writes the script. A program cannot be run while a file descriptor can write
    /// to it (ETXTBSY), and a child that another test starts at that moment has a copy of each
    /// descriptor of this process until it runs its own program.
    func compiler(_ script: String) throws -> String {
        let source = try file("compiler.sh", "#!/bin/sh\n\(script)\n")
        let path = folder.appending(path: "compiler").path
        let copying = try Process.run(URL(filePath: "/bin/cp"), arguments: [source, path])
        copying.waitUntilExit()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// - Parameter compiler: The path of a compiler to use instead of the toolchain's.
    func source(compiler: String? = nil) throws -> String {
        try accessors(compiler: compiler).text
    }

    private func accessors(compiler: String? = nil) throws -> GeneratedAccessors {
        let cache = folder.appending(path: "cache")
        try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
        return try AccessorGeneration(
            app: app, dependencies: dependencies, conditions: conditions,
            compiler: SwiftCompiler(path: try compiler ?? Self.compiler()), folder: cache
        ).accessors()
    }

    /// The lines of the generated file that declare functions, without indentation.
    func functions() throws -> [String] {
        try source().split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            $0.hasPrefix("@_silgen_name")
        }
    }

    /// Returns the diagnostics of the tool, with file names in place of paths.
    func problems(compiler: String? = nil) -> [String] {
        do {
            return described(try accessors(compiler: compiler).warnings)
        } catch let problems as Problems {
            return described(problems.list)
        } catch {
            return ["\(error)"]
        }
    }

    private func described(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacing(folder.path + "/App/", with: "") }
    }

    /// Returns the path of `swiftc` in the search path.
    static func compiler() throws -> String {
        let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        guard let folder = paths.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/swiftc") }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return "\(folder)/swiftc"
    }
}
