import Foundation
import Testing

@testable import StrataManagedAccessors

@Suite("Sources that are hard to read")
struct HardSourcesTests {
    private let folder: XcodeFolder
    private let found: [String]

    init() throws {
        folder = XcodeFolder()
        for (name, text) in HardSources.all { try folder.write("\(name).swift", text) }
        found = folder.build()
    }

    @Test("They are rewritten without a complaint, and each copy has the lines of its original")
    func lines() throws {
        #expect(found.isEmpty)
        for (name, text) in HardSources.all {
            let copy = try folder.copy("\(name).swift")
            #expect(copy.utf8.count { $0 == 0x0A } == text.utf8.count { $0 == 0x0A }, "\(name)")
            #expect(copy.utf8.count { $0 == 0x0D } == text.utf8.count { $0 == 0x0D }, "\(name)")
        }
    }

    @Test("A line in which nothing needs Objective-C stays as it is")
    func unchangedLines() throws {
        let words = ["@objc", "@IB", "dynamic", "NSManaged", "override", "open", "#", "class", "init", "\u{FEFF}"]
        // In these, members begin and end in different lines.
        for (name, text) in HardSources.all where !["Lines", "Windows"].contains(name) {
            let copy = try folder.copy("\(name).swift").split(separator: "\n", omittingEmptySubsequences: false)
            for (line, copied) in zip(text.split(separator: "\n", omittingEmptySubsequences: false), copy)
            where !words.contains(where: line.contains) {
                #expect(line == copied, "\(name)")
            }
        }
    }

    @Test("The copies type-check together")
    func types() throws {
        let stubs = folder.url.appending(path: "Stubs.swift")
        try Data(HardSources.stubs.utf8).write(to: stubs)
        let copies = HardSources.all.map { folder.path(ofCopy: "\($0.name).swift") }
        let compiler = SwiftCompiler(path: try Workshop.compiler())
        let outcome = try compiler.run(
            ["-typecheck", "-swift-version", "5", "-enable-bare-slash-regex", "-module-name", "App", stubs.path] + copies)
        #expect(outcome.hasSucceeded, "\(outcome.messages)")
    }
}
