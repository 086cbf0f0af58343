import Foundation
import StrataModelFormat
import Testing

@testable import StrataModelCompiler

@Suite struct GenerationFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("generation-\(UUID().uuidString)")

    @Test func aFileThatWouldNotChangeIsLeftAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = GeneratedFile(name: "A.swift", text: "a")
        #expect(try file.write(to: folder))
        #expect(try !file.write(to: folder))
        #expect(try GeneratedFile(name: "A.swift", text: "b").write(to: folder))
        #expect(try String(contentsOf: folder.appendingPathComponent("A.swift"), encoding: .utf8) == "b")
    }

    @Test func aPersonGetsTwoFilesAClass() throws {
        let xml = """
            <entity name="Quake" representedClassName=".Quake"><attribute name="code" attributeType="String"/></entity>
            <entity name="Plain"/>
            <entity name="Foreign" representedClassName="Kit.Foreign"/>
            """
        let files = try Generation.generator(xml).classFiles()
        #expect(files.map(\.classFile.name) == ["Quake+CoreDataClass.swift"])
        #expect(files[0].classFile.text == "public import CoreData\n\nnonisolated public class Quake: NSManagedObject {}\n")
        #expect(files[0].propertiesFile.name == "Quake+CoreDataProperties.swift")
        #expect(files[0].propertiesFile.text.contains("public var code: String? {"))
        #expect(!files[0].propertiesFile.text.contains("register"))
    }

    @Test func anUnknownEntityIsAnErrorThatNamesThoseThereAre() throws {
        let generator = try Generation.generator(
            "<entity name=\"Quake\" representedClassName=\"Quake\"/><entity name=\"Place\"/>")
        let error = #expect(throws: ModelFileError.self) { try generator.classFiles(ofEntities: ["Quak"]) }
        #expect(error?.message == "The version Shop has no entity “Quak”. It has Place, Quake.")
    }

    @Test(arguments: [("Plain", "NSManagedObject"), ("Foreign", "Kit.Foreign")])
    func anEntityWhoseClassIsNotOfTheModuleIsAnError(entity: String, type: String) throws {
        let generator = try Generation.generator(
            "<entity name=\"Plain\"/>\n<entity name=\"Foreign\" representedClassName=\"Kit.Foreign\"/>")
        let error = #expect(throws: ModelFileError.self) { try generator.classFiles(ofEntities: [entity]) }
        #expect(error?.message == "The class of \(entity) is \(type), which is no class of the module App.")
        #expect(error?.location.line == (entity == "Plain" ? 3 : 4))
    }
}
