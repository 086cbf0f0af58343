import Foundation

/// The apps of an Xcode project, as far as its `project.pbxproj` shows them.
struct XcodeProject {
    /// A target that builds an app.
    struct App {
        /// The name of the module: the one that the build settings give it, or else that of the product
        /// or of the target.
        var name: String
        /// The files of the target, and the folders all of whose files belong to it.
        var members: Set<String> = []
        /// Files in these folders that do not belong to the target.
        var exceptions: Set<String> = []

        /// Whether a file belongs to the target.
        func contains(_ path: String) -> Bool {
            var path = path[...]
            var isMember = false
            while !path.isEmpty {
                if exceptions.contains(String(path)) { return false }
                if members.contains(String(path)) { isMember = true }
                path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            }
            return isMember
        }
    }

    private typealias Object = [String: Any]

    /// The targets that build an app, in the order of the project.
    private(set) var apps: [App] = []
    private let objects: [String: Object]
    /// The folder with the project.
    private let folder: String
    /// The paths of the project's groups and files, by their identifiers.
    private var paths: [String: String] = [:]
    /// The members of groups, by the identifiers of these.
    private var children: [String: [String]] = [:]

    /// Reads a project.
    ///
    /// - Parameter url: The `.xcodeproj`.
    /// - Returns: Nil for a project that cannot be read.
    init?(_ url: URL) {
        // Ignored: without the project, the folders are found by the sources in them.
        // Safe to decode: the file is in the folder that is compiled.
        guard let data = try? Data(contentsOf: url.appending(path: "project.pbxproj")),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? Object,
            let objects = list["objects"] as? [String: Object],
            let root = (list["rootObject"] as? String).flatMap({ objects[$0] })
        else { return nil }
        self.objects = objects
        folder = url.deletingLastPathComponent().standardizedFileURL.path
        if let group = root["mainGroup"] as? String { addPaths(group, in: folder, folder) }
        apps = Self.strings(root["targets"]).compactMap { app($0) }
    }

    /// Adds the paths of a group or file, and of what is in it.
    private mutating func addPaths(_ id: String, in parent: String, _ root: String) {
        guard paths[id] == nil, let object = objects[id] else { return }
        let base: String
        switch object["sourceTree"] as? String {
        case "<group>", nil: base = parent
        case "SOURCE_ROOT": base = root
        default: return
        }
        let path = (object["path"] as? String).map { URL(filePath: "\(base)/\($0)").standardizedFileURL.path } ?? base
        paths[id] = path
        children[id] = Self.strings(object["children"])
        for child in Self.strings(object["children"]) { addPaths(child, in: path, root) }
    }

    private func app(_ id: String) -> App? {
        guard let target = objects[id], target["productType"] as? String == "com.apple.product-type.application" else {
            return nil
        }
        var app = App(name: moduleName(target) ?? target["name"] as? String ?? "")
        for phase in Self.strings(target["buildPhases"]).compactMap({ objects[$0] }) where Self.hasMembers(phase) {
            for file in Self.strings(phase["files"]) {
                if let reference = objects[file]?["fileRef"] as? String { app.members.formUnion(files(of: reference)) }
            }
        }
        addFolders(of: target, id, to: &app)
        addInformation(of: target, to: &app)
        return app
    }

    /// Whether the files of a phase are in the app: its sources and resources, and those that it copies
    /// into the resources (7) or beside them (1), but not what it embeds, such as frameworks.
    private static func hasMembers(_ phase: Object) -> Bool {
        switch phase["isa"] as? String {
        case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase": true
        case "PBXCopyFilesBuildPhase": ["1", "7"].contains(phase["dstSubfolderSpec"] as? String)
        default: false
        }
    }

    /// Adds the folders whose files Xcode finds itself, and the files of which that is not so.
    private func addFolders(of target: Object, _ id: String, to app: inout App) {
        let own = Set(Self.strings(target["fileSystemSynchronizedGroups"]))
        app.members.formUnion(own.compactMap { paths[$0] })
        for (group, object) in objects {
            guard let folder = paths[group] else { continue }
            for set in Self.strings(object["exceptions"]).compactMap({ objects[$0] }) where set["target"] as? String == id {
                let files = Self.strings(set["membershipExceptions"]).map { "\(folder)/\($0)" }
                if own.contains(group) { app.exceptions.formUnion(files) } else { app.members.formUnion(files) }
            }
        }
    }

    /// Adds the `Info.plist`, which the build settings name. It is in no phase, and Xcode makes it an
    /// exception in a folder whose files it finds itself.
    private func addInformation(of target: Object, to app: inout App) {
        guard var path = setting("INFOPLIST_FILE", of: target), !path.isEmpty else { return }
        for (name, value) in ["SRCROOT": folder, "PROJECT_DIR": folder, "TARGET_NAME": target["name"] as? String ?? ""] {
            path = path.replacing("$(\(name))", with: value).replacing("${\(name)}", with: value)
        }
        guard !path.contains("$") else { return }
        let file = URL(filePath: path.hasPrefix("/") ? path : "\(folder)/\(path)").standardizedFileURL.path
        // One with another name is not read.
        guard file.hasSuffix("/Info.plist") else { return }
        app.members.insert(file)
        app.exceptions.remove(file)
    }

    /// Returns the paths of a file; of the translations, for a file that has some.
    private func files(of id: String) -> [String] {
        let isTranslated = objects[id]?["isa"] as? String == "PBXVariantGroup"
        let ids = isTranslated ? children[id] ?? [] : [id]
        return ids.compactMap { paths[$0] }
    }

    /// Returns the name of the module, or else of the product, in a target's build settings; nil if it
    /// is that of the target.
    private func moduleName(_ target: Object) -> String? {
        ["PRODUCT_MODULE_NAME", "PRODUCT_NAME"].lazy.compactMap { setting($0, of: target) }
            .first { !$0.contains("$") && !$0.isEmpty }
    }

    /// Returns a build setting of a target, as it is written for the default configuration, which is
    /// usually that for release.
    private func setting(_ name: String, of target: Object) -> String? {
        let list = (target["buildConfigurationList"] as? String).flatMap { objects[$0] }
        let configurations = Self.strings(list?["buildConfigurations"]).compactMap { objects[$0] }
        let main = configurations.first { $0["name"] as? String == list?["defaultConfigurationName"] as? String }
        return ((main ?? configurations.first)?["buildSettings"] as? Object)?[name] as? String
    }

    private static func strings(_ value: Any?) -> [String] { value as? [String] ?? [] }
}
