import Foundation
import Testing

@testable import StrataManagedAccessors

@Suite("The copy of a file for Linux")
struct CopyTests {
    private func header(_ text: String) throws -> [Substring] {
        let folder = XcodeFolder()
        try folder.write("A.swift", text)
        folder.build()
        return try folder.wholeCopy("A.swift").split(separator: "\n").prefix { !$0.hasPrefix("#sourceLocation") }.dropFirst().map(
            \.self)
    }

    @Test("The original's path and first line are in front of its text")
    func location() throws {
        let folder = XcodeFolder()
        try folder.write("Sub/A.swift", "let a = 1\n")
        folder.build()
        let path = folder.url.appending(path: "App/Sub/A.swift").path
        #expect(try folder.wholeCopy("Sub/A.swift").hasSuffix("\n#sourceLocation(file: \"\(path)\", line: 1)\nlet a = 1\n"))
    }

    @Test(
        "A file gets the imports that Apple's Foundation implies, and no others",
        arguments: [
            ("import Foundation\nclass A: ObservableObject { @Published var a = 1 }", "import Combine"),
            ("import Foundation\nlet a = URLSession.shared", "import FoundationNetworking"),
            ("import Foundation\nlet a = NSPredicate(value: true)", "import CoreData"),
            ("import Foundation\n@Observable class A {}", "import Observation"),
            ("import CoreData\nlet a = PassthroughSubject<Int, Never>()", "import Combine"),
            ("public import Foundation\npublic let a: URLRequest", "public import FoundationNetworking"),
            ("import Foundation\nlet s = #selector(getter: A.b)", "import CoreData"),
            (
                "import Foundation\nlet a = NSSortDescriptor(key: \"a\", ascending: true); var b: URLResponse?",
                "import CoreData; import FoundationNetworking"
            ),
            ("import Foundation\nclass A: NSSecureUnarchiveFromDataTransformer {}", "import CoreData"),
            ("import Foundation\nlet a = f.containerURL(forSecurityApplicationGroupIdentifier: \"group.a\")", "import CoreData"),
            ("import Foundation\nfunc a(_ activity: NSUserActivity) {}", "import SwiftUI"),
            ("import Foundation\nlet a = NSItemProvider()", "import SwiftUI"),
            ("import UIKit\nfunc a(_ activity: NSUserActivity) {}", nil),
            ("import UIKit\nlet a = PassthroughSubject<Int, Never>()", "import Combine"),
            ("import SwiftUI\nfunc a(_ activity: NSUserActivity, _ item: NSItemProvider) {}", nil),
            ("import SwiftUI\nclass A: ObservableObject { @Published var a = 1; let s = URLSession.shared }", nil),
            ("import Foundation\n// URLSession\nlet a = \"NSPredicate\"", nil),
            ("import Foundation\nstruct Just {}\nlet a = Just()", nil),
            ("import Foundation\nimport Combine\nlet a = Just(1)", nil),
            ("import Foundation\nlet a = URL(filePath: \"/\")", nil),
            ("let a = 1", nil),
        ])
    func imports(text: String, expected: String?) throws {
        #expect(try header(text) == [expected].compactMap { $0.map { $0[...] } })
    }

    @Test(
        "A module of Apple's interfaces becomes SwiftUI, which has some of its classes",
        arguments: [
            ("import UIKit\nlet a = UIColor.red", "import SwiftUI\nlet a = UIColor.red"),
            ("public import AppKit", "public import SwiftUI"), ("import Cocoa; let a = 1", "import SwiftUI; let a = 1"),
            ("import class UIKit.UIColor", "import class SwiftUI.UIColor"),
            ("import UIKit.UIGestureRecognizerSubclass\n", "import SwiftUI\n"),
            ("#if canImport(UIKit)\nimport UIKit\n#endif\n", "#if canImport(UIKit)\nimport UIKit\n#endif\n"),
            ("import SwiftUI\n// UIKit\nlet a = \"UIKit\"", "import SwiftUI\n// UIKit\nlet a = \"UIKit\""),
        ])
    func interfaceModules(text: String, expected: String) throws {
        #expect(try XcodeFolder.copy(of: text) == expected)
    }

    @Test("An edit writes one copy, and an unchanged folder none")
    func incremental() throws {
        let folder = XcodeFolder()
        for name in ["A", "B", "C"] { try folder.write("\(name).swift", "@objc class \(name) { @objc func a() {} }\n") }
        folder.build()
        func states() throws -> [UInt64] {
            try ["A", "B", "C"].map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(ofCopy: "\(name).swift"))
                return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
            }
        }
        let first = try states()
        folder.build()
        #expect(try states() == first)
        try folder.write("B.swift", "@objc class B { @objc func a() { print() } }\n")
        folder.build()
        let second = try states()
        #expect(second[0] == first[0] && second[1] != first[1] && second[2] == first[2])
        #expect(try folder.copy("B.swift").contains("print()"))
    }

    @Test("A fact in one file changes the copy of another, also in a later build")
    func factsOfOtherFiles() throws {
        let folder = XcodeFolder()
        try folder.write("Quake.swift", "public class Quake: NSManagedObject {}\n")
        try folder.write("Life.swift", "extension Quake {}\n")
        folder.build()
        #expect(try folder.copy("Quake.swift") == "public class Quake: NSManagedObject {}\n")
        try folder.write("Life.swift", "extension Quake { public override func willSave() {} }\n")
        folder.build()
        #expect(try folder.copy("Quake.swift").contains("strata_Quake_willSave()"))
    }

    @Test("Another program than the one of the last build writes all copies again, and the same one none")
    func otherProgram() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "@objc class A {}\n")
        folder.build()
        let whole = try folder.wholeCopy("A.swift")
        // As an older program would have written it.
        try Data("old".utf8).write(to: URL(filePath: folder.path(ofCopy: "A.swift")))
        folder.build()
        #expect(try folder.wholeCopy("A.swift") == "old")
        folder.program = "2"
        folder.build()
        #expect(try folder.wholeCopy("A.swift") == whole)
    }

    @Test("The program is known by its file")
    func programState() throws {
        let path = try #require(Bundle.main.executablePath)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(FileState.program.hasPrefix("\(path) \(size) "))
    }

    @Test("A copy that becomes that of another file is written again")
    func otherFile() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "let a = 1\n")
        try folder.write("B.swift", "let b = 1\n")
        let (source, copy) = (folder.url.appending(path: "App/B.swift").path, folder.path(ofCopy: "A.swift"))
        folder.build()
        var rewriting = FolderRewriting(
            module: "App", files: [.init(source: source, copy: copy)], models: [],
            cache: folder.url.appending(path: "cache.plist"))
        rewriting.program = folder.program
        _ = try rewriting.run()
        #expect(try folder.copy("A.swift") == "let b = 1\n")
    }

    @Test("Another program scans again what the last one has scanned, and the same one does not")
    func scans() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "class A {}\n")
        let path = folder.url.appending(path: "App/A.swift").path
        func cache(_ program: String) -> ScanCache {
            ScanCache(
                folder: folder.url, compiler: SwiftCompiler(path: "swiftc"),
                configuration: LinuxConfiguration(conditions: [], modules: []), program: program)
        }
        let first = cache("1")
        first.note(ScannedFile(), at: path)
        first.save()
        #expect(cache("1").file(at: path) != nil)
        #expect(cache("2").file(at: path) == nil)
    }

    @Test("Behind the end of a generated part, the lines are those of the original again")
    func endOfSourceLocation() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "#sourceLocation(file: \"A.y\", line: 7)\nlet a = 1\n#sourceLocation()\nlet b = 2\n")
        folder.build()
        let path = folder.url.appending(path: "App/A.swift").path
        #expect(
            try folder.copy("A.swift")
                == "#sourceLocation(file: \"A.y\", line: 7)\nlet a = 1\n#sourceLocation(file: \"\(path)\", line: 4)\nlet b = 2\n")
    }

    @Test("A script's first line becomes a comment")
    func script() throws {
        #expect(try XcodeFolder.copy(of: "#!/usr/bin/swift\n@objc class A {}\n") == "///usr/bin/swift\n      class A {}\n")
    }

    @Test("A problem of an unchanged file is reported in each build")
    func keptProblems() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "let a = #keyPath(Quake)\n")
        let first = folder.build()
        #expect(first.count == 1)
        #expect(folder.build() == first)
    }

    @Test("Every line stays where it is")
    func lines() throws {
        let text = """
            import CoreData

            @objc(Quake)
            @objcMembers
            public class Quake: NSManagedObject {
                @NSManaged
                public var time:
                    Date?
                @objc dynamic
                var day: String { #keyPath(
                    Quake.time) }
                override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
                    super.init(entity: entity, insertInto: context)
                }
            }
            extension Quake {
                public override func awakeFromInsert() {}
            } // the end
            """
        let copy = try XcodeFolder.copy(of: text).split(separator: "\n", omittingEmptySubsequences: false)
        let original = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(copy.count == original.count)
        #expect(copy.last == original.last)
        #expect(copy[12] == original[12])
    }

    @Test(
        "A file that is no valid Swift is copied without a trap",
        arguments: [
            "}}}})))]]]", "class", "@objc", "@objc(", "#keyPath(", "#selector()", "class A: {", "@NSManaged var",
            "extension A { override func",
            "\"\\(#keyPath(", "#if\n@objc\n", "/*", "\"\"\"", "#\"", "/", "class A: NSManagedObject { @NSManaged var a:",
            "@NSManaged func a(",
            "#if os(\n#endif", "#else", "\u{FEFF}@objc class A {}",
        ])
    func invalid(text: String) throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", text)
        folder.build()
        #expect(FileManager.default.fileExists(atPath: folder.path(ofCopy: "A.swift")))
    }
}
