import Foundation
import PackagePlugin

/// Generates, into a target, the accessors of the `@NSManaged` members in the targets that depend
/// on it.
@main
struct ManagedAccessorsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let users = context.package.targets.compactMap { $0.sourceModule as? SwiftSourceModuleTarget }
            .filter { $0.dependencies.contains { $0.isTarget(target) } }
        guard !users.isEmpty else {
            Diagnostics.error(
                "No target depends on \(target.name). Add it to the dependencies of the target that has your @NSManaged classes."
            )
            return []
        }
        let modules = ModuleFinder(package: context.package, accessors: target)
        return try users.map { try command(for: $0, modules, context) }
    }

    private func command(
        for user: SwiftSourceModuleTarget, _ modules: ModuleFinder, _ context: PluginContext
    ) throws -> Command {
        let folder = context.pluginWorkDirectoryURL.appending(path: user.moduleName)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = folder.appending(path: "\(user.moduleName)+ManagedAccessors.swift")
        var arguments = [
            "--output", output.path, "--cache", folder.path,
            "--compiler", try context.tool(named: "swiftc").url.path,
        ]
        arguments += user.compilationConditions.flatMap { ["--define", $0] }
        var inputs: [URL] = []
        for module in [user] + modules.dependencies(of: user) {
            let sources = module.sourceFiles(withSuffix: ".swift").map(\.url)
            let models = ModelFolders(in: module.directoryURL)
            inputs += sources + models.files
            arguments += ["--module", module.moduleName]
            arguments += sources.flatMap { ["--source", $0.path] } + models.folders.flatMap { ["--model", $0.path] }
        }
        return .buildCommand(
            displayName: "Accessors of the managed classes in \(user.name)",
            executable: try context.tool(named: "managed-accessors").url,
            arguments: arguments, inputFiles: inputs, outputFiles: [output])
    }
}

extension TargetDependency {
    fileprivate func isTarget(_ other: any Target) -> Bool {
        guard case .target(let target) = self else { return false }
        return target.id == other.id
    }
}
