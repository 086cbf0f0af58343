import Foundation
import StrataArchives
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
