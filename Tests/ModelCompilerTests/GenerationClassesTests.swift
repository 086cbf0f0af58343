import Foundation
import StrataModelFormat
import Testing

@testable import StrataModelCompiler

@Suite struct GenerationClassesTests {
    @Test func aSubclassDeclaresOnlyItsOwnPropertiesBehindThoseOfItsSuperclass() throws {
        let source = try Generation.classes(
            """
            <entity name="Animal" representedClassName="Animal" isAbstract="YES" codeGenerationType="class">
                <attribute name="name" attributeType="String"/>
            </entity>
            <entity name="Dog" representedClassName="Dog" parentEntity="Animal" codeGenerationType="class">
                <attribute name="barks" attributeType="Boolean" usesScalarValueType="YES"/>
            </entity>
            """)
        #expect(source.contains("class Dog: Animal {}"))
        #expect(source.contains("get { value(at: 1, \"barks\") }"))
        #expect(source.components(separatedBy: "var name").count == 2)
        // The superclass says it.
        #expect(!source.contains("extension Dog: Identifiable"))
        #expect(source.contains("extension Animal: Identifiable {}"))
    }

    @Test func aClasslessSuperentityLeavesItsPropertiesToTheSubclass() throws {
        let source = try Generation.classes(
            """
            <entity name="Region" isAbstract="YES" codeGenerationType="class"><attribute name="code" attributeType="String"/></entity>
            <entity name="Country" representedClassName="Country" parentEntity="Region" codeGenerationType="class">
                <attribute name="area" attributeType="Double" usesScalarValueType="YES"/>
            </entity>
            """)
        #expect(source.contains("class Country: NSManagedObject {}"))
        #expect(source.contains("get { value(at: 0, \"code\") }"))
        #expect(source.contains("get { value(at: 1, \"area\") }"))
        #expect(source.contains("extension Country: Identifiable {}"))
    }

    @Test func aSuperclassOfAnotherModuleIsImported() throws {
        let xml = """
            <entity name="Base" representedClassName="Kit.Base"><attribute name="id" attributeType="UUID"/></entity>
            <entity name="Item" representedClassName="Item" parentEntity="Base" codeGenerationType="class"/>
            """
        let source = try Generation.classes(xml)
        #expect(source.hasPrefix("public import CoreData\npublic import Kit\n\nnonisolated public class Item: Kit.Base {}"))
        #expect(
            try Generation.classes(xml, module: "Kit").hasPrefix(
                "public import CoreData\n\nnonisolated public class Item: Base {}"))
    }

    @Test func aClassOfSeveralEntitiesIsWrittenOnce() throws {
        let source = try Generation.classes(
            """
            <entity name="Draft" representedClassName="Note" codeGenerationType="class">
                <attribute name="text" attributeType="String"/>
            </entity>
            <entity name="Letter" representedClassName="Note" codeGenerationType="class">
                <attribute name="address" attributeType="String"/><attribute name="text" attributeType="String"/>
            </entity>
            """)
        #expect(source.components(separatedBy: "class Note:").count == 2)
        #expect(source.components(separatedBy: "var text:").count == 2)
        #expect(source.contains("var address: String?"))
        // It could ask for one of them only.
        #expect(!source.contains("fetchRequest"))
    }

    @Test func aClassOfAnEntityAndItsSubentityAsksForTheSuperentity() throws {
        let source = try Generation.classes(
            """
            <entity name="Base" representedClassName="Note" codeGenerationType="class"/>
            <entity name="Anchor" representedClassName="Note" parentEntity="Base" codeGenerationType="class">
                <attribute name="place" attributeType="String"/>
            </entity>
            """)
        #expect(source.contains("class Note: NSManagedObject {}"))
        #expect(source.contains("NSFetchRequest<Note>(entityName: \"Base\")"))
        #expect(source.contains("var place: String?"))
    }

    @Test func entitiesOfOneClassMustDeclareAPropertyAlike() throws {
        let error = #expect(throws: ModelFileError.self) {
            try Generation.classes(
                """
                <entity name="Draft" representedClassName="Note" codeGenerationType="class">
                    <attribute name="size" attributeType="String"/>
                </entity>
                <entity name="Letter" representedClassName="Note" codeGenerationType="class">
                    <attribute name="size" attributeType="Double" usesScalarValueType="YES"/>
                </entity>
                """)
        }
        #expect(
            error?.description == """
                Shop.xcdatamodel/contents:6: error: Draft and Letter share the class Note and declare “size” as String? and \
                Double. Give them classes of their own.
                """)
    }

    @Test func aClassCannotHaveTwoSuperclasses() throws {
        let error = #expect(throws: ModelFileError.self) {
            try Generation.classes(
                """
                <entity name="A" representedClassName="Note" codeGenerationType="class"/>
                <entity name="B" representedClassName="Other"/>
                <entity name="C" representedClassName="Note" parentEntity="B" codeGenerationType="class"/>
                """)
        }
        #expect(
            error?.message
                == "The class Note would have several superclasses: NSManagedObject, Other. Give its entities classes of their own."
        )
    }

    @Test func aGeneratedClassIsOfTheModuleThatItIsGeneratedIn() throws {
        let xml = "<entity name=\"A\" representedClassName=\"Kit.Thing\" codeGenerationType=\"category\"/>"
        let error = #expect(throws: ModelFileError.self) { try Generation.classes(xml) }
        #expect(
            error?.description == """
                Shop.xcdatamodel/contents:3: error: The class of A is Kit.Thing, but it is generated in the module App. Choose Current \
                Product Module in Xcode, or write “.Thing”.
                """)
        #expect(try Generation.classes(xml, module: "Kit").contains("extension Thing {"))
    }

    @Test func aNameThatSwiftCannotDeclareIsAnError() throws {
        let error = #expect(throws: ModelFileError.self) {
            try Generation.classes("<entity name=\"A\" representedClassName=\"My Note\" codeGenerationType=\"class\"/>")
        }
        #expect(error?.location.line == 3)
        #expect(error?.message == "“My Note” cannot be the name of a class in Swift. Choose another.")
    }

    @Test func manualEntitiesHaveNoCodeButTheModelIsRegistered() throws {
        let generator = try Generation.generator(
            "<entity name=\"Quake\" representedClassName=\"Quake\"><attribute name=\"a\" attributeType=\"String\"/></entity>")
        let text = try generator.moduleFile(named: "Shop.swift").text
        #expect(!text.contains("extension"))
        #expect(text.contains("\nimport CoreData\n"))
        #expect(
            text.contains("@section(\".init_array\") @used\nnonisolated private let registerModel: @convention(c) () -> Void = {")
        )
        #expect(text.contains("NSManagedObjectModel.register(name: \"Shop\", module: \"App\", archive: #\"\"\"\n{\n"))
    }
}
