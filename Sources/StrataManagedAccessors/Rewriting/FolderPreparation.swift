package import Foundation

/// The preparation of an Xcode project's folder for Linux: a manifest, one source for Linux, and a
/// page about what the app has that Linux lacks. Changes no file that is there.
package struct FolderPreparation {
    private let folder: URL
    private let strata: URL

    /// - Parameters:
    ///   - folder: The folder with the project.
    ///   - strata: The clone of Strata.
    package init(folder: URL, strata: URL) {
        self.folder = folder.standardizedFileURL
        self.strata = strata.standardizedFileURL
    }

    /// Writes `Package.swift` and the source for Linux.
    ///
    /// - Returns: The page, as Markdown.
    /// - Throws: `Problems` if the folder has no app, if a file to write is there already, or if a
    ///   file cannot be read or written.
    package func run() throws(Problems) -> String {
        do throws(Problem) {
            let app = try AppFolder(project: folder)
            let manifest = folder.appending(path: "Package.swift")
            let anchor = app.folder.appending(path: "Linux/Linux.swift")
            for file in [manifest, anchor] where FileManager.default.fileExists(atPath: file.path) {
                throw Problem(
                    at: nil, "\(file.path) is there already, and is not written over. Remove it, or write the manifest yourself.")
            }
            try FolderRewriting.write(Array(ManifestText(app: app, strata: strata).text.utf8), to: manifest.path)
            try FolderRewriting.write(Array(Self.anchorText.utf8), to: anchor.path)
            return try page(app, [manifest, anchor])
        } catch {
            throw Problems([error])
        }
    }

    private static let anchorText = """
        // The sources that Linux has in addition. XcodeFolderPlugin compiles the rest of the folder as it is.

        """

    private func page(_ app: AppFolder, _ written: [URL]) throws(Problem) -> String {
        let problems = try problems(of: app)
        var lines = ["# \(app.name) on Linux", "", "Written:", ""]
        lines += written.map { "- \(relative($0.path))" }
        lines += ["", "Build it with `swift build` in \(folder.path).", ""]
        if problems.isEmpty {
            lines += ["Nothing was found that Linux lacks. The compiler may find more.", ""]
        } else {
            lines += [
                "Found in \(app.sources.count) Swift files, \(problems.count) \(problems.count == 1 ? "place" : "places") that Linux does "
                    + "not support. The compiler may find more.", "", "| file | line | what and why |", "| --- | --- | --- |",
            ]
            lines += problems.map { problem in
                let place = problem.place
                return "| \(relative(place?.file ?? "")) | \(place?.line ?? 0) | \(problem.message.replacing("|", with: "\\|")) |"
            }
            lines.append("")
        }
        if !app.otherFolders.isEmpty {
            lines += ["Not part of the target: \(app.otherFolders.joined(separator: ", ")).", ""]
        }
        return lines.joined(separator: "\n")
    }

    private func problems(of app: AppFolder) throws(Problem) -> [Problem] {
        let evaluator = ClauseEvaluator(configuration: LinuxConfiguration(conditions: [], modules: []))
        var texts: [SourceText] = []
        for url in app.sources { texts.append(try SourceText(path: url.path)) }
        let models = try ModelIndex(
            app: SourceModule(name: app.name, sources: [], models: app.models.map(\.path)), dependencies: [])
        let facts = FolderFacts(
            files: texts.map { FolderRewriting.facts(of: $0, evaluator) }, models: models, module: app.name)
        let survey = FolderSurvey(evaluator: evaluator, module: app.name)
        return texts.flatMap { text in
            let found = FolderRewriting.copy(of: text, facts, evaluator).problems + survey.problems(in: text)
            return found.sorted { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
        }
    }

    private func relative(_ path: String) -> String {
        path.hasPrefix("\(folder.path)/") ? String(path.dropFirst(folder.path.count + 1)) : path
    }
}

/// An app in the folder of an Xcode project.
struct AppFolder {
    let project: URL
    /// The name of the app, which is that of its folder or of the project.
    let name: String
    /// The folder with the app's sources.
    let folder: URL
    private(set) var sources: [URL] = []
    private(set) var models: [URL] = []
    /// Files that a manifest has to exclude, relative to the folder.
    private(set) var excluded: [String] = []
    /// Whether the app has translations.
    private(set) var isLocalized = false
    /// The modules that the sources import.
    private(set) var imports: Set<String> = []
    /// Other folders of the project with Swift files.
    private(set) var otherFolders: [String] = []

    /// Finds the app: the folder of the file with `@main`.
    ///
    /// - Throws: `Problem` if there is none.
    init(project: URL) throws(Problem) {
        self.project = project
        let files = Self.files(in: project)
        let swift = files.filter { $0.pathExtension == "swift" && !Self.isTest($0, in: project) }
        guard FileManager.default.fileExists(atPath: project.path) else {
            throw Problem(at: nil, "There is no folder \(project.path).")
        }
        let projectName = files.lazy.map(\.path).compactMap(Self.projectName).first
        guard let main = try Self.entry(in: swift, of: project, named: projectName) else {
            throw Problem(
                at: nil, "No Swift file in \(project.path) has '@main', so that there is no app. Name the folder of the project.")
        }
        let parts = main.pathComponents.dropFirst(project.pathComponents.count)
        folder = parts.count > 1 ? project.appending(path: parts.first ?? "") : project
        name = Self.identifier(parts.count > 1 ? parts.first ?? "" : projectName ?? project.lastPathComponent)
        let root = folder.path
        for url in files where url.path.hasPrefix("\(root)/") {
            let relative = String(url.path.dropFirst(root.count + 1))
            if relative.contains(".xcodeproj/") || relative.contains(".xcworkspace/") { continue }
            if let bundle = relative.firstRange(of: ".xcdatamodeld/") {
                let model = folder.appending(path: relative[..<bundle.lowerBound] + ".xcdatamodeld")
                if !models.contains(model) { models.append(model) }
                continue
            }
            switch url.pathExtension {
            case "swift" where !Self.isTest(url, in: project): sources.append(url)
            case "xcstrings", "strings", "stringsdict": isLocalized = true
            case "entitlements", "xib", "storyboard", "h", "m", "mm", "pch", "intentdefinition", "metal":
                excluded.append(relative)
            default: break
            }
        }
        for url in sources { imports.formUnion(TokenList(try SourceText(path: url.path)).imports.map(\.module)) }
        let others = swift.filter { !$0.path.hasPrefix("\(root)/") }.compactMap {
            $0.pathComponents.dropFirst(project.pathComponents.count).first
        }
        otherFolders = Set(others).sorted()
    }

    /// Returns the file with the app's entry. Widgets and watch apps have one, too.
    private static func entry(in files: [URL], of project: URL, named name: String?) throws(Problem) -> URL? {
        let evaluator = ClauseEvaluator(configuration: LinuxConfiguration(conditions: [], modules: []))
        var found: (url: URL, rank: (Int, Int, Int))?
        for url in files {
            let text = try SourceText(path: url.path)
            guard text.contains("@main") || url.lastPathComponent == "main.swift" else { continue }
            let types = FolderRewriting.facts(of: text, evaluator).types
            let isApp = types.contains { $0.inherited.contains("App") || $0.inherited.contains("SwiftUI.App") }
            let folder = url.pathComponents.dropFirst(project.pathComponents.count).first
            let rank = (isApp ? 0 : 1, folder == name ? 0 : 1, url.pathComponents.count)
            if found.map({ rank < $0.rank }) ?? true { found = (url, rank) }
        }
        return found?.url
    }

    private static func projectName(_ path: String) -> String? {
        path.split(separator: "/").first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
    }

    private static func identifier(_ name: String) -> String {
        let letters = name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return letters.first?.isNumber == true ? "_" + String(letters) : String(letters)
    }

    private static func isTest(_ url: URL, in project: URL) -> Bool {
        url.pathComponents.dropFirst(project.pathComponents.count).contains { $0.hasSuffix("Tests") || $0 == "Pods" }
            || url.lastPathComponent == "Package.swift"
    }

    private static func files(in folder: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [])
        var files: [URL] = []
        while let url = enumerator?.nextObject() as? URL {
            if url.lastPathComponent.hasPrefix(".") {
                enumerator?.skipDescendants()
            } else {
                files.append(url.standardizedFileURL)
            }
        }
        return files.sorted { $0.path < $1.path }
    }
}
