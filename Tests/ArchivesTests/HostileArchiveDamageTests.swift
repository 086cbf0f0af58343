import Foundation
import Testing

@testable import StrataArchives

/// Archives that were made to end a process that reads them.
@Suite struct HostileArchiveDamageTests {
    /// Returns an archive of objects of which the first is the root. Its class is the second.
    private static func archive(_ name: String, _ fields: [String: PropertyList], _ others: PropertyList...) -> Data {
        var fields = fields
        fields["$class"] = .reference(2)
        let type: PropertyList = .dictionary([
            "$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")]),
        ])
        return archive([.dictionary(fields), type] + others)
    }

    private static func archive(_ objects: [PropertyList]) -> Data {
        PropertyList.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .int(100_000), "$top": .dictionary(["root": .reference(1)]),
            "$objects": .array([.string("$null")] + objects),
        ]).binary
    }

    private static func isRefused(_ data: Data) -> Bool { (try? KeyedArchiveDecoder.object(in: data)) == nil }

    /// A class and fields that its decoder does not expect. The object with the index 3 is a string,
    /// with 4 a negative number.
    private static let wrongFields: [(String, [String: PropertyList])] = [
        ("NSString", ["NS.string": .int(3)]), ("NSString", ["NS.bytes": .data(Data([0xFF, 0xFE]))]), ("NSMutableString", [:]),
        ("NSData", ["NS.data": .string("a")]), ("NSDate", ["NS.time": .string("a")]), ("NSDate", [:]),
        ("NSUUID", ["NS.uuidbytes": .data(Data([1]))]), ("NSUUID", ["NS.uuidbytes": .string("a")]),
        ("NSURL", ["NS.relative": .int(1)]),
        ("NSURL", ["NS.relative": .reference(3), "NS.base": .reference(3)]), ("NSArray", ["NS.objects": .string("a")]),
        ("NSArray", ["NS.objects": .array([.string("a")])]), ("NSArray", ["NS.objects": .array([.reference(0)])]),
        ("NSArray", ["NS.objects": .array([.reference(99)])]), ("NSArray", ["NS.objects": .array([.reference(1)])]),
        ("NSDictionary", ["NS.keys": .array([.reference(3)]), "NS.objects": .array([])]),
        ("NSDictionary", ["NS.keys": .array([.reference(1)]), "NS.objects": .array([.reference(3)])]),
        ("NSSet", ["NS.objects": .dictionary([:])]), ("NSOrderedSet", ["NS.object.0": .reference(0)]),
        ("NSCountedSet", ["NS.count": .int(1), "NS.object0": .reference(3), "NS.count0": .int(.max)]),
        ("NSCountedSet", ["NS.count": .int(1), "NS.object0": .reference(3), "NS.count0": .reference(3)]),
        ("NSAttributedString", ["NSString": .int(1)]),
        ("NSAttributedString", ["NSString": .reference(3), "NSAttributes": .reference(3)]),
        (
            "NSAttributedString",
            ["NSString": .reference(3), "NSAttributes": .reference(3), "NSAttributeInfo": .data(Data([0x80]))]
        ),
        ("NSError", ["NSDomain": .reference(3)]), ("NSError", ["NSDomain": .reference(3), "NSCode": .string("a")]),
        ("NSError", ["NSDomain": .reference(3), "NSCode": .int(1), "NSUserInfo": .reference(3)]),
        ("NSDecimalNumber", ["NS.exponent": .int(1_000), "NS.length": .int(1), "NS.mantissa": .data(Data(count: 16))]),
        ("NSDecimalNumber", ["NS.exponent": .int(1), "NS.length": .int(9), "NS.mantissa": .data(Data(count: 16))]),
        ("NSDecimalNumber", ["NS.exponent": .int(1), "NS.length": .int(8), "NS.mantissa": .data(Data(count: 2))]),
        ("NSDecimalNumber", ["NSDecimal": .reference(3)]), ("NSValue", [:]),
        ("NSValue", ["NS.special": .int(1), "NS.pointval": .reference(3)]),
        ("NSValue", ["NS.special": .int(4), "NS.rangeval.location": .reference(3), "NS.rangeval.length": .reference(3)]),
        ("NSValue", ["NS.special": .int(7)]), ("NSIndexSet", [:]), ("NSIndexSet", ["NSRangeCount": .int(-1)]),
        ("NSIndexSet", ["NSRangeCount": .int(1), "NSLocation": .int(.max), "NSLength": .int(.max)]),
        ("NSIndexSet", ["NSRangeCount": .int(1), "NSLocation": .int(-5), "NSLength": .int(3)]),
        ("NSIndexSet", ["NSRangeCount": .int(2), "NSRangeData": .data(Data([5, 1, 2, 1]))]),
        ("NSIndexSet", ["NSRangeCount": .int(2), "NSRangeData": .data(Data(repeating: 0xFF, count: 40))]),
        ("NSIndexPath", ["NSIndexPathLength": .int(-1)]), ("NSIndexPath", ["NSIndexPathLength": .int(.max)]),
        ("NSIndexPath", ["NSIndexPathLength": .int(3), "NSIndexPathData": .data(Data([1, 2]))]),
        ("NSCharacterSet", [:]), ("NSCharacterSet", ["NSBuiltinID": .int(99)]), ("NSCharacterSet", ["NSBuiltinID": .int(0)]),
        ("NSCharacterSet", ["NSRange": .int(-1)]), ("NSCharacterSet", ["NSRange": .int(0xD800 << 32 | 5)]),
        ("NSCharacterSet", ["NSBitmap": .data(Data([1, 2]))]),
        ("NSCharacterSet", ["NSBitmap": .data(Data(repeating: 0xFF, count: 8_192 + 8_193))]),
        ("NSRegularExpression", [:]), ("NSRegularExpression", ["NSPattern": .reference(5), "NSOptions": .int(0)]),
        ("NSRegularExpression", ["NSPattern": .reference(3), "NSOptions": .int(-1)]), ("NSLocale", ["NS.identifier": .int(1)]),
        ("NSLocale", ["NS.identifier": .string("ü")]), ("NSLocale", ["NS.identifier": .string("en\u{0}")]),
        ("NSTimeZone", ["NS.name": .string("../../../dev/zero")]), ("NSTimeZone", ["NS.name": .string("/dev/zero")]),
        ("NSTimeZone", ["NS.name": .string("No/Where")]), ("NSCalendar", ["NS.identifier": .reference(3)]),
        ("NSCalendar", ["NS.identifier": .string("gregorian"), "NS.firstwkdy": .int(1_000)]),
        ("NSCalendar", ["NS.identifier": .string("gregorian"), "NS.timezone": .reference(3)]),
        ("NSDateComponents", ["NS.year": .string("a")]), ("NSDateComponents", ["NS.calendar": .reference(3)]),
        ("NSDateInterval", ["NS.startDate": .reference(3)]), ("NSPersonNameComponents", ["NS.givenName": .int(1)]),
        ("NSMeasurement", ["NS.value": .real(1)]), ("NSMeasurement", ["NS.value": .real(1), "NS.unit": .reference(3)]),
        ("NSUnitLength", ["NS.symbol": .reference(3)]),
        ("NSUnitLength", ["NS.symbol": .reference(3), "NS.converter": .reference(3)]),
        ("NSUnitConverterLinear", [:]), ("NSUnitConverterReciprocal", ["NS.reciprocal": .string("a")]),
        ("NSUnitNothing", ["NS.symbol": .reference(3)]),
        ("NSDimension", ["NS.symbol": .reference(3)]), ("NSUnit", [:]),
    ]

    @Test(arguments: wrongFields.indices)
    func `an object with fields of other types is an error`(place: Int) {
        let (name, fields) = Self.wrongFields[place]
        #expect(Self.isRefused(Self.archive(name, fields, .string("{text"), .int(-1), .string("((("))), "\(name) \(fields)")
    }

    @Test(arguments: [
        "NSObject", "NSKeyedUnarchiver", "NSFileManager", "NSThread", "NSProcessInfo", "NSMutableRLEArray", "", ".", "..", "a",
        "Note", "a.b.c",
        "StrataArchives.KeyedArchiveDecoder", "_TtC14StrataArchives19KeyedArchiveDecoder", "Foundation.NSArray", "Swift.Int",
        "\u{1}abcd.\u{1}abcd", "$s.\u{2}\u{3}", "ArchivesTests.No", "ArchivesTests.Samples",
        String(repeating: "a", count: 100_000) + ".b",
    ])
    func `a class that archives do not have is an error`(name: String) {
        #expect(Self.isRefused(Self.archive(name, ["NS.objects": .array([]), "NS.string": .string("a")])))
    }

    @Test func `a class that derives from one of Foundation's collections is an error`() {
        #expect(Self.isRefused(Self.archive("ArchivesTests.NameList", ["NS.objects": .array([])])))
    }

    @Test func `an object without a class is an error`() {
        #expect(Self.isRefused(Self.archive([.dictionary(["a": .int(1)])])))
        #expect(Self.isRefused(Self.archive([.dictionary(["$class": .int(1)])])))
        #expect(Self.isRefused(Self.archive([.dictionary(["$class": .reference(1)])])))
        #expect(Self.isRefused(Self.archive([.dictionary(["$class": .reference(77)])])))
        #expect(Self.isRefused(Self.archive([.array([])])))
        #expect(Self.isRefused(Self.archive([.reference(1)])))
    }

    @Test func `an app's object with fields of other types is an error`() {
        let name = "ArchivesTests.Note"
        #expect(!Self.isRefused(Self.archive(name, ["text": .reference(3), "number": .int(3)], .string("a"))))
        #expect(Self.isRefused(Self.archive(name, ["text": .reference(3), "number": .string("a")], .string("a"))))
        #expect(Self.isRefused(Self.archive(name, ["text": .reference(3), "number": .real(1e300)], .string("a"))))
        #expect(Self.isRefused(Self.archive(name, ["text": .reference(2), "number": .int(3)], .string("a"))))
        #expect(
            Self.isRefused(Self.archive(name, ["text": .reference(3), "number": .int(3), "next": .reference(1)], .string("a"))))
        #expect(Self.isRefused(Self.archive(name, [:])))
    }

    @Test func `a chain of many objects is an error`() {
        let type: PropertyList = .dictionary(["$classname": .string("ArchivesTests.Note"), "$classes": .array([])])
        let notes = (1...5_000).map { place -> PropertyList in
            .dictionary([
                "$class": .reference(5_001), "text": .string("a"), "number": .int(3),
                "next": .reference(place < 5_000 ? place + 1 : 0),
            ])
        }
        #expect(Self.isRefused(Self.archive(notes + [type])))
    }

    @Test func `collections that share their members many times are an error`() {
        var archive = KeyedArchive()
        var place = archive.add(array: [])
        for _ in 0..<60 { place = archive.add(array: [place, place]) }
        archive.root = place
        #expect(Self.isRefused(archive.data))
    }

    @Test func `a set of many arrays of one length is an error`() {
        var archive = KeyedArchive()
        let members = (0..<20_000).map { number in archive.add(array: [archive.add("\(number)")]) }
        archive.root = archive.add(set: members)
        #expect(Self.isRefused(archive.data))
    }

    @Test(arguments: ["NSArray", "NSDictionary"]) func `a dictionary with a collection as its key is an error`(name: String) {
        let key: PropertyList = .dictionary([
            "$class": .reference(4), "NS.keys": .array([]), "NS.objects": .array([]),
        ])
        let type: PropertyList = .dictionary([
            "$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")]),
        ])
        let fields: [String: PropertyList] = ["NS.keys": .array([.reference(3)]), "NS.objects": .array([.reference(5)])]
        #expect(Self.isRefused(Self.archive("NSDictionary", fields, key, type, .string("a"))))
    }

    @Test func `a decimal is not hashed`() throws {
        var archive = KeyedArchive()
        let decimal = try KeyedArchiveEncoder.add(Decimal(1), to: &archive)
        archive.root = archive.add(set: [decimal])
        #expect(Self.isRefused(archive.data))
    }

    // NSError's hash calls itself on Linux, as that of decimals does.
    @Test(arguments: ["NSSet", "NSDictionary", "NSOrderedSet"]) func `an error is not hashed`(name: String) {
        let error: PropertyList = .dictionary([
            "$class": .reference(4), "NSDomain": .reference(5), "NSCode": .int(1),
        ])
        let type: PropertyList = .dictionary([
            "$classname": .string("NSError"), "$classes": .array([.string("NSError"), .string("NSObject")]),
        ])
        let members: PropertyList = .array([.reference(3)])
        let fields: [String: PropertyList] =
            name == "NSDictionary" ? ["NS.keys": members, "NS.objects": members] : ["NS.objects": members]
        #expect(Self.isRefused(Self.archive(name, fields, error, type, .string("App"))))
    }

    @Test func `data that is no archive is an error`() {
        #expect(Self.isRefused(Data()))
        #expect(Self.isRefused(Data("bplist00".utf8)))
        #expect(Self.isRefused(Data(repeating: 0xFF, count: 1_000)))
        #expect(Self.isRefused(PropertyList.array([]).binary))
        #expect(
            Self.isRefused(
                PropertyList.dictionary(["$objects": .array([]), "$top": .dictionary(["root": .reference(0)])]).binary))
        #expect(
            Self.isRefused(
                PropertyList.dictionary(["$objects": .array([.string("a")]), "$top": .dictionary(["root": .reference(9)])]).binary
            ))
    }
}

/// A collection of an app, whose superclass's initializer needs Foundation's own coder.
final class NameList: NSArray {
    override var count: Int { 0 }
    override func object(at index: Int) -> Any { index }
}
