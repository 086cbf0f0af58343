import ArgumentParser
import Foundation
import Testing

@testable import modelc

@Suite("modelc")
final class CommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("CommandTests-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a model of one version and returns its path.
    private func path(_ name: String, _ entities: String) throws -> String {
        let url = folder.appendingPathComponent("\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try "<model>\(entities)</model>".write(to: url.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        return url.path
    }

    /// Runs a command as the shell would and returns its exit code.
    private func exitCode(_ arguments: String...) -> Int32 {
        do {
            var command = try ModelCommand.parseAsRoot(arguments)
            try command.run()
            return 0
        } catch {
            return ModelCommand.exitCode(for: error).rawValue
        }
    }

    @Test func checkFailsForErrorsOnly() throws {
        let sound = try path("Sound", "<entity name=\"A\"/>")
        let warned = try path("Warned", "<entity name=\"a\"/>")
        let wrong = try path("Wrong", "<entity name=\"A\" parentEntity=\"B\"/>")
        #expect(exitCode("check", sound, warned) == 0)
        #expect(exitCode("check", sound, wrong) == 1)
        #expect(exitCode("check", try path("Broken", "<entity")) == 1)
        #expect(exitCode("check", folder.appendingPathComponent("None.xcdatamodeld").path) == 1)
    }

    @Test func describe() throws {
        let sound = try path("Sound", "<entity name=\"A\"/>")
        #expect(exitCode("describe", sound) == 0)
        #expect(exitCode("describe", sound, "--version", "Sound") == 0)
        #expect(exitCode("describe", sound, "--version", "Other") == 1)
        #expect(exitCode("describe", "/") == 1)
    }

    @Test func diffFailsForWhatAMigrationCannotDo() throws {
        let old = try path("Old", "<entity name=\"A\"/>")
        let new = try path("New", "<entity name=\"A\"><attribute name=\"a\" optional=\"YES\" attributeType=\"Date\"/></entity>")
        let worse = try path("Worse", "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Date\"/></entity>")
        let cyclic = try path("Cyclic", "<entity name=\"A\" parentEntity=\"A\"/>")
        #expect(exitCode("diff", old, new) == 0)
        #expect(exitCode("diff", old, worse) == 1)
        #expect(exitCode("diff", old, cyclic) == 1)
        #expect(exitCode("diff", old, "Old", "Nope") == 1)
        #expect(exitCode("diff", old) != 0)
    }
}
