import ArgumentParser
import Foundation
import Testing

@testable import modelc

@Suite("modelc generate")
final class GenerationCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "GenerationCommandTests-\(UUID().uuidString)")
    private var output: URL { folder.appendingPathComponent("Output") }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func model(_ entities: String) throws -> String {
        let url = folder.appendingPathComponent("Shop.xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try "<model>\(entities)</model>".write(to: url.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
        return url.path
    }

    /// Runs the command as the shell would and returns its exit code.
    private func exitCode(_ arguments: String...) -> Int32 {
        do {
            var command = try ModelCommand.parseAsRoot(["generate"] + arguments)
            try command.run()
            return 0
        } catch {
            return ModelCommand.exitCode(for: error).rawValue
        }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: output.appendingPathComponent(name), encoding: .utf8)
    }

    private var written: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted()
    }

    @Test func aFolderGetsTwoFilesAClassAndTheFirstIsKept() throws {
        let model = try model("<entity name=\"Item\" representedClassName=\"Item\"/>")
        #expect(exitCode(model, "--module", "App", "--output", output.path) == 0)
        #expect(written == ["Item+CoreDataClass.swift", "Item+CoreDataProperties.swift"])
        for name in written {
            try "by hand".write(to: output.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        #expect(exitCode(model, "--module", "App", "--output", output.path) == 0)
        #expect(try text("Item+CoreDataClass.swift") == "by hand")
        #expect(try text("Item+CoreDataProperties.swift").contains("extension Item"))
    }

    @Test func oneFileAndTheResource() throws {
        let model = try model("<entity name=\"Item\" representedClassName=\"Item\" codeGenerationType=\"class\"/>")
        let (swift, momd) = (output.appendingPathComponent("Shop.swift").path, output.appendingPathComponent("Shop.momd").path)
        #expect(exitCode(model, "--module", "App", "--output", swift, "--momd", momd) == 0)
        #expect(written == ["Shop.momd", "Shop.swift"])
        #expect(try text("Shop.swift").contains(try text("Shop.momd")))
    }

    @Test func aModelWithAnErrorWritesNothing() throws {
        let model = try model(
            "<entity name=\"Item\" representedClassName=\"Item\" parentEntity=\"None\" codeGenerationType=\"class\"/>")
        #expect(exitCode(model, "--module", "App", "--output", output.path) == 1)
        #expect(written.isEmpty)
    }

    @Test func wrongArgumentsAreErrors() throws {
        let model = try model("<entity name=\"Item\" representedClassName=\"Item\"/>")
        #expect(exitCode(folder.path + "/None.xcdatamodeld", "--module", "App") == 1)
        #expect(exitCode(model, "--module", "App", "--output", output.path, "--entity", "Other") == 1)
        #expect(exitCode(model, "--module", "App", "--output", "Shop.swift", "--entity", "Item") == 64)
        #expect(exitCode(model) == 64)
        #expect(written.isEmpty)
    }
}
