import Foundation

/// The text of the manifest that serves Linux and a Mac.
struct ManifestText {
    let app: AppFolder
    /// The clone of Strata.
    let strata: URL

    var text: String {
        let parts = app.folder.pathComponents.dropFirst(app.project.pathComponents.count)
        let path = parts.isEmpty ? "." : parts.joined(separator: "/")
        let usesData = app.imports.contains("SwiftData")
        let products = usesData ? ["SwiftUI", "SwiftData"] : ["SwiftUI"]
        let traits = usesData ? ", traits: [\"SwiftData\"]" : ""
        let list = products.map { ".product(name: \"\($0)\", package: \"strata\")" }.joined(separator: ", ")
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            // The folder \(path) serves Xcode and Linux. On Linux, XcodeFolderPlugin compiles it as it is, without Objective-C.
            #if os(Linux)
                let packages: [Package.Dependency] = [.package(name: "strata", path: \(quoted(relativePath))\(traits))]
                let products: [Target.Dependency] = [\(list)]
                let exclude: [String] = \(app.excluded)
                let sources: [String]? = ["Linux"]
                let plugins: [Target.PluginUsage] = [.plugin(name: "XcodeFolderPlugin", package: "strata")]
            #else
                let packages: [Package.Dependency] = []
                let products: [Target.Dependency] = []
                let exclude: [String] = \(app.excluded + ["Linux"])
                let sources: [String]? = nil
                let plugins: [Target.PluginUsage] = []
            #endif

            let package = Package(
                name: \(quoted(app.name)),\(app.isLocalized ? "\n    defaultLocalization: \"en\"," : "")
                platforms: [.macOS(.v14), .iOS(.v17)],
                dependencies: packages,
                targets: [
                    .executableTarget(
                        name: \(quoted(app.name)),
                        dependencies: products,
                        path: \(quoted(path)),
                        exclude: exclude,
                        sources: sources,
                        swiftSettings: [.swiftLanguageMode(.v5)],
                        plugins: plugins)
                ]
            )

            """
    }

    private func quoted(_ text: String) -> String { "\"\(text.escaped)\"" }

    /// The path from the project to Strata.
    private var relativePath: String {
        let (from, to) = (app.project.pathComponents, strata.pathComponents)
        let common = zip(from, to).prefix { $0 == $1 }.count
        // Only the root is common: the path would say nothing about where the folders belong.
        guard common > 1 else { return strata.path }
        return (Array(repeating: "..", count: from.count - common) + to[common...]).joined(separator: "/")
    }
}
