import Foundation
import StrataManagedAccessors
import Testing

@Suite("The preparation of an Xcode project's folder")
struct FolderPreparationTests {
    private let folder = XcodeFolder()

    private func write(_ name: String, _ text: String) throws {
        let url = folder.url.appending(path: "Trips/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func contents() throws -> [String: String] {
        let root = folder.url.appending(path: "Trips").path
        var files: [String: String] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: root)?.allObjects ?? [] {
            files[name] = try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
        }
        return files
    }

    private func page() throws -> String {
        try FolderPreparation(
            folder: folder.url.appending(path: "Trips"), strata: folder.url.appending(path: "strata")
        ).run()
    }

    private func writeApp() throws {
        try write("Trips.xcodeproj/project.pbxproj", "// !$*UTF8*$!")
        try write("Trips/TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        try write(
            "Trips/Store.swift",
            "import CoreData\nimport UIKit\n\nlet a = #keyPath(Trip.name)\n@objc protocol P {\n    @objc optional func a()\n}\n#if os(iOS)\nimport MapKit\n#endif\n"
        )
        try write(
            "Trips/Center.swift",
            "import Foundation\nfunc a(_ b: Any) {\n    NotificationCenter.default.addObserver(b, selector: #selector(c), name: nil, object: nil)\n}\n"
        )
        try write("Trips/Trips.entitlements", "<plist/>")
        try write("Trips/Localizable.xcstrings", "{}")
        try write("TripsTests/TripsTests.swift", "import UIKit\n")
        try write("Widget/Widget.swift", "import WidgetKit\nstruct W {}\n")
    }

    @Test("It writes the manifest and the source for Linux, and changes nothing else")
    func files() throws {
        try writeApp()
        let before = try contents()
        _ = try page()
        var after = try contents()
        let manifest = try #require(after["Package.swift"])
        #expect(after["Trips/Linux/Linux.swift"]?.hasPrefix("//") == true)
        (after["Package.swift"], after["Trips/Linux/Linux.swift"]) = (nil, nil)
        #expect(after == before)
        #expect(manifest.contains(#"#if os(Linux)"#))
        #expect(manifest.contains(#".package(name: "strata", path: "../strata")"#))
        #expect(manifest.contains(#"let sources: [String]? = ["Linux"]"#))
        #expect(manifest.contains(#"path: "Trips","#))
        #expect(manifest.contains(#"let exclude: [String] = ["Trips.entitlements"]"#))
        #expect(manifest.contains(#"defaultLocalization: "en","#))
    }

    @Test("The page names each place that Linux does not support, with its reason")
    func places() throws {
        try writeApp()
        let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| Trips/") }
        #expect(rows.count == 3)
        #expect(
            rows[0].hasPrefix("| Trips/Center.swift | 3 | 'addObserver' with a selector needs Objective-C, which Linux lacks."))
        #expect(rows[1].hasPrefix("| Trips/Store.swift | 2 | import UIKit: Linux has no UIKit."))
        #expect(rows[2].hasPrefix("| Trips/Store.swift | 6 | An optional requirement of a protocol needs Objective-C"))
        #expect(try contents()["Package.swift"] != nil)
    }

    @Test("The page names the packages of the system that Strata's manifest names")
    func systemPackages() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let named = manifest.matches(of: /\.apt\(\["([^"]+)"\]\)/).map { String($0.output.1) }
        #expect(named.sorted() == FolderPreparation.packages)
        try writeApp()
        #expect(try page().contains("`sudo apt-get install libmd-dev libsqlite3-dev zlib1g-dev`"))
    }

    @Test("The page names other folders with sources, and an app without mistakes has no table")
    func otherFolders() throws {
        try write("Trips/TripsApp.swift", "import SwiftUI\nimport SwiftData\n@main struct TripsApp: App {}\n")
        try write("Widget/Widget.swift", "struct W {}\n")
        let page = try page()
        #expect(page.contains("Not part of the target: Widget."))
        #expect(page.contains("Nothing was found that Linux lacks."))
        #expect(!page.contains("| file |"))
        let manifest = try #require(try contents()["Package.swift"])
        #expect(manifest.contains(#"path: "../strata", traits: ["SwiftData"])"#))
        #expect(manifest.contains(#".product(name: "SwiftData", package: "strata")"#))
    }

    @Test("The app is found beside a widget and a watch app, however deep it is")
    func severalEntries() throws {
        try write("Trips.xcodeproj/project.pbxproj", "// !$*UTF8*$!")
        try write("Trips Watch App/TripsWatchApp.swift", "import SwiftUI\n@main struct TripsWatchApp: App {}\n")
        try write("AWidget/AWidget.swift", "import WidgetKit\n@main\nstruct AWidget: WidgetBundle {}\n")
        try write("Trips/App/TripsApp.swift", "import SwiftUI\n@main\nstruct TripsApp: SwiftUI.App {}\n")
        #expect(try page().contains("Not part of the target: AWidget, Trips Watch App."))
        #expect(try #require(try contents()["Package.swift"]).contains(#"path: "Trips","#))
    }

    @Test("The page names modules that no package brings, and nothing that Strata has")
    func modules() throws {
        try write(
            "Trips/TripsApp.swift",
            """
            import CoreData
            import os
            import Alamofire
            import class UIKit.UIView
            @testable import Trips
            import SwiftUI
            #if canImport(Charts)
            import Charts
            #endif
            class Delegate: NSObject, UIApplicationDelegate {}
            @main struct TripsApp: App {
                @UIApplicationDelegateAdaptor(Delegate.self) private var delegate
                let color = Color(UIColor.red), image: UIImage?, other: NSColor
                let shape: MeshGradient
            }
            """)
        let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| Trips/") }
        #expect(
            rows == [
                "| Trips/TripsApp.swift | 3 | import Alamofire: neither Swift nor Strata has this module on Linux. Add its package to "
                    + "the manifest, or write it between '#if canImport(Alamofire)' and '#endif'. |",
                "| Trips/TripsApp.swift | 4 | import UIKit: Linux has no UIKit. The copy imports SwiftUI, which has UIColor, NSColor, UIImage and "
                    + "the delegates of applications. Write other uses between '#if canImport(UIKit)' and '#endif'. |",
                "| Trips/TripsApp.swift | 14 | MeshGradient: Strata does not have it. |",
            ])
    }

    @Test("A folder that does not exist is an error that says so")
    func missingFolder() {
        let missing = folder.url.appending(path: "Missing")
        let error = #expect(throws: Problems.self) { try FolderPreparation(folder: missing, strata: folder.url).run() }
        #expect(error?.list.map(\.description).first?.contains("There is no folder \(missing.path).") == true)
    }

    @Test("A manifest that is there is not written over, and a folder without an app is an error")
    func refusals() throws {
        try write("A.swift", "let a = 1\n")
        #expect(throws: Problems.self) { _ = try page() }
        try write("Trips/TripsApp.swift", "@main struct TripsApp {}\n")
        try write("Package.swift", "// mine\n")
        #expect(throws: Problems.self) { _ = try page() }
        #expect(try contents()["Package.swift"] == "// mine\n")
        #expect(try contents()["Trips/Linux/Linux.swift"] == nil)
    }
}
