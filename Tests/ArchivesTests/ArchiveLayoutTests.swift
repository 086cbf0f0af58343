import Foundation
import Testing

@testable import StrataArchives

/// The fields of archived objects, which are those of Apple's archives.
@Suite struct ArchiveLayoutTests {
    /// Returns the fields of the archive's root, with the objects that they refer to, and the names of
    /// its classes.
    private static func root(_ object: Any) throws -> (fields: [String: PropertyList], classes: [String]) {
        let archive = try KeyedArchive(KeyedArchiveEncoder.data(of: object))
        var fields = try #require(archive.fields(archive.root))
        let type = archive.fields(fields.removeValue(forKey: "$class")?.reference)
        return (
            fields.mapValues { $0.reference.map { archive.objects[$0] } ?? $0 },
            (type?["$classes"]?.array ?? []).compactMap(\.string)
        )
    }

    @Test func `a decimal has the bytes of its digits`() throws {
        let (fields, classes) = try Self.root(Decimal(string: "-123.45") as Any)
        #expect(
            fields == [
                "NS.exponent": .int(-2), "NS.length": .int(1), "NS.negative": .bool(true), "NS.compact": .bool(true),
                "NS.mantissa.bo": .int(1), "NS.mantissa": .data(Data([0x39, 0x30] + [UInt8](repeating: 0, count: 14))),
            ])
        #expect(classes == ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
    }

    @Test func `a decimal of the other byte order is read`() throws {
        var archive = KeyedArchive()
        archive.root = archive.reserve()
        archive.set(
            archive.root,
            [
                "NS.exponent": .int(-2), "NS.length": .int(1), "NS.negative": .bool(false), "NS.compact": .bool(true),
                "NS.mantissa.bo": .int(2), "NS.mantissa": .data(Data([0x30, 0x39] + [UInt8](repeating: 0, count: 14))),
            ], ofClass: "NSDecimalNumberPlaceholder")
        #expect(try KeyedArchiveDecoder.object(in: archive.data) as? Decimal == Decimal(string: "123.45"))
    }

    @Test func `a string without runs of attributes has one dictionary`() throws {
        let archive = try KeyedArchive(KeyedArchiveEncoder.data(of: NSAttributedString(string: "rich")))
        let fields = try #require(archive.fields(archive.root))
        #expect(Set(fields.keys) == ["$class", "NSString", "NSAttributes"])
        #expect(archive.string(fields["NSString"]) == "rich")
        #expect(archive.className(fields["NSAttributes"]?.reference) == "NSDictionary")
    }

    @Test func `runs of attributes have their lengths and numbers`() throws {
        let archive = try KeyedArchive(KeyedArchiveEncoder.data(of: Samples.rich))
        let fields = try #require(archive.fields(archive.root))
        #expect(archive.className(archive.root) == "NSMutableAttributedString")
        #expect(archive.members(fields["NSAttributes"]).count == 2)
        #expect(archive.fields(fields["NSAttributeInfo"]?.reference)?["NS.data"] == .data(Data([4, 0, 5, 1])))
    }

    @Test func `an error has its domain and code`() throws {
        let (fields, classes) = try Self.root(NSError(domain: "App", code: -3))
        #expect(fields == ["NSDomain": .string("App"), "NSCode": .int(-3)])
        #expect(classes == ["NSError", "NSObject"])
    }

    @Test func `values, indexes and patterns have the fields of Apple's archives`() throws {
        #expect(
            try Self.root(NSValue(range: NSRange(location: 1, length: 2))).fields
                == ["NS.special": .int(4), "NS.rangeval.location": .int(1), "NS.rangeval.length": .int(2)])
        #expect(
            try Self.root(NSIndexSet(indexesIn: NSRange(location: 3, length: 4))).fields == [
                "NSRangeCount": .int(1), "NSLocation": .int(3), "NSLength": .int(4),
            ])
        #expect(
            try Self.root(IndexPath(indexes: [1, 300])).fields == [
                "NSIndexPathLength": .int(2), "NSIndexPathData": .data(Data([1, 0xAC, 0x02])),
            ])
        #expect(
            try Self.root(NSRegularExpression(pattern: "a+", options: .caseInsensitive)).fields == [
                "NSPattern": .string("a+"), "NSOptions": .int(1),
            ])
        #expect(try Self.root(CharacterSet.letters).fields == ["NSBuiltinID": .int(5)])
        #expect(try Self.root(Date(timeIntervalSinceReferenceDate: 2)).fields == ["NS.time": .real(2)])
        #expect(try Self.root(NSMutableString("a")).fields == ["NS.string": .string("a")])
        #expect(try Self.root(NSNull()).fields == [:])
        #expect(try Self.root(Measurement(value: 2, unit: UnitLength.meters)).fields["NS.value"] == .real(2))
    }

    /// The archive of a dictionary with a UUID, as the clock of a CareKit store has it.
    @Test func `an archive of Apple's is read`() throws {
        var archive = KeyedArchive()
        let id = archive.reserve()
        let bytes: [UInt8] = [0xAF, 0x61, 0x20, 0x5F, 0x1C, 0x39, 0x40, 0xF4, 0x86, 0xD6, 0x82, 0x0B, 0x6E, 0x38, 0xAD, 0x0D]
        archive.set(id, ["NS.uuidbytes": .data(Data(bytes))], ofClass: "NSUUID")
        let one = archive.add(PropertyList.int(1))
        archive.root = archive.reserve()
        archive.set(
            archive.root, ["NS.keys": .array([.reference(id)]), "NS.objects": .array([.reference(one)])], ofClass: "NSDictionary")
        let read = try KeyedArchiveDecoder.object(in: archive.data, of: [NSDictionary.self, NSUUID.self, NSNumber.self])
        #expect(read as? [UUID: Int] == [try #require(UUID(uuidString: "AF61205F-1C39-40F4-86D6-820B6E38AD0D")): 1])
    }

    /// Character sets as Apple's archives have them, which are not always written so here.
    @Test(arguments: [
        (["NSRange": PropertyList.int(97 << 32 | 3)], "abc", "d"), (["NSString": .string("abc")], "abc", "d"),
        (["NSBuiltinID": .int(4)], "129", "a"), (["NSBuiltinID": .int(4), "NSIsInverted": .bool(true)], "a", "1"),
    ])
    func `sets of characters are read`(fields: [String: PropertyList], members: String, other: String) throws {
        var archive = KeyedArchive()
        archive.root = archive.reserve()
        archive.set(archive.root, fields, ofClass: "NSCharacterSet")
        let set = try #require(try KeyedArchiveDecoder.object(in: archive.data) as? CharacterSet)
        #expect(members.unicodeScalars.allSatisfy(set.contains))
        #expect(!other.unicodeScalars.contains(where: set.contains))
    }
}
