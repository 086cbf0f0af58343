import Foundation
import PackagePlugin

/// Compiles the Core Data models in a target's folder into the target: their classes, their
/// registration, and a resource `<Name>.momd` for each.
@main
struct CoreDataModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let otherTargets = context.package.targets.map(\.directoryURL.standardizedFileURL.path)
        let models = try ModelFinder(skipping: otherTargets).models(in: target.directoryURL)
        guard !models.isEmpty else {
            Diagnostics.error(
                """
                CoreDataModelPlugin found no .xcdatamodeld and no .xcdatamodel in \(target.directoryURL.path). Put the model \
                there, or remove the plug-in from the target \(target.name).
                """)
            return []
        }
        for (name, namesakes) in Dictionary(grouping: models, by: \.name) where namesakes.count > 1 {
            let paths = namesakes.map(\.url.path).joined(separator: " and ")
            Diagnostics.error(
                "The target \(target.name) has several models named \(name): \(paths). Rename all but one."
            )
            return []
        }
        let compiler = try context.tool(named: "modelc").url
        return models.map { model in
            let source = context.pluginWorkDirectoryURL.appending(path: "\(model.name)+CoreDataModel.swift")
            let resource = context.pluginWorkDirectoryURL.appending(path: "\(model.name).momd")
            return .buildCommand(
                displayName: "Compiling \(model.url.lastPathComponent)",
                executable: compiler,
                arguments: [
                    "generate", model.url.path, "--module", target.moduleName, "--output", source.path, "--momd", resource.path,
                ],
                inputFiles: model.files,
                outputFiles: [source, resource]
            )
        }
    }
}
