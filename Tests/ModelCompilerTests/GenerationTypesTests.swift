import Foundation
import StrataModelFormat
import Testing

@testable import StrataModelCompiler

@Suite struct GenerationTypesTests {
    private let names = TypeNames(module: "App", model: ModelElement())

    @Test(arguments: [
        (AttributeType.integer16, "Int16", "NSNumber?"), (.integer32, "Int32", "NSNumber?"), (.integer64, "Int64", "NSNumber?"),
        (.double, "Double", "NSNumber?"), (.float, "Float", "NSNumber?"), (.boolean, "Bool", "NSNumber?"),
        (.date, "TimeInterval", "Date?"), (.decimal, "NSDecimalNumber?", "NSDecimalNumber?"), (.string, "String?", "String?"),
        (.binary, "Data?", "Data?"), (.uuid, "UUID?", "UUID?"), (.uri, "URL?", "URL?"),
        (.transformable, "NSObject?", "NSObject?"), (.undefined, "NSObject?", "NSObject?"),
        (.objectID, "NSManagedObjectID?", "NSManagedObjectID?"), (.composite, "[String: Any]?", "[String: Any]?"),
    ])
    func anAttributeHasTheTypeThatXcodeGivesIt(type: AttributeType, scalar: String, object: String) {
        var attribute = AttributeElement(name: "a", type: type)
        attribute.usesScalarValueType = true
        #expect(names.type(of: attribute) == scalar)
        attribute.usesScalarValueType = false
        #expect(names.type(of: attribute) == object)
        // Optional or not makes no difference: a new object has no value yet.
        attribute.isOptional = true
        #expect(names.type(of: attribute) == object)
    }

    @Test(arguments: [
        ("[String]", "[String]?"), (".Color", "Color?"), ("Paint.Color", "Paint.Color?"), ("any Codable", "(any Codable)?"),
        ("(Int) -> Void", "((Int) -> Void)?"), ("Set<[String: Int]>", "Set<[String: Int]>?"), (" Color ", "Color?"),
        ("", "NSObject?"),
    ])
    func aTransformableHasItsCustomClass(written: String, spelled: String) {
        var attribute = AttributeElement(name: "tags", type: .transformable)
        attribute.customClassName = written
        #expect(names.type(of: attribute) == spelled)
    }

    @Test(arguments: ["NSArray<NSString *>", "Color }", "[String", "My Color", "Color;", "Map<String]", "->", "2D"])
    func aCustomClassThatIsNoTypeInSwiftIsRefused(written: String) throws {
        let escaped = written.replacingOccurrences(of: "<", with: "&lt;")
        let error = #expect(throws: ModelFileError.self) {
            try Generation.classes(
                """
                <entity name="A" representedClassName="A" codeGenerationType="class">
                <attribute name="a" attributeType="Transformable" customClassName="\(escaped)"/></entity>
                """)
        }
        #expect(error?.location.line == 4)
        #expect(error?.message == "The custom class “\(written)” of A.a is no type in Swift. Choose another.")
    }

    @Test func anUnderscoreIsNoName() {
        #expect(!SwiftSource.isIdentifier("_"))
        #expect(SwiftSource.isIdentifier("_a"))
    }

    @Test func aTypeWhoseNameAClassOfTheModelHasIsSpelledWithItsModule() {
        var model = ModelElement()
        for name in ["Date", "String", "NSManagedObject"] {
            var entity = EntityElement(name: name)
            entity.representedClassName = name
            model.entities.append(entity)
        }
        let names = TypeNames(module: "App", model: model)
        #expect(names.type(of: AttributeElement(name: "a", type: .date)) == "Foundation.Date?")
        #expect(names.type(of: AttributeElement(name: "a", type: .string)) == "Swift.String?")
        #expect(names.type(of: AttributeElement(name: "a", type: .binary)) == "Data?")
    }

    @Test(arguments: [
        (nil, "NSManagedObject"), ("", "NSManagedObject"), ("Quake", "Quake"), (".Quake", "Quake"), ("App.Quake", "Quake"),
        ("Other.Quake", "Other.Quake"),
    ])
    func aClassIsSpelledWithTheModuleItIsWrittenIn(written: String?, spelled: String) {
        var entity = EntityElement(name: "Quake")
        entity.representedClassName = written
        #expect(names.type(of: entity) == spelled)
    }

    @Test(arguments: [
        ("plain", #""plain""#), (#"a "b" c"#, ##"#"a "b" c"#"##), (##"a"#b"##, ###"##"a"#b"##"###), (#"\n"#, ##"#"\n"#"##),
        (##"\#(x)"##, ###"##"\#(x)"##"###), (#""""#, ##"#"\#u{22}""#"##),
    ])
    func aLiteralHasAsManySignsAsItsTextNeeds(text: String, literal: String) {
        #expect(SwiftSource.literal(text) == literal)
    }

    @Test func aLiteralOfSeveralLinesStandsAtTheMargin() {
        #expect(SwiftSource.multilineLiteral("a\n b") == "\"\"\"\na\n b\n\"\"\"")
        #expect(SwiftSource.multilineLiteral(#"say \"# + "\"#") == "##\"\"\"\nsay \\\"#\n\"\"\"##")
    }

    @Test func wordsOfTheLanguageStandInBackticks() {
        #expect(SwiftSource.identifier("repeat") == "`repeat`")
        #expect(SwiftSource.identifier("protocol") == "`protocol`")
        #expect(SwiftSource.identifier("open") == "open")
    }
}
