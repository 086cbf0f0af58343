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

    /// The packages of the system that Strata is built with, of which the manifest names the providers.
    package static let packages = ["libmd-dev", "libsqlite3-dev", "zlib1g-dev"]

    private static let anchorText = """
        // The sources that Linux has in addition. XcodeFolderPlugin compiles the rest of the folder as it is.

        """

    private func page(_ app: AppFolder, _ written: [URL]) throws(Problem) -> String {
        let problems = try problems(of: app)
        var lines = ["# \(app.name) on Linux", "", "Written:", ""]
        lines += written.map { "- \(relative($0.path))" }
        lines += [
            "", "A build needs packages of the system: `sudo apt-get install \(Self.packages.joined(separator: " "))`.", "",
            "Build it with `swift build` in \(folder.path).", "",
        ]
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
        if !app.missing.isEmpty {
            let names = app.missing.map(relative).joined(separator: ", ")
            lines += ["Part of the target, but not found in this folder: \(names). Copy them into \(app.folder.path).", ""]
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
