import CoreData
import Foundation
import Testing

@testable import XcodeFolder

@Suite("The main bundle of an Xcode folder")
struct BundleTests {
    @Test("The main bundle has the resources, the compiled model and the Info.plist of the folder")
    func mainBundle() throws {
        #expect(try Awards().names == ["First", "Second"])
        #expect(Awards.name == "XcodeFolder")
        #expect(!Awards.identifier.isEmpty)
        #expect(Awards.greeting == "Hello")
        #expect(Awards.version == "2.1")
        let model = try #require(Awards.model)
        #expect(NSManagedObjectModel(contentsOf: model)?.entitiesByName["Item"] != nil)
    }

    @Test func `the bundle has a file for each version of a compiled model`() throws {
        #expect(Versions.names == ["Playlist", "Playlist 2"])
        #expect(Versions.all.compactMap(NSManagedObjectModel.init).map { $0.entities.map(\.name) } == [["Song"], ["Track"]])
        #expect(Versions.url("Playlist").flatMap(NSManagedObjectModel.init)?.entitiesByName["Song"] != nil)
        #expect(Versions.url("Playlist 3") == nil)
        #expect(Versions.path("Playlist 2") == Versions.all.last?.path)
        #expect(Versions.paths == Versions.all.map(\.path))
        #expect(Versions.models == ["Journal.momd", "Playlist.momd"])
    }

    @Test("The bundle is that of the app as the default of a public parameter")
    func publicDefault() throws {
        #expect(try Medals().first == "First")
    }

    @Test("A test that sees the members of the app's bundle and those of Foundation calls the latter")
    func bundleOfTests() {
        #expect(Bundle.main.bundlePath != Awards.mainPath)
        #expect(Bundle(for: Awards.self).bundlePath != Awards.mainPath)
        #expect(Bundle.main.infoDictionary?["Greeting"] == nil)
    }

    @Test("The app has neither a model nor another resource of a folder that the manifest excludes")
    func excludedFolder() throws {
        let bundle = try #require(Bundle(path: Awards.mainPath))
        #expect(bundle.url(forResource: "Journal", withExtension: "momd") != nil)
        #expect(bundle.url(forResource: "Snapshots", withExtension: "momd") == nil)
        #expect(bundle.url(forResource: "Sizes", withExtension: "json") == nil)
    }
}
