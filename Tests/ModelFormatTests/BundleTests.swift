import Foundation
import StrataModelFormat
import Testing

@Suite("Bundles")
final class BundleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ModelFormatTests-\(UUID().uuidString)")
    private static let emptyModel = "<model/>"

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes a bundle with versions, and with `.xccurrentversion` if it gets a text for it.
    private func bundle(_ name: String = "Zoo.xcdatamodeld", versions: [String], current: String? = nil) throws -> URL {
        let url = folder.appendingPathComponent(name)
        for version in versions {
            let versionURL = url.appendingPathComponent(version)
            try FileManager.default.createDirectory(at: versionURL, withIntermediateDirectories: true)
            try Self.emptyModel.write(to: versionURL.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        }
        if let current {
            try current.write(to: url.appendingPathComponent(".xccurrentversion"), atomically: true, encoding: .utf8)
        }
        return url
    }

    private func currentVersion(_ name: String) -> String {
        "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>"
    }

    @Test func `versions are in the order of their numbers`() throws {
        let names = ["Zoo 10.xcdatamodel", "Zoo 2.xcdatamodel", "Zoo.xcdatamodel"]
        let read = try ModelBundle(contentsOf: bundle(versions: names, current: currentVersion("Zoo 10.xcdatamodel")))
        #expect(read.name == "Zoo")
        #expect(read.versions.map(\.name) == ["Zoo", "Zoo 2", "Zoo 10"])
        #expect(read.currentVersion.name == "Zoo 10")
    }

    @Test func `without a current version, the first one counts`() throws {
        let read = try ModelBundle(contentsOf: bundle(versions: ["B.xcdatamodel", "A.xcdatamodel"]))
        #expect(read.currentVersionName == "A")
    }

    @Test func `the current version is read without the others`() throws {
        let url = try bundle(versions: ["A.xcdatamodel", "B.xcdatamodel"], current: currentVersion("B.xcdatamodel"))
        let other = url.appendingPathComponent("A.xcdatamodel/contents")
        try "broken".write(to: other, atomically: true, encoding: .utf8)
        #expect(try ModelBundle.currentVersion(contentsOf: url).name == "B")
        #expect(throws: ModelFileError.self) { try ModelBundle(contentsOf: url) }
    }

    @Test func `a lone model is a bundle of one`() throws {
        let url = try bundle(versions: ["Zoo2.1.xcdatamodel"]).appendingPathComponent("Zoo2.1.xcdatamodel")
        let read = try ModelBundle(contentsOf: url)
        #expect(read.name == "Zoo2.1")
        #expect(read.versions.map(\.name) == ["Zoo2.1"])
    }

    @Test func `symbolic links to versions are followed`() throws {
        let url = try bundle(versions: ["A.xcdatamodel"])
        let link = folder.appendingPathComponent("Link.xcdatamodeld")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(try ModelBundle(contentsOf: link).versions.map(\.name) == ["A"])
    }

    private func message(_ url: URL) -> String? {
        #expect(throws: ModelFileError.self) { try ModelBundle(contentsOf: url) }?.message
    }

    @Test func `a path without a model or version is an error that says what is missing`() throws {
        #expect(message(folder.appendingPathComponent("None.xcdatamodeld")) == "There is nothing at this path.")
        let bare = try bundle("Bare.xcdatamodeld", versions: [], current: nil)
        try FileManager.default.createDirectory(at: bare, withIntermediateDirectories: true)
        #expect(message(bare) == "The bundle has no version: no .xcdatamodel folder is in it.")
        #expect(message(folder) == "This is no model: name an .xcdatamodeld or .xcdatamodel folder.")
        let compiled = folder.appendingPathComponent("Zoo.momd")
        try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
        #expect(
            message(compiled) == "This is a model that Apple's compiler made. Name the .xcdatamodeld folder it was made from.")
        let hollow = bare.appendingPathComponent("A.xcdatamodel")
        try FileManager.default.createDirectory(at: hollow, withIntermediateDirectories: true)
        #expect(message(bare) == "The model has no file “contents”.")
        try FileManager.default.createDirectory(at: hollow.appendingPathComponent("contents"), withIntermediateDirectories: true)
        #expect(message(bare) == "“contents” is a folder, not a file.")
        try FileManager.default.removeItem(at: hollow.appendingPathComponent("contents"))
        try Data().write(to: hollow.appendingPathComponent("elements"))
        #expect(
            message(bare) == "This model is in the format of Xcode 3, which is not XML. Open it in a newer Xcode and save it.")
    }

    @Test func `a current version that the bundle does not have is an error`() throws {
        let url = try bundle(versions: ["A.xcdatamodel", "B.xcdatamodel"], current: currentVersion("C.xcdatamodel"))
        #expect(message(url) == "The current version “C.xcdatamodel” is not in the bundle, which has A, B.")
        try "nonsense".write(to: url.appendingPathComponent(".xccurrentversion"), atomically: true, encoding: .utf8)
        #expect(message(url) == "This is no property list with a string under _XCCurrentVersionName.")
    }

    @Test func `a list that names no current version counts as none`() throws {
        let url = try bundle(versions: ["A.xcdatamodel"], current: "<plist version=\"1.0\"><dict/></plist>")
        #expect(try ModelBundle(contentsOf: url).currentVersionName == "A")
    }

    @Test func `a bundle is written with its current version`() throws {
        let one = ModelVersion(name: "One", model: try EveryElement.model())
        let two = ModelVersion(name: "Two", model: ModelElement())
        let url = folder.appendingPathComponent("Written.xcdatamodeld")
        try ModelBundle(url: url, versions: [one, two], currentVersionName: "Two").write(to: url)
        let read = try ModelBundle(contentsOf: url)
        #expect(read.currentVersionName == "Two")
        #expect(read.versions.map(\.model) == [one.model, two.model])
    }
}
