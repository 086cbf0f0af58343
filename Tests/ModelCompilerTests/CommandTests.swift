import ArgumentParser
import Foundation
import StrataModelCompiler
import StrataModelDifference
import StrataModelFormat
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

    @Test func checksumPrintsEachVersion() throws {
        let bundle = folder.appendingPathComponent("Notes.xcdatamodeld")
        let texts = ["<entity name=\"A\"/>", "<entity name=\"A\"/><entity name=\"B\"/>"]
        let versions = try texts.enumerated().map { ModelVersion(name: "Notes \($0 + 1)", model: try model($1)) }
        try ModelBundle(url: bundle, versions: versions, currentVersionName: "Notes 2").write(to: bundle)
        let checksums = try versions.map { try $0.model.versionChecksum() }
        #expect(Set(checksums).count == 2)
        func lines(_ arguments: String...) throws -> [String] {
            try #require(try ModelCommand.parseAsRoot(["checksum", bundle.path] + arguments) as? Checksum).lines()
        }
        #expect(try lines() == ["\(checksums[0])  Notes 1", "\(checksums[1])  Notes 2"])
        #expect(try lines("--version", "Notes 2") == [checksums[1]])
        #expect(exitCode("checksum", bundle.path) == 0)
        #expect(exitCode("checksum", bundle.path, "--version", "Notes 3") == 1)
        #expect(exitCode("checksum", try path("Cyclic", "<entity name=\"A\" parentEntity=\"A\"/>")) == 1)
    }

    /// Writes a mapping model of one entity and returns its path.
    private func mapping(_ name: String, _ content: String? = nil) throws -> String {
        let url = folder.appendingPathComponent("\(name).xcmappingmodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let text = """
            <?xml version="1.0" standalone="yes"?>
            <database><databaseInfo><version>134481920</version></databaseInfo>
            <object type="XDDEVENTITYMAPPING" id="z1"><attribute name="sourcename" type="string">Song</attribute>
            <attribute name="destinationname" type="string">Track</attribute>
            <attribute name="migrationpolicyclassname" type="string">App.SongPolicy</attribute></object>
            <object type="XDDEVMAPPINGMODEL" id="z2">
            <attribute name="sourcemodelpath" type="string">App/Music.xcdatamodeld/Music.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">App/Music.xcdatamodeld/Music 2.xcdatamodel</attribute>
            <relationship name="entitymappings" type="0/0" idrefs="z1"></relationship></object>
            </database>
            """
        try (content ?? text).write(to: url.appendingPathComponent("xcmapping.xml"), atomically: true, encoding: .utf8)
        return url.path
    }

    @Test func mappingPrintsOrWritesAMappingModel() throws {
        let path = try mapping("MusicTo2")
        #expect(exitCode("mapping", path) == 0)
        let (code, archive) = (folder.appendingPathComponent("MusicTo2.swift"), folder.appendingPathComponent("MusicTo2.cdm"))
        #expect(exitCode("mapping", path, "--module", "App", "--output", code.path, "--cdm", archive.path) == 0)
        let text = try String(contentsOf: code, encoding: .utf8)
        #expect(text.contains("NSMappingModel.register(name: \"MusicTo2\", module: \"App\""))
        let written = try MappingArchive(contentsOf: archive)
        #expect(
            written == MappingArchive(try MappingElement(contentsOf: URL(fileURLWithPath: path)), name: "MusicTo2", module: "App")
        )
        #expect(written.element.entityMappings.map(\.policyClassName) == ["App.SongPolicy"])
        #expect(written.element.outline.contains("Song → Track  by App.SongPolicy"))
    }

    @Test func mappingFailsForWhatIsNoMappingModel() throws {
        #expect(exitCode("mapping", try mapping("Broken", "<database>")) == 1)
        #expect(exitCode("mapping", folder.appendingPathComponent("None.xcmappingmodel").path) == 1)
        // The policies need a module.
        #expect(exitCode("mapping", try mapping("MusicTo2"), "--cdm", folder.appendingPathComponent("a.cdm").path) == 64)
    }
}
