import Foundation
import StrataManagedAccessors
import Testing

@Suite("The app's target among those of an Xcode project")
struct FolderTargetsTests {
    private let folder = XcodeFolder()

    private func write(_ name: String, _ text: String = "") throws {
        let url = folder.url.appending(path: "Repo/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Returns the manifest that the folder gets, and the page about it.
    private func prepared() throws -> (manifest: String, page: String) {
        let root = folder.url.appending(path: "Repo")
        let page = try FolderPreparation(folder: root, strata: folder.url.appending(path: "strata")).run()
        return (try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8), page)
    }

    /// Writes an Xcode project with objects as Xcode writes them, by their identifiers.
    private func writeProject(_ name: String, _ objects: [String: String]) throws {
        let list = objects.map { "\t\t\($0.key) /* comment */ = {\($0.value)};\n" }.sorted().joined()
        try write(
            "\(name).xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {
            \tarchiveVersion = 1;
            \tobjectVersion = 56;
            \tobjects = {
            \(list)\t};
            \trootObject = ROOT /* Project object */;
            }
            """)
    }

    private static func target(_ name: String, kind: String = "application", _ rest: String) -> String {
        "isa = PBXNativeTarget; name = \"\(name)\"; productType = \"com.apple.product-type.\(kind)\"; \(rest)"
    }

    @Test("An app of two folders has the folder around them, without the folders of other targets")
    func severalFolders() throws {
        try write("Shared/TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        try write("Shared/Model.xcdatamodeld/Model.xcdatamodel/contents", "<model/>")
        try write("Shared/Info.plist", "<plist/>")
        try write("iOS/Touch.swift", "struct Touch {}\n")
        try write("iOS/Trips.entitlements", "<plist/>")
        try write("macOS/Pointer.swift", "struct Pointer {}\n")
        try write("Widget/Widget.swift", "import WidgetKit\n@main struct W: WidgetBundle {}\n")
        try write("README.md", "# Trips\n")
        let group = "isa = PBXFileSystemSynchronizedRootGroup; sourceTree = \"<group>\"; path ="
        try writeProject(
            "Trips",
            [
                "ROOT": "isa = PBXProject; mainGroup = MAIN; targets = (WIDGET, PHONE, MAC, );",
                "MAIN": "isa = PBXGroup; children = (SHARED, IOS, MACOS, WIDGETS, ); sourceTree = \"<group>\";",
                "SHARED": "\(group) Shared; exceptions = (PLIST, MODEL, );", "IOS": "\(group) iOS;", "MACOS": "\(group) macOS;",
                "WIDGETS": "\(group) Widget;",
                "PLIST":
                    "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = PHONE; membershipExceptions = (Info.plist, );",
                "MODEL":
                    "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = WIDGET; membershipExceptions = (Model.xcdatamodeld, );",
                "PHONE": Self.target(
                    "Trips (iOS)", "buildConfigurationList = LIST; fileSystemSynchronizedGroups = (SHARED, IOS, );"),
                "MAC": Self.target("Trips (macOS)", "fileSystemSynchronizedGroups = (SHARED, MACOS, );"),
                "WIDGET": Self.target("Widget", kind: "app-extension", "fileSystemSynchronizedGroups = (WIDGETS, );"),
                "LIST": "isa = XCConfigurationList; buildConfigurations = (DEBUG, );",
                "DEBUG": "isa = XCBuildConfiguration; buildSettings = { PRODUCT_NAME = \"My Trips\"; };",
            ])
        let (manifest, page) = try prepared()
        #expect(manifest.contains(#"path: ".","#))
        #expect(manifest.contains(#"name: "My_Trips","#))
        #expect(
            manifest.contains(
                #"let exclude: [String] = ["README.md", "Trips.xcodeproj", "Widget", "iOS/Trips.entitlements", "macOS"]"#))
        #expect(page.contains("Not part of the target: Widget, macOS."))
    }

    @Test("A project that lists its files has those of the target, wherever they are")
    func listedFiles() throws {
        try write("Sources/App.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        try write("Sources/Old.swift", "struct Old {}\n")
        try write("Sources/de.lproj/Localizable.strings", "")
        try write("Sources/Assets.xcassets/Contents.json", "{}")
        try write("SourcesTests/T.swift", "struct T {}\n")
        let file = "isa = PBXFileReference; sourceTree = \"<group>\"; path ="
        try writeProject(
            "Trips",
            [
                "ROOT": "isa = PBXProject; mainGroup = MAIN; targets = (APP, );",
                "MAIN": "isa = PBXGroup; children = (GROUP, ); sourceTree = \"<group>\";",
                "GROUP": "isa = PBXGroup; children = (F1, F2, STRINGS, ASSETS, ); path = Sources; sourceTree = \"<group>\";",
                "F1": "\(file) App.swift;", "F2": "\(file) Old.swift;", "ASSETS": "\(file) Assets.xcassets;",
                "STRINGS": "isa = PBXVariantGroup; children = (DE, ); name = Localizable.strings; sourceTree = \"<group>\";",
                "DE": "\(file) de.lproj/Localizable.strings; name = de;",
                "APP": Self.target("Trips", "buildPhases = (CODE, FILES, );"),
                "CODE": "isa = PBXSourcesBuildPhase; files = (B1, );",
                "FILES": "isa = PBXResourcesBuildPhase; files = (B2, B3, );",
                "B1": "isa = PBXBuildFile; fileRef = F1;", "B2": "isa = PBXBuildFile; fileRef = STRINGS;",
                "B3": "isa = PBXBuildFile; fileRef = ASSETS;",
            ])
        let manifest = try prepared().manifest
        #expect(manifest.contains(#"path: "Sources","#))
        #expect(manifest.contains(#"name: "Trips","#))
        #expect(manifest.contains(#"let exclude: [String] = ["Old.swift"]"#))
        #expect(manifest.contains(#"defaultLocalization: "en","#))
    }

    @Test("The app is looked for beside the Xcode project, also below the given folder")
    func projectBelow() throws {
        try write("ios/App.xcodeproj/project.pbxproj", "// !$*UTF8*$!")
        try write("ios/App/TheApp.swift", "import SwiftUI\n@main struct TheApp: App {}\n")
        try write("ios/AppTests/T.swift", "struct T {}\n")
        try write("ios/Widget/Widget.swift", "@main struct W {}\n")
        try write("server/Sources/main.swift", "print(1)\n")
        let (manifest, page) = try prepared()
        #expect(manifest.contains(#"path: "ios/App","#))
        #expect(manifest.contains(#"name: "App","#))
        #expect(manifest.contains("let exclude: [String] = []"))
        #expect(page.contains("Not part of the target: ios/Widget, server."))
    }

    @Test("Sources beside the project are the app, without tests, Pods and the folders of other programs")
    func sourcesBesideProject() throws {
        try write("Trips.xcodeproj/project.pbxproj", "// !$*UTF8*$!")
        try write("TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        try write("Views/List.swift", "struct List {}\n")
        try write("TripsUITests/T.swift", "struct T {}\n")
        try write("Pods/P/P.swift", "struct P {}\n")
        try write("Widget/Widget.swift", "@main struct W {}\n")
        try write("Widget/Data.json", "{}")
        let manifest = try prepared().manifest
        #expect(manifest.contains(#"path: ".","#))
        #expect(manifest.contains(#"name: "Trips","#))
        #expect(manifest.contains(#"let exclude: [String] = ["Pods", "Trips.xcodeproj", "TripsUITests", "Widget"]"#))
    }

    @Test("The module has the name of the project, and not that of a folder that every app has")
    func nameOfModule() throws {
        try write("Trips.xcodeproj/project.pbxproj", "// !$*UTF8*$!")
        try write("App/TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        let manifest = try prepared().manifest
        #expect(manifest.contains(#"path: "App","#))
        #expect(manifest.components(separatedBy: #"name: "Trips","#).count == 3)
    }

    @Test(
        "Without a project the module has the name of the app's folder, or of the given one if it has a general name",
        arguments: [("Trips", "Trips"), ("Sources", "Repo"), ("App", "Repo"), ("Shared", "Repo"), ("iOS", "Repo")])
    func nameWithoutProject(_ directory: String, _ name: String) throws {
        try write("\(directory)/TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        let manifest = try prepared().manifest
        #expect(manifest.contains("path: \"\(directory)\","))
        #expect(manifest.components(separatedBy: "name: \"\(name)\",").count == 3)
    }

    /// Writes the project Trips, whose only target has the folder Trips and one configuration, and its
    /// source.
    private func writeApp(_ settings: String, _ objects: [String: String] = [:]) throws {
        try write("Trips/TripsApp.swift", "import SwiftUI\n@main struct TripsApp: App {}\n")
        let own = [
            "ROOT": "isa = PBXProject; mainGroup = MAIN; targets = (APP, );",
            "MAIN": "isa = PBXGroup; children = (GROUP, ); sourceTree = \"<group>\";",
            "GROUP":
                "isa = PBXFileSystemSynchronizedRootGroup; exceptions = (PLIST, ); path = Trips; sourceTree = \"<group>\";",
            "PLIST":
                "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = APP; membershipExceptions = (Other/Info.plist, );",
            "APP": Self.target("Trips", "buildConfigurationList = LIST; fileSystemSynchronizedGroups = (GROUP, );"),
            "LIST": "isa = XCConfigurationList; buildConfigurations = (DEBUG, );",
            "DEBUG": "isa = XCBuildConfiguration; name = Debug; buildSettings = { \(settings) };",
        ]
        try writeProject("Trips", own.merging(objects) { $1 })
    }

    @Test(
        "The Info.plist that the build settings name belongs to the app, also alone in its folder",
        arguments: ["Trips/Other/Info.plist", "\"$(SRCROOT)/${TARGET_NAME}/Other/Info.plist\""])
    func informationAlone(_ path: String) throws {
        try write("Trips/Other/Info.plist", "<plist/>")
        try writeApp("INFOPLIST_FILE = \(path);")
        let manifest = try prepared().manifest
        #expect(manifest.contains(#"path: "Trips","#))
        #expect(manifest.contains("let exclude: [String] = []"))
    }

    @Test(
        "An Info.plist outside of the sources' folder makes no larger one the target's",
        arguments: ["Info.plist", "Trips-Info.plist"])
    func informationBeside(_ name: String) throws {
        try write(name, "<plist/>")
        try writeApp("INFOPLIST_FILE = \"\(name)\";")
        #expect(try prepared().manifest.contains(#"path: "Trips","#))
    }

    @Test("Files that a phase copies into the app or its resources belong to it, and what it embeds does not")
    func copiedFiles() throws {
        for name in ["Wrapper/a.json", "Resources/b.json", "PlugIns/c.json"] { try write("Data/\(name)", "{}") }
        let file = "isa = PBXFileReference; sourceTree = SOURCE_ROOT; path ="
        let phase = "isa = PBXCopyFilesBuildPhase; dstPath = \"\"; dstSubfolderSpec ="
        try writeApp(
            "",
            [
                "MAIN": "isa = PBXGroup; children = (GROUP, FA, FB, FC, ); sourceTree = \"<group>\";",
                "APP": Self.target("Trips", "buildPhases = (P1, P7, P13, ); fileSystemSynchronizedGroups = (GROUP, );"),
                "P1": "\(phase) 1; files = (BA, );", "P7": "\(phase) 7; files = (BB, );", "P13": "\(phase) 13; files = (BC, );",
                "BA": "isa = PBXBuildFile; fileRef = FA;", "BB": "isa = PBXBuildFile; fileRef = FB;",
                "BC": "isa = PBXBuildFile; fileRef = FC;", "FA": "\(file) Data/Wrapper/a.json;",
                "FB": "\(file) Data/Resources/b.json;", "FC": "\(file) Data/PlugIns/c.json;",
            ])
        #expect(try prepared().manifest.contains(#"let exclude: [String] = ["Data/PlugIns", "Trips.xcodeproj"]"#))
    }

    @Test(
        "The module has the name in the default configuration, that of the module before that of the product",
        arguments: [
            ("PRODUCT_NAME = Voyages; PRODUCT_MODULE_NAME = TripsKit;", "TripsKit"),
            ("PRODUCT_NAME = \"My Voyages\"; PRODUCT_MODULE_NAME = \"$(PRODUCT_NAME:c99extidentifier)\";", "My_Voyages"),
            ("PRODUCT_NAME = \"$(TARGET_NAME)\";", "Trips"), ("", "Trips"),
        ])
    func namesInSettings(_ settings: String, _ name: String) throws {
        try writeApp(
            "PRODUCT_NAME = \"Voyages Dev\"; PRODUCT_MODULE_NAME = Dev;",
            [
                "LIST":
                    "isa = XCConfigurationList; buildConfigurations = (DEBUG, RELEASE, ); defaultConfigurationName = Release;",
                "RELEASE": "isa = XCBuildConfiguration; name = Release; buildSettings = { \(settings) };",
            ])
        #expect(try prepared().manifest.components(separatedBy: "name: \"\(name)\",").count == 3)
    }

    @Test("The page names the files of the target that are not in the folder")
    func missingFiles() throws {
        let file = "isa = PBXFileReference; sourceTree = SOURCE_ROOT; path ="
        try writeApp(
            "",
            [
                "MAIN": "isa = PBXGroup; children = (GROUP, FA, FB, ); sourceTree = \"<group>\";",
                "APP": Self.target("Trips", "buildPhases = (CODE, ); fileSystemSynchronizedGroups = (GROUP, );"),
                "CODE": "isa = PBXSourcesBuildPhase; files = (BA, BB, );",
                "BA": "isa = PBXBuildFile; fileRef = FA;", "BB": "isa = PBXBuildFile; fileRef = FB;",
                "FA": "\(file) ../Common/Tax.swift;", "FB": "\(file) Lost.swift;",
            ])
        let outside = folder.url.appending(path: "Common/Tax.swift").standardizedFileURL.path
        let (manifest, page) = try prepared()
        #expect(manifest.contains(#"path: "Trips","#))
        #expect(page.contains("not found in this folder: \(outside), Lost.swift. Copy them into"))
    }
}
