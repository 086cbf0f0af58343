import Foundation

@testable import StrataManagedAccessors

/// An Xcode folder that a test makes, and the copies of its files for Linux.
final class XcodeFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)")
    private(set) var names: [String] = []
    private(set) var models: [String] = []
    private(set) var mappings: [String] = []
    var conditions: Set<String> = []
    var modules: Set<String> = []

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ text: String) throws {
        try file("App/\(name)", text)
        if !names.contains(name) { names.append(name) }
    }

    /// Adds a model with entities as XML.
    func writeModel(_ entities: String, named name: String = "Model") throws {
        try file(
            "App/\(name).xcdatamodeld/\(name).xcdatamodel/contents",
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            \(entities)
            </model>
            """)
        if !models.contains(name) { models.append(name) }
    }

    /// Adds a mapping model with the text of its file.
    func writeMapping(_ text: String, named name: String) throws {
        try file("App/\(name).xcmappingmodel/xcmapping.xml", text)
        if !mappings.contains(name) { mappings.append(name) }
    }

    private func file(_ name: String, _ text: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The program that rewrites, as the cache knows it.
    var program = "1"

    private var rewriting: FolderRewriting {
        var rewriting = FolderRewriting(
            module: "App",
            files: names.map { .init(source: url.appending(path: "App/\($0)").path, copy: path(ofCopy: $0)) },
            models: models.map { name in
                .init(
                    folder: url.appending(path: "App/\(name).xcdatamodeld").path, code: path(ofCopy: "\(name).swift"),
                    archive: path(ofCopy: "\(name).momd"))
            }
                + mappings.map { name in
                    .init(
                        folder: url.appending(path: "App/\(name).xcmappingmodel").path, code: path(ofCopy: "\(name).swift"),
                        archive: path(ofCopy: "\(name).cdm"))
                },
            conditions: conditions, modules: modules, cache: url.appending(path: "cache.plist"))
        rewriting.program = program
        rewriting.moduleFile = path(ofCopy: "StrataModule.swift")
        return rewriting
    }

    func path(ofCopy name: String) -> String {
        url.appending(path: "copies/\(name.replacing("/", with: "-"))").path
    }

    /// Writes the copies, and returns the problems with file names in place of paths.
    @discardableResult
    func build() -> [String] {
        do throws(Problems) {
            return described(try rewriting.run())
        } catch {
            return described(error.list)
        }
    }

    private func described(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacing(url.path + "/App/", with: "") }
    }

    /// Returns the copy of a file, with its header.
    func wholeCopy(_ name: String) throws -> String {
        try String(contentsOfFile: path(ofCopy: name), encoding: .utf8)
    }

    /// Returns the copy of a file without its header.
    func copy(_ name: String) throws -> String {
        let text = try wholeCopy(name)
        guard let header = text.firstRange(of: ", line: 1)\n") else { return text }
        return String(text[header.upperBound...])
    }

    /// Returns the copy of a file that is alone in its folder.
    static func copy(of text: String) throws -> String {
        let folder = XcodeFolder()
        try folder.write("A.swift", text)
        folder.build()
        return try folder.copy("A.swift")
    }

    /// Returns the problems of a file that is alone in its folder.
    static func problems(of text: String) throws -> [String] {
        let folder = XcodeFolder()
        try folder.write("A.swift", text)
        return folder.build()
    }
}
