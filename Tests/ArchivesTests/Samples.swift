import Foundation

@testable import StrataArchives

/// An object that an app archives.
final class Note: NSObject, NSSecureCoding {
    let text: String
    let next: Note?

    init(_ text: String, next: Note? = nil) {
        self.text = text
        self.next = next
    }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "text")
        coder.encode(next, forKey: "next")
        coder.encode(3, forKey: "number")
    }

    init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "text"), coder.decodeInteger(forKey: "number") == 3 else {
            return nil
        }
        self.text = text as String
        next = coder.decodeObject(of: Note.self, forKey: "next")
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Note else { return false }
        return other.text == text && other.next == next
    }

    override var hash: Int { text.hash }
}

/// Objects of all classes of Foundation that can be archived.
enum Samples {
    static var rich: NSMutableAttributedString {
        let rich = NSMutableAttributedString(string: "rich text")
        rich.setAttributes([.init("weight"): 700], range: NSRange(location: 0, length: 4))
        rich.setAttributes(
            [.init("link"): URL(filePath: "/a"), .init("list"): [1, "b"] as [Any]], range: NSRange(location: 4, length: 5))
        return rich
    }

    static var components: DateComponents {
        DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "Europe/Berlin"), era: 1, year: 2,
            month: 3,
            day: 4, hour: 5, minute: 6, second: 7, nanosecond: 8, weekday: 2, weekdayOrdinal: 1, quarter: 1, weekOfMonth: 2,
            weekOfYear: 3, yearForWeekOfYear: 2020)
    }

    static var error: NSError {
        NSError(domain: "App", code: 3, userInfo: ["path": "/a", NSUnderlyingErrorKey: NSError(domain: "Inner", code: -4)])
    }

    /// New objects at each call, because some of Foundation's are changed when they are read.
    static var objects: [(name: String, object: Any)] {
        [
            ("string", "text"), ("empty string", ""), ("mutable string", NSMutableString("text")), ("integer", 3),
            ("negative", -3),
            ("large integer", UInt64.max), ("Boolean", true), ("double", 0.1), ("float", Float(0.1)),
            ("date", Date(timeIntervalSinceReferenceDate: 12.5)), ("data", Data([1, 2])),
            ("mutable data", NSMutableData(data: Data([1]))),
            ("URL", URL(string: "https://a.example/b?c#d") as Any),
            ("relative URL", NSURL(string: "c", relativeTo: URL(filePath: "/a/b")) as Any),
            ("UUID", UUID()), ("null", NSNull()), ("array", [1, "a", [2.5, NSNull()]] as [Any]),
            ("mutable array", NSMutableArray(array: [1])),
            ("dictionary", ["a": 1, "b": ["c": Date(timeIntervalSinceReferenceDate: 0)]] as [String: Any]),
            ("mutable dictionary", NSMutableDictionary(dictionary: [1: 2])), ("set", Set([1, 2])),
            ("mutable set", NSMutableSet(array: [1])),
            ("counted set", NSCountedSet(array: ["a", "a", "b"])), ("ordered set", NSOrderedSet(array: ["b", "a"])),
            ("mutable ordered set", NSMutableOrderedSet(array: ["b", "a"])), ("decimal", Decimal(string: "-12.345") as Any),
            ("largest decimal", Decimal.greatestFiniteMagnitude), ("smallest decimal", Decimal.leastNonzeroMagnitude),
            ("zero", Decimal(0)),
            ("decimal of 39 digits", Decimal(string: "123456789012345678901234567890123456789") as Any),
            ("no decimal", Decimal.nan),
            ("decimals", ["p": Decimal(string: "1.5")]), ("attributed string", NSAttributedString(string: "rich")),
            ("empty attributed string", NSAttributedString(string: "")), ("attributes", rich), ("error", error),
            ("range", NSValue(range: NSRange(location: 1, length: 2))), ("point", NSValue(point: CGPoint(x: 1.5, y: -2))),
            ("size", NSValue(size: CGSize(width: 1, height: 2))),
            ("rectangle", NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4))),
            ("edges", NSValue(edgeInsets: NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))),
            ("locale", Locale(identifier: "de_DE")),
            ("time zone", TimeZone(identifier: "Europe/Berlin") as Any), ("GMT+1", TimeZone(secondsFromGMT: 3_600) as Any),
            ("calendar", Calendar(identifier: .hebrew)), ("date components", components), ("year", DateComponents(year: 2020)),
            ("length", Measurement(value: 1.5, unit: UnitLength.miles)),
            ("temperature", Measurement(value: 1, unit: UnitTemperature.fahrenheit)),
            ("fuel", Measurement(value: 1, unit: UnitFuelEfficiency.milesPerGallon)), ("unit", Unit(symbol: "x")),
            ("dimension", Dimension(symbol: "q", converter: UnitConverterLinear(coefficient: 2))),
            ("indexes", IndexSet([1, 3, 500])),
            ("one range of indexes", IndexSet(3..<7)), ("no indexes", IndexSet()), ("index set", NSIndexSet(index: 3)),
            ("index path", IndexPath(indexes: [1, 300])), ("short index path", IndexPath(index: 1)),
            ("empty index path", IndexPath()),
            ("letters", CharacterSet.letters), ("characters", CharacterSet(charactersIn: "abc")),
            ("other characters", CharacterSet(charactersIn: "abc").inverted),
            ("planes", CharacterSet.letters.union(CharacterSet(charactersIn: "1😀"))),
            ("mutable characters", NSMutableCharacterSet(charactersIn: "xyz")),
            ("pattern", (try? NSRegularExpression(pattern: "a+(b|c)", options: .caseInsensitive)) as Any),
            ("name", PersonNameComponents(givenName: "Jane", familyName: "Daniels")), ("object", Note("a", next: Note("b"))),
            ("objects", ["x": [Note("a"), Note("b")]]),
        ]
    }
}
