import Foundation
import StrataArchives
import StrataModelFormat
import Testing

@testable import CoreData

@Suite("The bundle of an app in an Xcode folder")
struct AppBundleTests {
    @Test("The resources of a module are in the folder that SwiftPM names after the package and the target")
    func resources() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Trips_Trips.resources", "Trips_My-App.resources", "Longer_My_Trips.resources", "Trips_Old.bundle"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        let name = { (module: String) in StrataApp.resources(of: module, in: folder)?.lastPathComponent }
        #expect(name("Trips") == "Trips_Trips.resources")
        #expect(name("My_App") == "Trips_My-App.resources")
        #expect(name("My_Trips") == "Longer_My_Trips.resources")
        #expect(name("Old") == nil)
        #expect(name("rips") == nil)
        #expect(StrataApp.resources(of: "Trips", in: folder.appending(path: "missing")) == nil)
    }

    @Test("A module without resources has the main bundle, with the entries that Xcode adds")
    func moduleWithoutResources() throws {
        #expect(StrataApp.main(of: "NoSuchModule") == Bundle.main)
        let entries = try #require(StrataApp.information(of: .main, in: "NoSuchModule"))
        #expect(entries["CFBundleName"] as? String == "NoSuchModule")
        #expect(entries["CFBundleIdentifier"] as? String == ProcessInfo.processInfo.processName)
        #expect(AppIdentifiers.contains(ProcessInfo.processInfo.processName))
        #expect(StrataApp.executable(of: .main, in: "NoSuchModule") == Bundle.main.executableURL)
        #expect(StrataApp.path(for: FoundByName.self, in: "CoreDataTests") == Bundle.main.bundlePath)
    }

    /// Returns a bundle with the compiled model `M` of two versions, and a text in the folder `Texts`.
    private func bundle(in folder: TemporaryFolder) throws -> Bundle {
        let contents = ModelSource.contents(#"<entity name="E"/>"#)
        let versions = try ["M", "M 2"].map { name in
            ModelVersion(name: name, model: try ModelElement(contents: contents, file: name))
        }
        let model = ModelBundle(
            url: folder.url.appending(path: "M.xcdatamodeld"), versions: versions, currentVersionName: "M 2")
        try Data(ModelArchive(model, module: "App").text.utf8).write(to: folder.url.appending(path: "M.momd"))
        try FileManager.default.createDirectory(at: folder.url.appending(path: "Texts"), withIntermediateDirectories: true)
        try Data("text".utf8).write(to: folder.url.appending(path: "Texts/a.txt"))
        return try #require(Bundle(url: folder.url))
    }

    @Test func `a version of a compiled model is found in the folder that the model is on Apple's platforms`() throws {
        let folder = try TemporaryFolder()
        let bundle = try bundle(in: folder)
        func url(_ name: String?, _ ext: String?, _ place: String? = "M.momd") -> URL? {
            StrataApp.url(forResource: name, withExtension: ext, subdirectory: place, in: bundle)
        }
        let second = try #require(url("M 2", "mom"))
        #expect(second.path == "\(folder.url.path)/M.momd/M 2.mom")
        #expect(NSManagedObjectModel(contentsOf: second)?.entities.map(\.name) == ["E"])
        #expect(url("M 2", ".mom") == second)
        #expect(url("M 2.mom", nil) == second)
        #expect(url(nil, "mom")?.lastPathComponent == "M.mom")
        #expect(url("M 3", "mom") == nil)
        #expect(url("M 2", "omo") == nil)
        #expect(url("VersionInfo", "plist") == nil)
        #expect(url("M 2", "mom", nil) == nil)
        #expect(url("M 2", "mom", "N.momd") == nil)
        #expect(url("M", "momd", nil)?.lastPathComponent == "M.momd")
        #expect(url("a", "txt", "Texts")?.lastPathComponent == "a.txt")
        let path = StrataApp.path(forResource: "M 2", ofType: "mom", inDirectory: "M.momd", in: bundle)
        #expect(path == second.path)
        #expect(StrataApp.path(forResource: "a", ofType: "txt", inDirectory: "Texts", in: bundle)?.hasSuffix("/a.txt") == true)
    }

    @Test func `the versions of a compiled model are listed by their names`() throws {
        let folder = try TemporaryFolder()
        let bundle = try bundle(in: folder)
        func urls(_ ext: String?, _ place: String?) -> [String]? {
            StrataApp.urls(forResourcesWithExtension: ext, subdirectory: place, in: bundle)?.map(\.lastPathComponent)
        }
        #expect(urls("mom", "M.momd") == ["M.mom", "M 2.mom"])
        #expect(urls(nil, "M.momd") == ["M.mom", "M 2.mom"])
        #expect(urls("omo", "M.momd") == [])
        #expect(urls("momd", nil) == ["M.momd"])
        #expect(urls("txt", "Texts") == ["a.txt"])
        let paths = StrataApp.paths(forResourcesOfType: "mom", inDirectory: "M.momd", in: bundle)
        #expect(paths == ["\(folder.url.path)/M.momd/M.mom", "\(folder.url.path)/M.momd/M 2.mom"])
        let texts = StrataApp.paths(forResourcesOfType: "txt", inDirectory: "Texts", in: bundle)
        #expect(texts.map { ($0 as NSString).lastPathComponent } == ["a.txt"])
    }

    @Test("The entries of the file stay, with the values of build settings, and what Xcode adds is added")
    func entries() {
        let information = AppInformation(module: "Trips", program: "trips")
        let entries = information.entries(of: [
            "CFBundleName": "$(PRODUCT_NAME)", "CFBundleIdentifier": "org.${PRODUCT_NAME:rfc1034identifier}.app",
            "CFBundleShortVersionString": "2.1", "Unknown": "a$(NO_SUCH_SETTING)b", "Number": 3,
            "Nested": ["Types": ["$(PRODUCT_BUNDLE_IDENTIFIER).view"]],
        ])
        #expect(entries["CFBundleName"] as? String == "Trips")
        #expect(entries["CFBundleIdentifier"] as? String == "org.Trips.app")
        #expect(entries["CFBundleShortVersionString"] as? String == "2.1")
        #expect(entries["CFBundleVersion"] as? String == "1")
        #expect(entries["Unknown"] as? String == "ab")
        #expect(entries["Number"] as? Int == 3)
        #expect((entries["Nested"] as? [String: Any])?["Types"] as? [String] == ["trips.view"])
        #expect(information.entries(of: [:])["CFBundleIdentifier"] as? String == "trips")
    }
}
