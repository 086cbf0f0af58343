import Foundation
import Testing

@testable import StrataArchives

/// Objects of Foundation's classes, archived and read again.
@Suite struct FoundationObjectsTests {
    @Test(arguments: Samples.objects.map(\.name))
    func `an object is equal to what its archive has`(name: String) throws {
        let object = try #require(Samples.objects.first { $0.name == name }?.object as AnyObject as? NSObject)
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: object))
        #expect(object.isEqual(read))
    }

    @Test func `a date interval is equal to what its archive has`() throws {
        let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: interval))
        #expect(read as? DateInterval == interval)
    }

    @Test func `an optional is archived as its value`() throws {
        let value: Int? = 3
        #expect(try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: value as Any)) as? Int == 3)
        let none: Int? = nil
        #expect(try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: none as Any)) == nil)
    }

    @Test(arguments: Samples.objects.map(\.name))
    func `a mutable object stays mutable`(name: String) throws {
        let object = try #require(Samples.objects.first { $0.name == name }?.object as AnyObject as? NSObject)
        let read = try #require(try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: object)))
        #expect((object is NSMutableString) == (read is NSMutableString))
        #expect((object is NSMutableArray) == (read is NSMutableArray))
        #expect((object is NSMutableDictionary) == (read is NSMutableDictionary))
        #expect((object is NSMutableSet) == (read is NSMutableSet))
        #expect((object is NSMutableOrderedSet) == (read is NSMutableOrderedSet))
        #expect((object is NSMutableData) == (read is NSMutableData))
        #expect((object is NSMutableAttributedString) == (read is NSMutableAttributedString))
    }

    @Test func `strings keep their characters`() throws {
        let strings = ["e\u{301}", "\u{e9}", "a\u{0}b", "😀"]
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: strings)) as? [String]
        #expect(read?.map { Array($0.unicodeScalars) } == strings.map { Array($0.unicodeScalars) })
    }

    @Test func `an object that others share is one object`() throws {
        let note = Note("a")
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: [note, note])) as? [Note]
        #expect(read?.count == 2)
        #expect(read?.first === read?.last)
    }

    @Test func `foundation reads an archive of its own classes`() throws {
        let values: NSDictionary = ["a": [1, 2.5, true], "b": Date(timeIntervalSinceReferenceDate: 3), "c": URL(filePath: "/d")]
        let data = try KeyedArchiveEncoder.data(of: values)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSURL.self], from: data)
                as? NSDictionary == values)
    }

    @Test func `an archive of Foundation is read`() throws {
        let values: NSDictionary = ["a": [1, 2.5], "b": Date(timeIntervalSinceReferenceDate: 3), "c": URL(filePath: "/d")]
        let data = try NSKeyedArchiver.archivedData(withRootObject: values, requiringSecureCoding: true)
        #expect(try KeyedArchiveDecoder.object(in: data) as? NSDictionary == values)
    }
}

/// Objects that are not archived.
@Suite struct RefusedObjectsTests {
    private final class Hidden: NSObject, NSCoding {
        override init() {}
        func encode(with coder: NSCoder) {}
        init?(coder: NSCoder) {}
    }

    private static func reason(_ object: Any, isSecure: Bool = false) -> String? {
        do {
            _ = try KeyedArchiveEncoder.data(of: object, isSecure: isSecure)
            return nil
        } catch {
            return (error as? ArchiveError)?.description
        }
    }

    @Test func `a value that is no object is refused`() {
        #expect(Self.reason(NSRange(location: 1, length: 2)) == "contains a value of the type _NSRange")
        #expect(Self.reason(["a": URLError(.badURL)]) == "contains a value of the type URLError")
        #expect(Self.reason(NSObject()) == "contains a value of the type NSObject")
    }

    @Test func `an error with such a value in its information is refused`() {
        let error = NSError(domain: "App", code: 1, userInfo: ["range": NSRange(location: 1, length: 2)])
        #expect(Self.reason(error) == "contains a value of the type _NSRange")
    }

    @Test func `an object whose class cannot be found by its name is refused`() {
        #expect(Self.reason(Hidden())?.contains("whose name does not find it") == true)
    }

    @Test func `an object that contains itself is refused`() {
        let ring = Ring()
        ring.next = [ring]
        #expect(Self.reason(ring) == "contains an object that contains itself")
        ring.next = nil
    }

    @Test func `an object of many levels is refused`() {
        let deep = (0..<600).reduce(Note("a")) { note, _ in Note("a", next: note) }
        #expect(Self.reason(deep) == "contains an object of more than 512 levels")
        let legal = (0..<500).reduce(Note("a")) { note, _ in Note("a", next: note) }
        #expect(Self.reason(legal) == nil)
    }

    @Test func `a set of many collections is refused`() {
        let arrays = NSSet(array: (0..<1_001).map { [$0] })
        #expect(Self.reason(arrays)?.hasPrefix("contains a set") == true)
        #expect(Self.reason(NSSet(array: (0..<5_000).map { Note("\($0)") })) == nil)
    }

    @Test func `a dictionary with a collection as a key is refused`() {
        #expect(Self.reason([[1, 2]: "a"]) == "contains a dictionary with an array or a dictionary as a key")
        #expect(Self.reason(["a": [1: "b"]]) == nil)
    }

    @Test func `a counted set of too many members is refused`() {
        func set(_ counts: [Int]) -> NSCountedSet {
            let set = NSCountedSet()
            for (member, count) in counts.enumerated() { for _ in 0..<count { set.add("\(member)") } }
            return set
        }
        #expect(Self.reason(set([10_001]))?.hasPrefix("contains a counted set") == true)
        #expect(Self.reason(set([10_000])) == nil)
        #expect(Self.reason(set([Int](repeating: 10_000, count: 101)))?.hasPrefix("contains a counted set") == true)
    }

    @Test func `a collection of too many objects is refused`() throws {
        let texts = (0..<100).map { "\($0)" }
        let strings = NSArray(array: (0..<1_200_000).map { texts[$0 % 100] })
        #expect(Self.reason(strings) == "contains a collection of more than 1000000 objects")
        let fewer = NSArray(array: (0..<900_000).map { texts[$0 % 100] })
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: fewer)) as? NSArray
        #expect(read?.count == 900_000)
    }

    @Test func `a regular expression of too many bytes is refused`() throws {
        let long = try NSRegularExpression(pattern: String(repeating: "a", count: 100_001))
        #expect(Self.reason(long) == "contains a regular expression of more than 100000 bytes")
        let legal = try NSRegularExpression(pattern: String(repeating: "a", count: 100_000))
        let read = try KeyedArchiveDecoder.object(in: KeyedArchiveEncoder.data(of: legal)) as? NSRegularExpression
        #expect(read?.pattern.utf8.count == 100_000)
    }

    // Foundation ends the process where it encodes such a calendar.
    @Test func `a locale with other characters than those of ASCII is refused`() throws {
        let locale = NSLocale(localeIdentifier: "ü")
        #expect(Self.reason(locale) == "contains a locale with the invalid identifier 'ü'")
        let calendar = try #require(NSCalendar(identifier: .gregorian))
        calendar.locale = locale as Locale
        #expect(Self.reason(calendar) == "contains a calendar whose locale has an invalid identifier")
        let components = NSDateComponents()
        components.calendar = calendar as Calendar
        #expect(Self.reason(components) == "contains a calendar whose locale has an invalid identifier")
    }

    @Test func `an object without secure coding is refused where that is required`() throws {
        #expect(Self.reason(OpenNote()) == nil)
        #expect(Self.reason(OpenNote(), isSecure: true) == "contains a OpenNote, which does not support secure coding")
        let data = try KeyedArchiveEncoder.data(of: OpenNote())
        #expect(try KeyedArchiveDecoder.object(in: data) is OpenNote)
        #expect(throws: ArchiveError.self) { try KeyedArchiveDecoder.object(in: data, of: [OpenNote.self]) }
    }

    @Test func `an object of a class that is not allowed is an error`() throws {
        let data = try KeyedArchiveEncoder.data(of: ["a": [Note("b")]])
        let error = ArchiveError("contains an object of the class 'Note', which is not allowed there")
        #expect(throws: error) { try KeyedArchiveDecoder.object(in: data, of: [NSDictionary.self, NSArray.self, NSString.self]) }
        #expect(
            try KeyedArchiveDecoder.object(in: data, of: [NSDictionary.self, NSArray.self, NSString.self, Note.self])
                is NSDictionary)
    }

    @Test func `the members of an array that two fields share are of the classes of each`() throws {
        let error = ArchiveError("contains an object of the class 'Note', which is not allowed there")
        func read(_ array: NSArray) throws -> NSArray? {
            let data = try KeyedArchiveEncoder.data(of: NotesAndNames(array, array))
            return (try KeyedArchiveDecoder.object(in: data, of: [NotesAndNames.self]) as? NotesAndNames)?.names
        }
        #expect(throws: error) { try read([Note("a")]) }
        #expect(throws: error) { try read([[[Note("a")]]]) }
        #expect(throws: error) { try read([NSError(domain: "App", code: 1, userInfo: ["note": Note("a")])]) }
        #expect(try read([NSError(domain: "App", code: 1, userInfo: ["text": "a"])])?.count == 1)
        #expect(try read([])?.count == 0)
    }
}

/// An object with two fields, whose members are of different classes.
final class NotesAndNames: NSObject, NSSecureCoding {
    let notes: NSArray
    let names: NSArray

    init(_ notes: NSArray, _ names: NSArray) { (self.notes, self.names) = (notes, names) }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
        coder.encode(notes, forKey: "notes")
        coder.encode(names, forKey: "names")
    }

    init?(coder: NSCoder) {
        guard let notes = coder.decodeObject(of: [NSArray.self, NSError.self, Note.self], forKey: "notes") as? NSArray,
            let names = coder.decodeObject(of: [NSArray.self, NSError.self, NSString.self], forKey: "names") as? NSArray
        else { return nil }
        (self.notes, self.names) = (notes, names)
    }
}

/// An object that may contain itself.
final class Ring: NSObject, NSCoding {
    var next: [Ring]?

    override init() {}

    func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
    init?(coder: NSCoder) { next = coder.decodeObject(forKey: "next") as? [Ring] }
}

/// An object without secure coding, with values of each type and some without a key.
final class OpenNote: NSObject, NSCoding {
    override init() {}

    func encode(with coder: NSCoder) {
        coder.encode(true, forKey: "bool")
        coder.encode(Int32(-3), forKey: "int32")
        coder.encode(Int64(4), forKey: "int64")
        coder.encode(Float(1.5), forKey: "float")
        coder.encode(2.5, forKey: "double")
        [UInt8]([1, 2]).withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: 2, forKey: "bytes") }
        coder.encode("first")
        coder.encode(Data([7]))
        coder.encodePropertyList(["list"])
        coder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    }

    init?(coder: NSCoder) {
        guard coder.decodeBool(forKey: "bool"), coder.decodeInt32(forKey: "int32") == -3, coder.decodeInt64(forKey: "int64") == 4,
            coder.decodeCInt(forKey: "int64") == 4, coder.decodeFloat(forKey: "float") == 1.5,
            coder.decodeDouble(forKey: "double") == 2.5,
            coder.withDecodedUnsafeBytes(forKey: "bytes", body: { $0.map(Array.init) }) == [1, 2],
            coder.decodeObject() as? String == "first", coder.decodeData() == Data([7]),
            coder.decodePropertyList() as? [String] == ["list"], coder.decodePoint(forKey: "point") == CGPoint(x: 1, y: 2),
            !coder.containsValue(forKey: "missing"), coder.decodeObject(forKey: "missing") == nil,
            coder.decodeInteger(forKey: "missing") == 0, coder.error == nil
        else { return nil }
    }
}
