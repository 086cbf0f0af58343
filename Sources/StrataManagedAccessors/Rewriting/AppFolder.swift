import Foundation

/// An app in the folder of an Xcode project.
struct AppFolder {
    let project: URL
    /// The name of the app's module: that of the target's module or product, or else of the project or
    /// of its folder.
    let name: String
    /// The folder with the app's sources.
    let folder: URL
    private(set) var sources: [URL] = []
    private(set) var models: [URL] = []
    /// Files and folders that a manifest has to exclude, relative to the folder.
    private(set) var excluded: [String] = []
    /// Whether the app has translations.
    private(set) var isLocalized = false
    /// The modules that the sources import.
    private(set) var imports: Set<String> = []
    /// Other folders with Swift files, relative to the given folder.
    private(set) var otherFolders: [String] = []
    /// The paths of files and folders of the Xcode target that are not in the given folder.
    private(set) var missing: [String] = []

    /// Finds the app: the target of the project with the file that has `@main`, or else the folder of
    /// this file.
    ///
    /// - Throws: `Problem` if there is none.
    init(project: URL) throws(Problem) {
        self.project = project
        let files = Self.files(in: project)
        let swift = files.filter { $0.pathExtension == "swift" && !Self.isTest($0, in: project) }
        guard FileManager.default.fileExists(atPath: project.path) else {
            throw Problem(at: nil, "There is no folder \(project.path).")
        }
        let projects = files.filter { $0.pathExtension == "xcodeproj" && !Self.isTest($0, in: project) }
        let entries = try Self.entries(in: swift, of: projects)
        guard let main = entries.first else {
            throw Problem(
                at: nil, "No Swift file in \(project.path) has '@main', so that there is no app. Name the folder of the project.")
        }
        let xcode = Self.project(of: main, in: projects)
        let base = xcode?.deletingLastPathComponent() ?? project
        let first = Self.parts(of: main, in: base).dropLast().first
        let target = xcode.flatMap(XcodeProject.init).flatMap { Self.target(of: $0, with: main, xcode) }
        let members: [URL]
        if let target {
            let listed = files.filter { target.contains($0.path) && !Self.isFolder($0) }
            // An Info.plist beside the folder of the sources does not make a larger one the target's.
            let folder = Self.commonFolder(of: listed.filter { $0.lastPathComponent != "Info.plist" }) ?? base
            members = listed.filter { $0.path.hasPrefix("\(folder.path)/") }
            self.folder = folder
        } else {
            let folder = first.map { base.appending(path: $0) } ?? base
            let inside = entries.dropFirst().filter { $0.path.hasPrefix("\(folder.path)/") }
            let others = Set(inside.compactMap { Self.parts(of: $0, in: folder).dropLast().first })
                .subtracting(Self.parts(of: main, in: folder))
            members = files.filter { url in
                url.path.hasPrefix("\(folder.path)/") && !Self.isFolder(url) && !Self.isTest(url, in: project)
                    && !Self.isOfXcode(url) && !others.contains(Self.parts(of: url, in: folder).dropLast().first ?? "")
            }
            self.folder = folder
        }
        let projectName = xcode?.deletingPathExtension().lastPathComponent
        let ownName = first.flatMap { Self.generalNames.contains($0.lowercased()) ? nil : $0 }
        name = Self.identifier(target?.name ?? projectName ?? ownName ?? project.lastPathComponent)
        for url in members { add(url) }
        addExcluded(files, members: members)
        for url in sources { imports.formUnion(TokenList(try SourceText(path: url.path)).imports.map(\.module)) }
        otherFolders = Self.otherFolders(of: swift, sources, in: base, project)
        let paths = Set(files.map(\.path) + [project.path])
        missing = (target?.members ?? []).subtracting(paths).sorted()
    }

    /// Returns the folders of Swift files that have none of the sources: those beside these in the
    /// folder of the Xcode project, and those around it.
    private static func otherFolders(of files: [URL], _ sources: [URL], in base: URL, _ project: URL) -> [String] {
        let depth = parts(of: base, in: project).count
        let name = { (url: URL) -> String? in
            let folders = parts(of: url, in: project).dropLast()
            let count = url.path.hasPrefix("\(base.path)/") ? depth + 1 : 1
            return folders.count < count ? nil : folders.prefix(count).joined(separator: "/")
        }
        return Set(Set(files).subtracting(sources).compactMap(name)).subtracting(sources.compactMap(name)).sorted()
    }

    /// Adds a file of the app.
    private mutating func add(_ url: URL) {
        if let bundle = url.path.firstRange(of: ".xcdatamodeld/") {
            let model = URL(filePath: url.path[..<bundle.lowerBound] + ".xcdatamodeld").standardizedFileURL
            if !models.contains(where: { $0.path == model.path }) { models.append(model) }
            return
        }
        switch url.pathExtension {
        case "swift": sources.append(url)
        case "xcstrings", "strings", "stringsdict": isLocalized = true
        case "entitlements", "xib", "storyboard", "h", "m", "mm", "pch", "intentdefinition", "metal":
            excluded.append(Self.parts(of: url, in: folder).joined(separator: "/"))
        default: break
        }
    }

    /// Adds what is in the app's folder and does not belong to the app: whole folders where nothing in
    /// them does.
    private mutating func addExcluded(_ files: [URL], members: [URL]) {
        let paths = Set(members.map(\.path))
        var folders: Set<String> = []
        for member in members {
            let parts = Self.parts(of: member, in: folder)
            for count in parts.indices { folders.insert(parts.prefix(count).joined(separator: "/")) }
        }
        var skipped: Set<String> = []
        for url in files where url.path.hasPrefix("\(folder.path)/") && !paths.contains(url.path) {
            let parts = Self.parts(of: url, in: folder)
            let relative = parts.joined(separator: "/")
            // The folder with the sources for Linux, and the manifest, which SwiftPM knows.
            guard parts.first != "Linux", !relative.hasPrefix("Package."), !folders.contains(relative) else { continue }
            // A target's Info.plist is none of its files.
            if url.lastPathComponent == "Info.plist", folders.contains(parts.dropLast().joined(separator: "/")) { continue }
            let outer = parts.indices.dropFirst().map { parts.prefix($0).joined(separator: "/") }
            guard skipped.isDisjoint(with: outer) else { continue }
            skipped.insert(relative)
            excluded.append(relative)
        }
        excluded.sort()
    }

    // MARK: The app's files

    /// Returns the files with an entry of a program, that of the app first. Widgets and watch apps have
    /// one, too.
    private static func entries(in files: [URL], of projects: [URL]) throws(Problem) -> [URL] {
        let evaluator = ClauseEvaluator(configuration: LinuxConfiguration(conditions: [], modules: []))
        var found: [(url: URL, rank: (Int, Int, Int, String))] = []
        for url in files {
            let text = try SourceText(path: url.path)
            guard text.contains("@main") || url.lastPathComponent == "main.swift" else { continue }
            let types = FolderRewriting.facts(of: text, evaluator).types
            let isApp = types.contains { $0.inherited.contains("App") || $0.inherited.contains("SwiftUI.App") }
            let isNamed = project(of: url, in: projects).map { xcode in
                parts(of: url, in: xcode.deletingLastPathComponent()).first == xcode.deletingPathExtension().lastPathComponent
            }
            found.append((url, (isApp ? 0 : 1, isNamed == true ? 0 : 1, url.pathComponents.count, url.path)))
        }
        return found.sorted { $0.rank < $1.rank }.map(\.url)
    }

    /// Returns the project that is beside a file or around it, as near as possible.
    private static func project(of file: URL, in projects: [URL]) -> URL? {
        projects.filter { file.path.hasPrefix("\($0.deletingLastPathComponent().path)/") }
            .max { $0.pathComponents.count < $1.pathComponents.count }
    }

    /// Returns the target with the app's entry. Of those for several platforms it is the one with the
    /// project's name, or the first.
    private static func target(of project: XcodeProject, with main: URL, _ url: URL?) -> XcodeProject.App? {
        let apps = project.apps.filter { $0.contains(main.path) }
        return apps.first { $0.name == url?.deletingPathExtension().lastPathComponent } ?? apps.first
    }

    /// Returns the innermost folder around files.
    private static func commonFolder(of files: [URL]) -> URL? {
        let folders = files.map { $0.deletingLastPathComponent().pathComponents.filter { $0 != "/" } }
        guard var common = folders.first else { return nil }
        for folder in folders { common = Array(zip(common, folder).prefix { $0 == $1 }.map(\.0)) }
        // A folder that counts as one file is inside the app's.
        if let bundle = common.firstIndex(where: { $0.contains(".xc") || $0.hasSuffix(".lproj") }) {
            common = Array(common[..<bundle])
        }
        return URL(filePath: "/\(common.joined(separator: "/"))").standardizedFileURL
    }

    // MARK: Paths

    /// Returns the components of a path behind those of a folder.
    private static func parts(of url: URL, in folder: URL) -> [String] {
        Array(url.pathComponents.dropFirst(folder.standardizedFileURL.pathComponents.count))
    }

    private static func identifier(_ name: String) -> String {
        let letters = name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return letters.first?.isNumber == true ? "_" + String(letters) : String(letters)
    }

    private static func isTest(_ url: URL, in project: URL) -> Bool {
        parts(of: url, in: project).contains { $0.hasSuffix("Tests") || $0 == "Pods" }
            || url.lastPathComponent == "Package.swift"
    }

    /// The folders whose names say nothing about the app in them, in lower case.
    private static let generalNames: Set<String> = ["app", "ios", "macos", "shared", "source", "sources", "src"]

    /// Whether a file is one of Xcode's own.
    private static func isOfXcode(_ url: URL) -> Bool {
        url.pathComponents.contains { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
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
