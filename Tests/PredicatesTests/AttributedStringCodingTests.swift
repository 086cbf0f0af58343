import Foundation
import StrataPredicates
import Testing

/// The encoding of attributed strings, which is that of Apple's Foundation.
@Suite struct AttributedStringCodingTests {
    private func json(_ string: AttributedString) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(string), as: UTF8.self)
    }

    private func decoded(_ json: String) throws -> AttributedString {
        try JSONDecoder().decode(AttributedString.self, from: Data(json.utf8))
    }

    private func text(_ text: String, language: String) -> AttributedString {
        var string = AttributedString(text)
        string.languageIdentifier = language
        return string
    }

    @Test func `a text without attributes is a string`() throws {
        #expect(try json(AttributedString("Hello")) == #""Hello""#)
        #expect(try json(AttributedString()) == #""""#)
        #expect(try decoded(#""Hello""#) == AttributedString("Hello"))
        #expect(try decoded(#""""#) == AttributedString())
    }

    @Test func `few runs have their attributes beside them`() throws {
        let string = AttributedString("Read ") + text("this", language: "en")
        #expect(try json(string) == #"["Read ",{},"this",{"NSLanguage":"en"}]"#)
        #expect(try decoded(try json(string)) == string)
    }

    @Test func `equal attributes of many runs are written once`() throws {
        var string = AttributedString()
        for number in 0..<12 { string += text("\(number)", language: number.isMultiple(of: 2) ? "en" : "de") }
        let runs = (0..<12).map { "\"\($0)\",\($0 % 2)" }.joined(separator: ",")
        #expect(
            try json(string) == #"{"attributeTable":[{"NSLanguage":"en"},{"NSLanguage":"de"}],"runs":[\#(runs)]}"#)
        #expect(try decoded(try json(string)) == string)
    }

    @Test func `attributes of several types survive`() throws {
        var string = AttributedString("link")
        string.link = URL(string: "https://example.com/a?b=c")
        string.alternateDescription = "a link"
        string.replacementIndex = 3
        string.dateField = .month
        string.numberPart = .fraction
        let copy = try decoded(try json(string))
        #expect(copy == string)
        #expect(copy.link == URL(string: "https://example.com/a?b=c"))
        #expect(copy.dateField == .month)
    }

    @Test func `an unknown attribute is left out`() throws {
        #expect(try decoded(#"["a",{"NSLanguage":"en","Other":7}]"#) == text("a", language: "en"))
    }

    @Test(arguments: ["7", "{}", #"["a"]"#, #"["a",7]"#, #"{"attributeTable":[{}],"runs":["a",1]}"#, #"["a",{"NSLanguage":7}]"#])
    func `another form is an error`(json: String) {
        #expect(throws: DecodingError.self) { try decoded(json) }
    }
}
