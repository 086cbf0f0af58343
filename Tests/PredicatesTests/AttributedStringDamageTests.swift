import Foundation
import StrataArchives
import StrataPredicates
import StrataTestSupport
import Testing

/// Damaged encodings of attributed strings are errors, or other strings.
@Suite struct AttributedStringDamageTests {
    /// Returns a string of runs with attributes of several types. From eleven on, its encoding has a
    /// table.
    private static func string(runs: Int) throws -> AttributedString {
        let link = try #require(URL(string: "https://example.com/a?b=c"))
        var string = AttributedString()
        for number in 0..<runs {
            var run = AttributedString("r\(number) e\u{301}\u{1F600}")
            switch number % 6 {
            case 0: run.languageIdentifier = "en"
            case 1: run.link = link
            case 2: run.dateField = .month
            case 3: (run.numberPart, run.replacementIndex) = (.fraction, number)
            case 4: run.alternateDescription = "\u{301}"
            default: break
            }
            string += run
        }
        return string
    }

    /// Reads damaged encodings, and expects of each string that is read that its own encoding is read
    /// as the same string.
    private func check(
        _ string: AttributedString, _ location: SourceLocation = #_sourceLocation, encode: (AttributedString) throws -> Data,
        decode: (Data) throws -> AttributedString
    ) throws {
        let whole = try encode(string)
        #expect(try decode(whole) == string, sourceLocation: location)
        var damage = Damage()
        let count = Damage.count(2_000, share: 0.1)
        var (read, different) = (0, 0)
        for _ in 0..<count {
            let data = damage.damaged(whole)
            // Ignored: an error is one of the results.
            guard let other = try? decode(data) else { continue }
            read += 1
            if other != string { different += 1 }
            let copy = try decode(encode(other))
            guard copy == other else {
                Issue.record("seed \(damage.seed): \(data.base64EncodedString()) is read as \(other), and that as \(copy)")
                return
            }
        }
        #expect(different > 0, "seed \(damage.seed)", sourceLocation: location)
        #expect(read < count, "seed \(damage.seed)", sourceLocation: location)
    }

    @Test(arguments: [1, 2, 10, 11, 24])
    func `damaged JSON of a string is an error or another string`(runs: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try check(Self.string(runs: runs)) {
            try encoder.encode($0)
        } decode: {
            try JSONDecoder().decode(AttributedString.self, fromUntrusted: $0)
        }
    }

    @Test(arguments: [1, 2, 10, 11, 24])
    func `a damaged property list of a string is an error or another string`(runs: Int) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try check(Self.string(runs: runs)) {
            try encoder.encode([$0])
        } decode: {
            guard let string = try PropertyList.decode([AttributedString].self, from: $0).first else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            return string
        }
    }

    @Test(arguments: [
        #"["a",{},"b"]"#, #"["a",-1]"#, #"["a",9223372036854775807]"#, #"["a",1e3]"#, #"[{},"a"]"#, #"["a",{"NSLink":{}}]"#,
        #"["a",{"NSReplacementIndex":1e400}]"#, #"{"attributeTable":[],"runs":["a",0]}"#,
        #"{"attributeTable":[{}],"runs":["a",-1]}"#, #"{"attributeTable":[{}],"runs":["a",9223372036854775808]}"#,
        #"{"attributeTable":{},"runs":[]}"#, #"{"runs":["a",0]}"#, #"{"attributeTable":[{}]}"#,
    ])
    func `a hostile form is an error`(json: String) {
        var damage = Damage()
        let data = damage.tried(Data(json.utf8))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AttributedString.self, fromUntrusted: data) }
    }

    @Test func `a text of many runs without characters is empty`() throws {
        var damage = Damage()
        let runs = Array(repeating: #""",0"#, count: 20_000).joined(separator: ",")
        let data = damage.tried(Data(#"{"attributeTable":[{"NSLanguage":"en"}],"runs":[\#(runs)]}"#.utf8))
        let string = try JSONDecoder().decode(AttributedString.self, fromUntrusted: data)
        #expect(string.characters.isEmpty)
    }
}
