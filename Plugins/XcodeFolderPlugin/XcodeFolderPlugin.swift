import Foundation
import PackagePlugin

/// Compiles an Xcode folder as it is: writes copies of its Swift files for Linux, compiles its
/// models and mapping models, and copies its resources.
///
/// The target's `path` is the folder, and its `sources` are those for Linux only, such as
/// `["Linux"]`. All other Swift files of the folder that `exclude` does not name are copied.
@main
struct XcodeFolderPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let work = context.pluginWorkDirectoryURL
        let others = context.package.targets.map(\.directoryURL.standardizedFileURL.path)
        let files = target.sourceFiles.filter { $0.type == .unknown && $0.url.pathExtension == "swift" }.map(\.url)
            .sorted { $0.path < $1.path }
        let models = try ModelFinder(skipping: others).models(in: target.directoryURL)
            .filter { belongs($0.url, to: target) }
        guard !files.isEmpty else {
            Diagnostics.error(
                """
                XcodeFolderPlugin found no Swift file in \(target.directoryURL.path) besides the sources of the target \(target.name). \
                Give the target the path of the Xcode folder, and name in 'sources' only the files for Linux: sources: ["Linux"].
                """)
            return []
        }
        let copies = Copies(of: files, in: target.directoryURL).names.map { work.appending(path: $0) }
        let code = models.map { work.appending(path: "\($0.name)+\($0.isMapping ? "Mapping" : "CoreData")Model.swift") }
        let archives = models.map { work.appending(path: $0.resourceName) }
        let module = work.appending(path: "StrataModule.swift")
        var lines = ["module\t\(module.path)"] + zip(files, copies).map { "file\t\($0.path)\t\($1.path)" }
        for (index, model) in models.enumerated() {
            lines.append("model\t\(model.url.path)\t\(code[index].path)\t\(archives[index].path)")
        }
        let list = work.appending(path: "files.txt")
        try write(lines.map { "\($0)\n" }.joined(), to: list)
        var arguments = [
            "rewrite", "--module", target.moduleName, "--list", list.path, "--cache",
            work.appending(path: "rewriting.plist").path,
        ]
        arguments += target.compilationConditions.flatMap { ["--define", $0] }
        arguments += modules(of: target).flatMap { ["--import", $0] }
        let tool = try context.tool(named: "xcode-folder").url
        let rewriting = Command.buildCommand(
            displayName: "Rewriting \(target.directoryURL.lastPathComponent) for Linux",
            executable: tool, arguments: arguments,
            inputFiles: files + models.flatMap(\.files) + [list],
            outputFiles: copies + code + archives + [module])
        return [rewriting] + resources(of: target, tool, work)
    }

    /// Whether a model belongs to the target. The manifest may exclude it, or a folder around it.
    ///
    /// - Parameter model: The folder of the model, which SwiftPM lists as one file, by its files, or not
    ///   at all if a folder around it is copied as a whole.
    private func belongs(_ model: URL, to target: SwiftSourceModuleTarget) -> Bool {
        let path = model.standardizedFileURL.path
        return target.sourceFiles.contains { file in
            let listed = file.url.standardizedFileURL.path
            return listed == path || listed.hasPrefix("\(path)/") || path.hasPrefix("\(listed)/")
        }
    }

    /// Returns the commands that copy the resources.
    private func resources(of target: SwiftSourceModuleTarget, _ tool: URL, _ work: URL) -> [Command] {
        let resources = FolderResources(target.sourceFiles.filter { $0.type == .unknown }.map(\.url), in: target.directoryURL)
        for url in resources.namesakes {
            Diagnostics.warning(
                "\(url.path) is not among the resources, because another file of this name is. Rename it, or exclude one of the two."
            )
        }
        return resources.list.map { resource in
            let output = work.appending(path: resource.output)
            return .buildCommand(
                displayName: "Copying \(resource.url.lastPathComponent)", executable: tool,
                arguments: ["copy", resource.url.path, output.path], inputFiles: resource.inputs, outputFiles: [output])
        }
    }

    /// The modules that the target can import, for `canImport`.
    private func modules(of target: any Target) -> [String] {
        var names: Set<String> = []
        for dependency in target.dependencies {
            switch dependency {
            case .target(let target): names.insert(target.sourceModule?.moduleName ?? target.name)
            case .product(let product): names.formUnion([product.name] + product.sourceModules.map(\.moduleName))
            @unknown default: break
            }
        }
        return names.sorted()
    }

    private func write(_ text: String, to url: URL) throws {
        // Ignored: a file that cannot be read is written.
        guard (try? Data(contentsOf: url)) != Data(text.utf8) else { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
    }
}

/// The names of the copies of a folder's files.
struct Copies {
    private(set) var names: [String] = []

    init(of files: [URL], in folder: URL) {
        let root = folder.standardizedFileURL.path
        var used: Set<String> = []
        for file in files {
            let path = file.standardizedFileURL.path
            let relative = path.hasPrefix("\(root)/") ? String(path.dropFirst(root.count + 1)) : file.lastPathComponent
            // Only main.swift may have statements outside functions. Any other copy has a name of
            // its own, because two files of the same name conflict in `#fileID`.
            guard file.lastPathComponent != "main.swift" else {
                names.append("main.swift")
                continue
            }
            let stem = relative.dropLast(".swift".count).replacing("/", with: "-")
            var name = "\(stem)+Linux.swift"
            var number = 2
            while !used.insert(name).inserted {
                name = "\(stem)+Linux\(number).swift"
                number += 1
            }
            names.append(name)
        }
    }
}
