import Foundation
import StrataTestSupport
import Testing

@testable import StrataArchives

/// Property lists of damaged or hostile bytes.
@Suite struct PropertyListDamageTests {
    private indirect enum Tree: Codable {
        case node([Tree])

        init(from decoder: any Decoder) throws { self = .node(try decoder.singleValueContainer().decode([Tree].self)) }
        func encode(to encoder: any Encoder) throws {}
    }

    private struct Record: Codable {
        var name: String
        var values: [String: [Double]]
        var date: Date?
    }

    private static func nested(_ count: Int, _ open: String, _ close: String) -> Data {
        let body = String(repeating: open, count: count) + String(repeating: close, count: count)
        return Data("<?xml version=\"1.0\"?><plist version=\"1.0\">\(body)</plist>".utf8)
    }

    @Test func `a deep list of any format is an error`() {
        let xml = Self.nested(200_000, "<array>", "</array>")
        #expect(throws: (any Error).self) { try PropertyList.object(in: xml) }
        #expect(throws: (any Error).self) { try PropertyList.decode([Int].self, from: xml) }
        #expect(throws: (any Error).self) { try PropertyList.decode(Tree.self, from: xml) }
        let dictionaries = Self.nested(200_000, "<dict><key>a</key>", "</dict>")
        #expect(throws: (any Error).self) { try PropertyList.object(in: dictionaries) }
        let old = Data((String(repeating: "(", count: 200_000) + String(repeating: ")", count: 200_000)).utf8)
        #expect(throws: (any Error).self) { try PropertyList.object(in: old) }
        #expect(throws: (any Error).self) { try PropertyList.decode(Tree.self, from: old) }
    }

    @Test func `a list of each format is read`() throws {
        let list: NSDictionary = ["a": [1, 2.5, true], "b": Date(timeIntervalSinceReferenceDate: 3), "c": Data([1]), "d": "é"]
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            let read = try #require(try PropertyList.object(in: data) as? [String: Any])
            #expect(read["a"] as? [NSNumber] == [1, 2.5, true])
            #expect(read["b"] as? Date == Date(timeIntervalSinceReferenceDate: 3))
            #expect(read["c"] as? Data == Data([1]))
            #expect(read["d"] as? String == "é")
        }
    }

    @Test func `numbers keep their values`() throws {
        let numbers: [Any] = [Int.min, -1, 0, 255, 256, 65_536, Int.max, UInt64.max, 0.1, Double.infinity]
        let data = try PropertyListSerialization.data(fromPropertyList: numbers, format: .binary, options: 0)
        let read = try #require(try PropertyList.object(in: data) as? [NSNumber])
        #expect(read == numbers.compactMap { $0 as? NSNumber })
        let again = try #require(try PropertyList.object(in: PropertyList(binary: data).binary) as? [NSNumber])
        #expect(again == read)
    }

    @Test func `a value that was encoded is decoded`() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let record = Record(name: "é😀", values: ["a": [0.1, -3], "b": []], date: Date(timeIntervalSinceReferenceDate: 1.5))
        let read = try PropertyList.decode(Record.self, from: encoder.encode(record))
        #expect(read.name == record.name)
        #expect(read.values == record.values)
        #expect(read.date == record.date)
    }

    @Test func `many numbers of one large array are an error`() {
        // Each of the root's members has a number of its own, and the offset of the same array. Visiting
        // the members of all would take minutes.
        let count = 10_000
        func bytes(_ number: Int, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let head: [UInt8] = [0xAF, 0x12] + bytes(count, 4)
        var data = Data("bplist00".utf8)
        let root = data.count
        data += head
        for member in 1...count { data += bytes(member, 2) }
        let array = data.count
        data += head
        for _ in 0..<count { data += bytes(count + 1, 2) }
        let leaf = data.count
        data += [0x08]
        let table = data.count
        data += bytes(root, 3)
        for _ in 0..<count { data += bytes(array, 3) }
        data += bytes(leaf, 3)
        data += [0, 0, 0, 0, 0, 0, 3, 2]
        for number in [count + 2, 0, table] { data += bytes(number, 8) }
        #expect(throws: CocoaError.self) { try PropertyList(binary: data) }
    }

    @Test func `a reference of an archive is no value`() {
        #expect(throws: CocoaError.self) { try PropertyList.object(in: PropertyList.array([.reference(1)]).binary) }
    }

    @Test func `damaged lists are errors or other values`() throws {
        let encoder = PropertyListEncoder()
        let record = Record(name: "name", values: ["a": [0.1, -3], "b": [1]], date: Date(timeIntervalSinceReferenceDate: 1.5))
        var lists: [Data] = []
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            encoder.outputFormat = format
            lists.append(try encoder.encode(record))
        }
        lists.append(Data("{ name = \"a\"; values = { a = (1, 2); }; data = <0f00>; }".utf8))
        var damage = Damage()
        var read = 0
        let count = Damage.count(6_000, share: 0.2)
        for _ in 0..<count {
            let data = damage.damaged(try #require(lists.randomElement(using: &damage.dice)))
            // Whatever is no list is an error.
            if (try? PropertyList.object(in: data)) != nil { read += 1 }
            _ = try? PropertyList.decode(Record.self, from: data)
            _ = try? PropertyList.decode(Tree.self, from: data)
        }
        #expect(read > count / 20, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }
}
