import Foundation
import StrataTestSupport
import StrataUserActivity
import Testing

@testable import StrataViewGraph

/// The values and the activity of a stored scene with damaged or hostile bytes are an error, or
/// others. Values that are none are left out.
@Suite struct SceneRecordDamageTests {
    private typealias Numbers = CodableConversion<[String: [Int]]>

    private static func record() throws -> SceneRecord {
        let activity = NSUserActivity(activityType: "com.example.note")
        activity.title = "Note"
        activity.userInfo = ["number": 1, "day": Date(timeIntervalSinceReferenceDate: 1.5), "tags": ["a", "b"]]
        activity.webpageURL = URL(string: "https://example.com/note?number=1")
        return SceneRecord(
            name: "name", activity: UserActivityRecord(activity),
            values: [
                "on": .boolean(true), "count": .integer(-3), "real": .real(0.5), "text": .string("é\u{1F600}"),
                "date": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
                "url": .url(try #require(URL(string: "https://a.example/b"))),
                "numbers": try #require(Numbers.stored(["a": [1, 2], "b": []])),
            ],
            lastSeen: Date(timeIntervalSinceReferenceDate: 2))
    }

    /// Does with a value what properties of each type do.
    private static func use(_ value: StoredValue) {
        _ = Bool(stored: value)
        _ = Int(stored: value)
        _ = Double(stored: value)
        _ = String(stored: value)
        _ = Date(stored: value)
        _ = URL(stored: value)
        _ = Numbers.value(of: value)
    }

    /// Returns whether the bytes are those of a scene. Uses its values, and encodes them again.
    private static func read(_ data: Data) -> Bool {
        // Whatever is no scene is an error.
        guard let (values, activity) = try? SceneRecord.decodeValues(data) else { return false }
        values.values.forEach(use)
        if let activity { _ = NSUserActivity(activity).userInfo }
        _ = try? SceneRecord(name: "name", activity: activity, values: values).encodedValues()
        return true
    }

    @Test func `damaged values of a scene are an error or other values`() throws {
        let record = try Self.record()
        let whole = try record.encodedValues()
        #expect(try SceneRecord.decodeValues(whole).values == record.values)
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.05)
        for _ in 0..<count where Self.read(damage.damaged(whole)) { read += 1 }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    /// The list is whole, and the record in it is damaged.
    @Test func `a damaged activity of a scene is none or another activity`() throws {
        let record = try Self.record()
        let whole = try #require(try record.activity?.encoded())
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.05)
        for _ in 0..<count {
            let values = ["strata.userActivity": StoredValue.data(damage.damaged(whole)), "count": .integer(-3)]
            let decoded = try SceneRecord.decodeValues(encoder.encode(values))
            #expect(decoded.values == ["count": .integer(-3)])
            guard let activity = decoded.activity else { continue }
            read += 1
            _ = NSUserActivity(activity).userInfo
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `damaged JSON of a scene's value is nil or another value`() throws {
        guard case .data(let whole)? = Numbers.stored(["a": [1, 2], "b": [3]]) else {
            Issue.record("A Codable value is stored as data.")
            return
        }
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.02)
        for _ in 0..<count where Numbers.value(of: .data(damage.damaged(whole))) != nil { read += 1 }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
        for levels in 511...514 {
            let data = damage.tried(Data(String(repeating: "[", count: levels).utf8))
            #expect(Numbers.value(of: .data(data)) == nil)
        }
    }

    private static func list(_ object: Any) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    }

    @Test func `values of another form are left out`() throws {
        let stored: [String: Any] = [
            "number": 1, "list": ["x"], "empty": [String: Any](), "unknown": ["color": ["_0": 1]],
            "wrong": ["integer": ["_0": "text"]], "large": ["integer": ["_0": UInt64.max]], "none": ["integer": [String: Any]()],
            "two": ["integer": ["_0": 1], "real": ["_0": 1.5]], "count": ["integer": ["_0": 3]],
            "strata.userActivity": ["string": ["_0": "no record"]],
        ]
        var damage = Damage()
        let decoded = try SceneRecord.decodeValues(damage.tried(try Self.list(stored)))
        #expect(decoded.values == ["count": .integer(3)])
        #expect(decoded.activity == nil)
    }

    @Test func `a list of something else is an error`() throws {
        var damage = Damage()
        for object in [[1, 2], "text", 1, Date(timeIntervalSinceReferenceDate: 1)] as [Any] {
            let data = damage.tried(try Self.list(object))
            #expect(throws: (any Error).self) { try SceneRecord.decodeValues(data) }
        }
        #expect(throws: (any Error).self) { try SceneRecord.decodeValues(Data()) }
    }

    @Test func `values of many levels are an error`() throws {
        var damage = Damage()
        var deep: Any = 1
        for _ in 0..<600 { deep = [deep] }
        let binary = damage.tried(try Self.list(["a": deep]))
        #expect(throws: (any Error).self) { try SceneRecord.decodeValues(binary) }
        let levels = 200_000
        let body = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
        let text = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key>\(body)</dict></plist>"
        let xml = damage.tried(Data(text.utf8))
        #expect(throws: (any Error).self) { try SceneRecord.decodeValues(xml) }
    }
}
