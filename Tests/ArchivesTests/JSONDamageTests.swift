import Foundation
import StrataTestSupport
import Testing

@testable import StrataArchives

/// JSON with damaged or hostile bytes is an error, or has other values.
@Suite struct JSONDamageTests {
    private struct Record: Codable, Equatable {
        var name: String
        var number: Int
        var small: Int8
        var large: UInt64
        var real: Double
        var single: [Float]
        var price: Decimal
        var date: Date
        var data: Data
        var url: URL
        var id: UUID
        var range: ClosedRange<Int>
        var map: [String: [Int: Bool]]
        var note: String?
        var parts: [Record]
    }

    /// A list of lists, without a limit of its own.
    private struct Nest: Decodable {
        init(from decoder: any Decoder) throws {
            guard var container = try? decoder.unkeyedContainer() else { return }
            while !container.isAtEnd { _ = try container.decode(Nest.self) }
        }
    }

    private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private static func record() throws -> Record {
        let part = Record(
            name: "é\n\u{1F600}", number: -3, small: .min, large: .max, real: 2.5, single: [0.1, 1e-30],
            price: try #require(Decimal(string: "12.345")), date: Date(timeIntervalSinceReferenceDate: 1.5),
            data: Data([1, 2, 3]), url: try #require(URL(string: "https://a.example/b?c=d")), id: Self.id, range: 1...4,
            map: ["a": [1: true]], note: nil, parts: [])
        var record = part
        record.parts = [part, part]
        return record
    }

    @Test func `damaged JSON is an error or another value`() throws {
        let record = try Self.record()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let whole = try encoder.encode(record)
        #expect(try JSONDecoder().decode(Record.self, fromUntrusted: whole) == record)
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.1)
        for _ in 0..<count {
            // Whatever is no record is an error.
            if (try? JSONDecoder().decode(Record.self, fromUntrusted: damage.damaged(whole))) != nil { read += 1 }
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    /// Brackets that are not closed, with what may follow the last one.
    @Test(arguments: [511, 512, 513, 514, 200_000]) func `JSON of many levels is an error`(levels: Int) {
        var damage = Damage()
        for opening in ["[", "{\"a\":"] {
            for end in ["", "[", "{", " ", "1", "\"", "{\"a", "]", "}"] {
                let data = damage.tried(Data((String(repeating: opening, count: levels) + end).utf8))
                #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, fromUntrusted: data) }
                #expect(throws: DecodingError.self) { try JSONDecoder().decode(Nest.self, fromUntrusted: data) }
            }
        }
    }

    @Test func `JSON of 512 levels is read`() throws {
        var damage = Damage()
        func nest(_ levels: Int) -> Data {
            Data((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }
        _ = try JSONDecoder().decode(Nest.self, fromUntrusted: damage.tried(nest(512)))
        let data = damage.tried(nest(513))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Nest.self, fromUntrusted: data) }
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ])
    func `JSON in another encoding is an error`(encoding: String.Encoding) throws {
        var damage = Damage()
        for text in ["[]", "[1, 2]", String(repeating: "[", count: 513)] {
            let whole = try #require(text.data(using: encoding))
            for more in 0..<4 {
                let data = damage.tried(whole + Data(repeating: 0x5B, count: more))
                #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, fromUntrusted: data) }
            }
        }
    }

    @Test func `JSON may begin with a mark of UTF-8`() throws {
        #expect(try JSONDecoder().decode([Int].self, fromUntrusted: Data("\u{FEFF}[1, 2]".utf8)) == [1, 2])
    }

    @Test(arguments: [
        "", " ", "\0", "nul", "[1,", "[1 2]", "\"\\ud800\"", "\"\\u00", "\"a", "-", "1e", "01", "+1", "1e400",
        "-1e400", "1e99999999999999999999", "123456789012345678901234567890", "NaN", "Infinity",
    ])
    func `JSON of another form is an error`(text: String) {
        var damage = Damage()
        let data = damage.tried(Data(text.utf8))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Int.self, fromUntrusted: data) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(String.self, fromUntrusted: data) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Record.self, fromUntrusted: data) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Date].self, fromUntrusted: data) }
    }

    @Test func `a text that is no UTF-8 is an error`() {
        var damage = Damage()
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]] as [[UInt8]] {
            let data = damage.tried(Data([0x5B, 0x22] + bytes + [0x22, 0x5D]))
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([String].self, fromUntrusted: data) }
        }
    }
}
