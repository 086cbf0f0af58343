import Foundation
import PackagePlugin

/// Compiles the Core Data models in a target's folder into the target: their classes, their
/// registration, and a resource `<Name>.momd` for each. Mapping models get their registration and a
/// resource `<Name>.cdm`.
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
        for namesakes in Dictionary(grouping: models, by: \.resourceName).values where namesakes.count > 1 {
            let paths = namesakes.map(\.url.path).joined(separator: " and ")
            Diagnostics.error(
                "The target \(target.name) has several models named \(namesakes[0].name): \(paths). Rename all but one."
            )
            return []
        }
        let compiler = try context.tool(named: "modelc").url
        return models.map { model in
            if model.isMapping { return compile(model, with: compiler, context, target) }
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

    private func compile(
        _ mapping: ModelFiles, with compiler: URL, _ context: PluginContext, _ target: any SourceModuleTarget
    ) -> Command {
        let source = context.pluginWorkDirectoryURL.appending(path: "\(mapping.name)+MappingModel.swift")
        let resource = context.pluginWorkDirectoryURL.appending(path: "\(mapping.name).cdm")
        return .buildCommand(
            displayName: "Compiling \(mapping.url.lastPathComponent)",
            executable: compiler,
            arguments: [
                "mapping", mapping.url.path, "--module", target.moduleName, "--output", source.path, "--cdm", resource.path,
            ],
            inputFiles: mapping.files,
            outputFiles: [source, resource]
        )
    }
}
