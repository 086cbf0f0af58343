import Foundation
import StrataTestSupport
import Testing

@testable import StrataUserActivity

/// Records of activities with damaged or hostile bytes are errors, or have other values.
@Suite struct RecordDamageTests {
    private static func record() throws -> Data {
        let activity = NSUserActivity(activityType: "com.example.read")
        activity.title = "Title"
        activity.userInfo = [
            "page": 3, "tags": ["a", "b"], "more": ["x": Date(timeIntervalSinceReferenceDate: 1), "y": Data([1])],
        ]
        activity.webpageURL = URL(string: "https://example.com/book?page=3")
        activity.keywords = ["a", "b"]
        return try UserActivityRecord(activity).encoded()
    }

    @Test func `a damaged record is an error or another record`() throws {
        let whole = try Self.record()
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.05)
        for _ in 0..<count {
            // Whatever is no record is an error.
            guard let record = try? UserActivityRecord(encoded: damage.damaged(whole)) else { continue }
            read += 1
            _ = NSUserActivity(record).userInfo
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `a record without a type is an error`() throws {
        var record = UserActivityRecord(NSUserActivity(activityType: "com.example.read"))
        record.activityType = ""
        let data = try record.encoded()
        #expect(throws: CocoaError.self) { try UserActivityRecord(encoded: data) }
    }

    @Test func `a record of many levels is an error`() {
        let levels = 200_000
        let body = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
        let data = Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>userInfo</key>\(body)</dict></plist>".utf8)
        #expect(throws: (any Error).self) { try UserActivityRecord(encoded: data) }
    }
}
