import CoreData
import Foundation
import StrataTestSupport
import Testing

@testable import SwiftData

/// Stored values of attributes that are damaged or hostile read as none or as others.
@Suite struct StoredValueDamageTests {
    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case path([Part])
    }

    struct Part: Codable, Equatable {
        var name: String
        var numbers: [Int: Float]
        var range: ClosedRange<Int>
        var shape: Shape?
    }

    /// A value whose JSON has as many levels as there are.
    private final class Nest: Codable {
        var inner: Nest?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            if !container.isAtEnd { inner = try container.decode(Nest.self) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if let inner { try container.encode(inner) }
        }
    }

    private static let part = Part(
        name: "é\n\u{1F600}", numbers: [1: 0.5], range: 1...4,
        shape: .path([Part(name: "", numbers: [:], range: 0...0, shape: .circle(radius: -.infinity))]))

    private func kind<Value>(_ type: Value.Type, _ options: Schema.Attribute.Option...) throws -> ValueKind {
        try #require(ValueKind.kind(of: type, named: "value", options: options))
    }

    @Test func `damaged JSON reads as no value or another value`() throws {
        let kind = try kind([Part].self)
        #expect(kind.storage == .json)
        let whole = try #require(kind.encode([Self.part]) as? Data)
        #expect(kind.decode(whole, as: [Part].self) == [Self.part])
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.1)
        for _ in 0..<count {
            guard let value = kind.decode(damage.damaged(whole), as: [Part].self) else { continue }
            read += 1
            _ = kind.encode(value)
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `a structure with damaged JSON in its elements reads as no value or another value`() throws {
        let kind = try kind(Part.self)
        #expect(kind.storage == .composite)
        let whole = try #require(kind.encode(Self.part) as? [String: Any])
        let names = whole.filter { $0.value is Data }.keys.sorted()
        #expect(names.contains("shape"))
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.05)
        for _ in 0..<count {
            var stored = whole
            let name = try #require(names.randomElement(using: &damage.dice))
            stored[name] = damage.damaged(try #require(whole[name] as? Data))
            if kind.decode(stored, as: Part.self) != nil { read += 1 }
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test(arguments: [511, 512, 513, 514, 200_000]) func `JSON of many levels that are not closed reads as no value`(
        levels: Int
    ) throws {
        let (parts, nest) = (try kind([Part].self), try kind(Nest.self))
        var damage = Damage()
        for opening in ["[", "{\"name\":"] {
            for end in ["", "[", "{", "]"] {
                let data = damage.tried(Data((String(repeating: opening, count: levels) + end).utf8))
                #expect(parts.decode(data, as: [Part].self) == nil)
                #expect(nest.decode(data, as: Nest.self) == nil)
            }
        }
    }

    @Test func `JSON of 512 levels is read, and more levels are no value`() throws {
        let kind = try kind(Nest.self)
        var damage = Damage()
        func read(_ levels: Int) -> Nest? {
            let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            return kind.decode(damage.tried(Data(text.utf8)), as: Nest.self)
        }
        #expect(read(512) != nil)
        #expect(read(513) == nil)
        #expect(read(200_000) == nil)
    }

    @Test(arguments: [
        "", "\0", "null", "[]]", "[1]", "{\"a\":1}", "[{}]", "[{\"name\":1}]", "1e400", "[-1e99999999999999999999]",
        "[{\"name\":\"\",\"numbers\":{\"99999999999999999999\":1},\"range\":[1,2]}]",
        "[{\"name\":\"\",\"numbers\":{\"1\":1e39},\"range\":[1,2]}]",
        "[{\"name\":\"\",\"numbers\":{},\"range\":[2,1]}]", "[{\"name\":\"\",\"numbers\":{},\"range\":[1]}]",
        "[{\"name\":\"\",\"numbers\":{},\"range\":[1,99999999999999999999]}]",
        "[{\"name\":\"\",\"numbers\":{},\"range\":[1,2],\"shape\":{\"circle\":{\"radius\":\"far\"}}}]",
        "[{\"name\":\"\",\"numbers\":{},\"range\":[1,2],\"shape\":{\"circle\":{\"radius\":1},\"path\":{\"_0\":[]}}}]",
        "[{\"name\":\"\\ud800\",\"numbers\":{},\"range\":[1,2]}]",
    ])
    func `JSON of another form reads as no value`(text: String) throws {
        var damage = Damage()
        let data = damage.tried(Data(text.utf8))
        #expect(try kind([Part].self).decode(data, as: [Part].self) == nil)
        #expect(try kind([Part]?.self).decode(data, as: [Part]?.self) == nil)
        #expect(try kind(Part.self, .codable).decode(data, as: Part.self) == nil)
    }

    @Test func `JSON that is no UTF-8 reads as no value`() throws {
        let kind = try kind([String: [Part]].self)
        var damage = Damage()
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let data = damage.tried(Data([0x7B, 0x22] + bytes + Array("\":[]}".utf8)))
            #expect(kind.decode(data, as: [String: [Part]].self) == nil)
        }
    }

    /// Objects that a damaged row has in place of an attribute's own.
    private static var objects: [Any?] {
        [
            nil, 1, -1.5, 1e300, Double.nan, Double.infinity, Int64.max, UInt64.max, true, "text", "", Data(), Data([0xFF]),
            Date.distantFuture, Date(timeIntervalSinceReferenceDate: .nan), Decimal.nan, Decimal(string: "1e100"), NSNull(),
            NSNumber(value: Double.nan), NSNumber(value: Int64.min),
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            [1, "a"] as [Any], [Double.nan], NSArray(array: [NSNull()]), ["a": 1], ["value": "x"], ["value": Double.infinity],
            ["name": 3, "range": Data([0x5B])] as [String: Any], ["city": 1, "zip": "x"] as [String: Any],
            ["lowerBound": "a", "upperBound": 1] as [String: Any], ["lowerBound": Double.nan, "upperBound": 1.0],
        ]
    }

    @Test func `an object of another type reads as no value or another value`() throws {
        var damage = Damage()
        func read<Value>(_ type: Value.Type) throws {
            let kind = try kind(type)
            for (index, object) in Self.objects.enumerated() {
                // By its number: Foundation traps when it describes the date that is not a number.
                _ = damage.tried(Data("\(type) of the object \(index)".utf8))
                guard let value = kind.decode(object) else { continue }
                #expect(value is Value)
            }
        }
        try read(Int8.self)
        try read(UInt64.self)
        try read(Float.self)
        try read(Decimal.self)
        try read(Date.self)
        try read(UUID.self)
        try read(URL.self)
        try read([Int8].self)
        try read([Date]?.self)
        try read(RefLevel.self)
        try read(RefColor?.self)
        try read(RefPlain.self)
        try read(RefPlain?.self)
        try read(RefPayload.self)
        try read(RefPlace.self)
        try read(RefOuter?.self)
        try read(Part.self)
        try read(Range<Int>.self)
        try read(ClosedRange<Double>?.self)
        try read(Set<Int>.self)
    }
}
