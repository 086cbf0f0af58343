import Testing

@testable import StrataManagedAccessors

@Suite("What a module has in addition on Linux")
struct ModuleFileTests {
    @Test("The members of the app's module hide those of Foundation, with the bundle of the app's resources")
    func members() {
        let text = ModuleFile(module: "Trips", modules: ["SwiftUI"]).text
        #expect(text.contains("import CoreData\npublic import Foundation\n\nextension Foundation.Bundle {\n"))
        let main = "nonisolated static var main: Foundation.Bundle { CoreData.StrataApp.main(of: \"Trips\") }\n"
        #expect(text.contains("    @_disfavoredOverload @usableFromInline\n    \(main)"))
        for member in ["var infoDictionary:", "var bundleIdentifier:", "func object(forInfoDictionaryKey", "init(for type:"] {
            #expect(text.contains(member))
        }
    }

    @Test func `the versions of a model are found by members that hide those of Foundation`() {
        let text = ModuleFile(module: "Trips", modules: ["CoreData"]).text
        for call in [
            "url(forResource: name, withExtension: ext, subdirectory: subpath, in: self)",
            "urls(forResourcesWithExtension: ext, subdirectory: subpath, in: self)",
            "path(forResource: name, ofType: ext, inDirectory: subpath, in: self)",
            "paths(forResourcesOfType: ext, inDirectory: subpath, in: self)",
        ] {
            #expect(text.contains("CoreData.StrataApp.\(call)\n"))
        }
        let urls = "func urls(forResourcesWithExtension ext: String, subdirectory subpath: String?) -> [URL]? {\n"
        #expect(text.contains("    @usableFromInline\n    nonisolated \(urls)"))
    }

    @Test("A module without Core Data keeps Foundation's bundle")
    func foreignModule() {
        #expect(!ModuleFile(module: "Trips", modules: ["Algorithms"]).text.contains("extension"))
    }

    @Test("The plug-in's command writes the file, and does not write it again without a change")
    func written() throws {
        let folder = XcodeFolder()
        folder.modules = ["CoreData"]
        try folder.write("A.swift", "let a = Bundle.main\n")
        #expect(folder.build() == [])
        #expect(try folder.wholeCopy("StrataModule.swift") == ModuleFile(module: "App", modules: ["CoreData"]).text)
        #expect(try folder.copy("A.swift") == "let a = Bundle.main\n")
    }

    @Test("The names in @objc of classes that are no managed objects are registered for archives")
    func archivedClasses() throws {
        let folder = XcodeFolder()
        folder.modules = ["CoreData"]
        try folder.write(
            "A.swift",
            """
            @objc(Words) class Words: NSObject, NSSecureCoding {}
            @objc(MOTags) public final class Tags: Words {}
            @objc(Quake) class Quake: NSManagedObject {}
            @objc class Plain: NSObject {}
            enum Space { @objc(Inner) class Inner: NSObject {} }
            """)
        #expect(folder.build() == [])
        let code = try folder.wholeCopy("StrataModule.swift")
        #expect(code.contains(#"    CoreData.StrataApp.register(classes: ["MOTags": "App.Tags", "Words": "App.Words"])"#))
        #expect(
            code.contains(
                "@section(\".init_array\") @used\nnonisolated private let registerClasses: @convention(c) () -> Void = {"))
        try folder.write("A.swift", "class Words: NSObject, NSSecureCoding {}")
        folder.build()
        #expect(!(try folder.wholeCopy("StrataModule.swift").contains("register")))
    }
}
