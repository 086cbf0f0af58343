import Foundation
import StrataModelFormat
import Testing

@Suite("Files that cannot be read")
struct BadFileTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var line: Int
        var message: String
    }

    static let cases: [Case] = [
        Case(testDescription: "empty", text: "", line: 1, message: "The file is empty."),
        Case(
            testDescription: "no XML", text: "hello", line: 1,
            message: "The XML is not well-formed: it does not begin with a tag."),
        Case(
            testDescription: "cut off", text: "<model>\n<entity name=\"A\">\n\n\n", line: 2,
            message: "The XML is not well-formed: entity “A” is not closed before the file ends. Add </entity>."),
        Case(
            testDescription: "not closed", text: "<model>\n<entity name=\"A\">\n<attribute name=\"a\"/>\n</model>\n\n", line: 2,
            message: "The XML is not well-formed: entity “A” is not closed before </model> in line 4. Add </entity>."),
        Case(
            testDescription: "another end tag", text: "<model>\n<entity name=\"A\">\n</entty>\n</model>\n\n", line: 3,
            message: "The XML is not well-formed: </entty> ends no element that is open; the one to end is entity “A” of line 2."),
        Case(
            testDescription: "a stray &", text: "<model>\n<entity name=\"A & B\"/>\n<entity name=\"C\"/>\n</model>\n", line: 2,
            message: "The XML is not well-formed: a value contains < or &, which have to be written &lt; and &amp;."),
        Case(
            testDescription: "no quotation marks", text: "<model>\n<entity name=A/>\n<entity name=\"C\"/>\n</model>\n", line: 2,
            message: "The XML is not well-formed: an attribute's value has no quotes around it."),
        Case(
            testDescription: "one quotation mark", text: "<model>\n<entity name=\"A/>\n<entity name=\"C\"/>\n</model>\n", line: 2,
            message: "The XML is not well-formed: a value that begins in this line has no quotation mark at its end."),
        Case(testDescription: "two roots", text: "<model/>\n<model/>", line: 2, message: "The XML is not well-formed"),
        Case(
            testDescription: "an attribute twice", text: "<model>\n<entity name=\"A\" name=\"B\"/>\n\n</model>\n", line: 2,
            message: "The XML is not well-formed: an attribute occurs twice in this tag."),
        Case(
            testDescription: "another document", text: "<html/>", line: 1,
            message: "This is no Core Data model: it begins with <html>, not with <model>."),
        Case(
            testDescription: "no name", text: "<model>\n<entity/></model>", line: 2,
            message: "This <entity> has no name. Add name=\"…\"."),
        Case(
            testDescription: "type",
            text: "<model><entity name=\"A\">\n\n<attribute name=\"a\" attributeType=\"Int\"/></entity></model>",
            line: 3, message: "attributeType=\"Int\" of attribute “a” is not known. It can be Undefined, Integer 16, "),
        Case(
            testDescription: "delete rule",
            text: "<model><entity name=\"A\">\n<relationship name=\"b\" deletionRule=\"Drop\"/></entity></model>", line: 2,
            message: "deletionRule=\"Drop\" of relationship “b” is not known. It can be No Action, Nullify, Cascade, Deny."),
        Case(
            testDescription: "code generation", text: "<model>\n<entity name=\"A\" codeGenerationType=\"struct\"/></model>",
            line: 2,
            message: "codeGenerationType=\"struct\" of entity “A” is not known. It can be none, class, category."),
        Case(
            testDescription: "count",
            text: "<model><entity name=\"A\">\n<relationship name=\"b\" maxCount=\"many\"/></entity></model>",
            line: 2, message: "maxCount=\"many\" of relationship “b” is not a whole number."),
        Case(
            testDescription: "entity twice", text: "<model>\n<entity name=\"A\"/>\n<entity name=\"A\"/></model>", line: 3,
            message: "The entity “A” of <model> is already there in line 2. Rename or remove one."),
        Case(
            testDescription: "property twice",
            text: "<model>\n<entity name=\"A\">\n<attribute name=\"a\"/>\n<relationship name=\"a\"/></entity></model>", line: 4,
            message: "The property “a” of entity “A” is already there in line 3. Rename or remove one."),
        Case(
            testDescription: "entity expansion",
            text:
                "<!DOCTYPE m [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\n]>\n<model name=\"&b;\"/>",
            line: 2,
            message: "A model declares no XML entities. Remove <!ENTITY …> and write out what it stands for."),
        Case(
            testDescription: "merge conflict",
            text: "<model>\n<<<<<<< HEAD\n<entity name=\"A\"/>\n=======\n>>>>>>> other\n</model>", line: 2,
            message: "A merge left its conflict here. Choose a side and remove the lines that mark it."),
        Case(
            testDescription: "nesting", text: String(repeating: "<model>", count: 150), line: 1,
            message: "Elements are nested more than 100 deep. No model is."),
    ]

    @Test(arguments: cases)
    func `a message names the line`(_ bad: Case) {
        let error = #expect(throws: ModelFileError.self) {
            try ModelElement(contents: Data(bad.text.utf8), file: "Zoo/contents")
        }
        #expect(error?.location == SourceLocation(file: "Zoo/contents", line: bad.line))
        #expect(error?.message.hasPrefix(bad.message) == true, "\(error?.message ?? "no error")")
    }

    @Test func `a file that is not UTF-8 is an error that says so`() {
        for data in [
            Data("<model>\n".utf8) + [0xFF, 0xE9],
            Data("<model/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) + [0xFF],
        ] {
            let error = #expect(throws: ModelFileError.self) { try ModelElement(contents: data, file: "contents") }
            #expect(error?.message == "The file is not UTF-8 here. Save it as UTF-8.")
        }
    }

    @Test func `a parent entity that is missing or its own descendant is an error`() throws {
        let text = """
            <model>
            <entity name="A" parentEntity="B"/>
            <entity name="B" parentEntity="C"/>
            <entity name="C" parentEntity="B"/>
            <entity name="D" parentEntity="E"/>
            </model>
            """
        let model = try ModelElement(contents: Data(text.utf8), file: "m")
        let cycle = #expect(throws: ModelFileError.self) { try model.superentities(of: model.entities[0]) }
        #expect(cycle?.description == "m:3: error: The parent entities form a cycle: B → C → B. Remove one of the parents.")
        let gap = #expect(throws: ModelFileError.self) { try model.superentities(of: model.entities[3]) }
        #expect(gap?.description == "m:5: error: The parent entity “E” of D is not in the model. Add it or choose another.")
    }
}
