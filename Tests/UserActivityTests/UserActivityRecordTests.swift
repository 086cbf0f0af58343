import Foundation
import Testing

@testable import StrataUserActivity

/// Records of activities: what they keep, and what a restored activity has.
struct UserActivityRecordTests {
    private func restored(_ activity: NSUserActivity) throws -> NSUserActivity {
        NSUserActivity(try UserActivityRecord(encoded: UserActivityRecord(activity).encoded()))
    }

    private func restored(_ userInfo: [AnyHashable: Any]) throws -> [AnyHashable: Any] {
        let activity = NSUserActivity(activityType: "a")
        activity.userInfo = userInfo
        return try #require(try restored(activity).userInfo)
    }

    @Test func `a record keeps every property`() throws {
        let activity = NSUserActivity(activityType: "com.example.read")
        activity.title = "Title"
        activity.userInfo = ["page": 3]
        activity.requiredUserInfoKeys = ["page"]
        activity.targetContentIdentifier = "book 1"
        activity.webpageURL = URL(string: "https://example.com/book?page=3")
        activity.referrerURL = URL(string: "https://example.com")
        activity.expirationDate = Date(timeIntervalSinceReferenceDate: 0.1)
        activity.keywords = ["a", "b"]
        activity.persistentIdentifier = "id"
        activity.isEligibleForHandoff = false
        activity.isEligibleForSearch = true
        activity.isEligibleForPublicIndexing = true
        activity.isEligibleForPrediction = true
        let record = UserActivityRecord(activity)
        #expect(try UserActivityRecord(encoded: record.encoded()) == record)
        let again = try restored(activity)
        #expect(UserActivityRecord(again) == record)
        #expect(again.activityType == "com.example.read")
        #expect(again.title == "Title")
        #expect(again.userInfo?["page"] as? Int == 3)
        #expect(again.requiredUserInfoKeys == ["page"])
        #expect(again.targetContentIdentifier == "book 1")
        #expect(again.webpageURL == activity.webpageURL)
        #expect(again.referrerURL == activity.referrerURL)
        #expect(again.expirationDate == activity.expirationDate)
        #expect(again.keywords == ["a", "b"])
        #expect(again.persistentIdentifier == "id")
        #expect(!again.isEligibleForHandoff)
        #expect(again.isEligibleForSearch)
        #expect(again.isEligibleForPublicIndexing)
        #expect(again.isEligibleForPrediction)
    }

    @Test func `a bare activity has a bare record`() throws {
        let again = try restored(NSUserActivity(activityType: "a"))
        #expect(again.userInfo == nil)
        #expect(again.requiredUserInfoKeys == nil)
        #expect(again.isEligibleForHandoff)
    }

    @Test func `only the required entries are stored for later, or all without a requirement`() {
        let activity = NSUserActivity(activityType: "a")
        activity.userInfo = ["page": 3, "scroll": 0.5, 7: "not a text"]
        #expect(UserActivityRecord(activity).storable == UserActivityRecord(activity))
        activity.requiredUserInfoKeys = ["page", "missing"]
        #expect(UserActivityRecord(activity).userInfo?.count == 3)
        #expect(UserActivityRecord(activity).storable.userInfo == [.string("page"): .integer(3)])
        #expect(UserActivityRecord(activity).storable.requiredUserInfoKeys == ["page", "missing"])
        activity.requiredUserInfoKeys = []
        #expect(UserActivityRecord(activity).storable.userInfo == [:])
        activity.userInfo = nil
        #expect(UserActivityRecord(activity).storable.userInfo == nil)
    }

    @Test func `every type of value that Apple takes is kept`() throws {
        let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 1.25), UUID())
        let url = try #require(URL(string: "https://example.com/a b"))
        let info = try restored([
            "string": "é\u{1F600}", "object": "text" as NSString, "data": Data([0, 1]), "date": date, "url": url, "uuid": uuid,
            "null": NSNull(), "array": ["a", 1, [2.5]] as [Any], "set": Set(["x", "y"]), "dictionary": ["k": ["n": 1]],
            "none": String?.none as Any, "some": String?.some("s") as Any, 7: "seven",
        ])
        #expect(info["string"] as? String == "é\u{1F600}")
        #expect(info["object"] as? String == "text")
        #expect(info["data"] as? Data == Data([0, 1]))
        #expect(info["date"] as? Date == date)
        #expect(info["url"] as? URL == url)
        #expect(info["uuid"] as? UUID == uuid)
        #expect(info["null"] is NSNull)
        let array = try #require(info["array"] as? [Any])
        #expect(array[0] as? String == "a")
        #expect(array[1] as? Int == 1)
        #expect(array[2] as? [Double] == [2.5])
        #expect(info["set"] as? Set<String> == ["x", "y"])
        #expect((info["dictionary"] as? [String: [String: Int]]) == ["k": ["n": 1]])
        #expect(info["none"] is NSNull)
        #expect(info["some"] as? String == "s")
        #expect(info[7] as? String == "seven")
        #expect(info.count == 13)
    }

    @Test func `every type of number is kept, and casts to those that have its value`() throws {
        let info = try restored([
            "bool": true, "int": 5, "int8": Int8(-8), "uint16": UInt16.max, "large": UInt64.max, "least": Int.min,
            "float": Float(0.5), "double": 0.1, "length": CGFloat(2), "number": NSNumber(value: 7), "yes": NSNumber(value: true),
            "decimal": Decimal(string: "0.1234567890123456789") as Any, "infinite": Double.infinity,
        ])
        #expect(info["bool"] as? Bool == true)
        #expect(info["int"] as? Int == 5)
        #expect(info["int"] as? Double == 5)
        #expect(info["int8"] as? Int == -8)
        #expect(info["uint16"] as? Int == 65_535)
        #expect(info["large"] as? UInt64 == .max)
        #expect(info["least"] as? Int == .min)
        #expect(info["float"] as? Double == 0.5)
        #expect(info["double"] as? Double == 0.1)
        #expect(info["length"] as? Double == 2)
        #expect(info["number"] as? Int == 7)
        #expect(info["yes"] as? Bool == true)
        #expect((info["decimal"] as? NSDecimalNumber)?.decimalValue == Decimal(string: "0.1234567890123456789"))
        #expect(info["infinite"] as? Double == .infinity)
    }

    private struct Money { var amount = 1 }

    @Test func `values of other types are left out and reported`() throws {
        let activity = NSUserActivity(activityType: "reported \(UUID())")
        activity.userInfo = ["price": Money(), "prices": [1, Money()] as [Any], "nested": ["a": ["b": Money()]], "kept": 1]
        let (record, problems) = UserActivityRecord.record(of: activity)
        #expect(record.userInfo == [.string("kept"): .integer(1)])
        #expect(problems.map(\.path) == [".nested.a.b", ".price", ".prices[1]"])
        #expect(problems.first?.description.hasSuffix("Money") == true)
        #expect(activity.userInfo?.count == 4)
        _ = UserActivityRecord(activity)
        #expect(UserActivityLog.messages.count { $0.contains(activity.activityType) } == 3)
    }

    @Test func `data that is no record throws`() {
        #expect(throws: (any Error).self) { try UserActivityRecord(encoded: Data([1, 2, 3])) }
    }

    // MARK: Payloads

    private struct Product: Codable, Equatable {
        var id = UUID()
        var name = "Tea"
        var price = 2.5
        var count = 3
        var isNew = true
        var url = URL(string: "https://example.com/tea")
        var made = Date(timeIntervalSinceReferenceDate: 0.1)
        var picture = Data([1, 2])
        var tags: [String] = ["a"]
        var sizes: [String: Int] = ["s": 1]
        var note: String? = "note"
        var large = UInt64.max
    }

    @Test func `a payload is read as it was set, in another process too`() throws {
        let activity = NSUserActivity(activityType: "a")
        activity.userInfo = ["other": URL(filePath: "/a"), 5: "five"]
        var product = Product()
        try activity.setTypedPayload(product)
        #expect(try activity.typedPayload(Product.self) == product)
        #expect(try restored(activity).typedPayload(Product.self) == product)
        #expect(activity.userInfo?["name"] as? String == "Tea")
        product.note = nil
        try activity.setTypedPayload(product)
        #expect(try activity.typedPayload(Product.self) == product)
        #expect(activity.userInfo?["other"] as? URL == URL(filePath: "/a"))
    }

    private struct Page: Codable, Equatable {
        var id: UUID
        var url: URL
        var names: Set<String>
    }

    @Test func `entries that the app has set can be read as a payload`() throws {
        let activity = NSUserActivity(activityType: "a")
        let page = Page(id: UUID(), url: URL(filePath: "/a"), names: ["x", "y"])
        activity.userInfo = ["id": page.id, "url": page.url, "names": page.names, "object": NSObject(), "null": NSNull()]
        #expect(try activity.typedPayload(Page.self) == page)
    }

    @Test func `a payload that is missing or not a dictionary is an error`() throws {
        let activity = NSUserActivity(activityType: "a")
        #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Product.self) }
        activity.userInfo = ["name": 5]
        #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Product.self) }
        #expect(throws: NSUserActivity.TypedPayloadError.encodingError) { try activity.setTypedPayload(5) }
        #expect(throws: NSUserActivity.TypedPayloadError.encodingError) { try activity.setTypedPayload(["a", "b"]) }
        #expect(activity.userInfo?.count == 1)
    }
}
