import Foundation
import PackagePlugin

/// `swift package strata-init FOLDER`: writes the manifest of an Xcode project's folder, and prints
/// a page about what in the app Linux does not support.
@main
struct StrataInitPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
            Diagnostics.error("Usage: swift package strata-init ../MyApp")
            return
        }
        let process = Process()
        process.executableURL = try context.tool(named: "xcode-folder").url
        let here = context.package.directoryURL
        let current = URL(filePath: FileManager.default.currentDirectoryPath)
        let target = (folder.hasPrefix("/") ? URL(filePath: folder) : current.appending(path: folder)).standardizedFileURL
        process.arguments = ["init", target.path, strata(of: context.package)?.path ?? here.path]
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { Diagnostics.error("\(target.path) was not prepared.") }
    }

    /// Returns the folder of Strata: the package that has the plug-in's tool.
    private func strata(of package: Package) -> URL? {
        if package.targets.contains(where: { $0.name == "xcode-folder" }) { return package.directoryURL }
        return package.dependencies.lazy.compactMap { strata(of: $0.package) }.first
    }
}
