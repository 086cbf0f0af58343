import Foundation
import StrataTestSupport
import Testing

@testable import StrataUserDefaults

/// Files of defaults with damaged or hostile bytes: their values are ignored, or others.
@Suite struct DefaultsDamageTests {
    private static func write(_ data: Data, _ folder: DefaultsFolder) throws {
        try data.write(to: URL(filePath: "\(folder.path)/app.plist"))
    }

    @Test func `a damaged file has no values or others`() throws {
        let folder = try DefaultsFolder()
        let defaults = folder.defaults("app")
        defaults.set(["a": [1, 2.5, true], "b": Date(timeIntervalSinceReferenceDate: 1)] as [String: Any], forKey: "list")
        defaults.set(URL(string: "https://a.example/b"), forKey: "address")
        defaults.synchronize()
        let binary = try Data(contentsOf: URL(filePath: "\(folder.path)/app.plist"))
        let xml = try PropertyListSerialization.data(fromPropertyList: folder.stored("app"), format: .xml, options: 0)
        var damage = Damage()
        for _ in 0..<Damage.count(1_000, share: 0.02) {
            let whole = Bool.random(using: &damage.dice) ? binary : xml
            try Self.write(damage.damaged(whole), folder)
            let read = folder.defaults("app")
            _ = read.object(forKey: "list")
            _ = read.url(forKey: "address")
        }
        try Self.write(binary, folder)
        #expect(folder.defaults("app").url(forKey: "address") == URL(string: "https://a.example/b"))
    }

    @Test func `a damaged address is nil or another address`() throws {
        let url = try #require(URL(string: "https://a.example/b"))
        let value = try #require(PropertyListValue(url))
        guard case .data(let archive) = value else {
            Issue.record("An address is kept as an archive.")
            return
        }
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.1)
        for _ in 0..<count where PropertyListValue.data(damage.damaged(archive)).asURL != nil { read += 1 }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `an archive of another object is no address`() throws {
        for object in [["a"] as NSArray, NSNumber(value: 1), NSDictionary(), NSDate()] as [NSObject] {
            let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            #expect(PropertyListValue.data(archive).asURL == nil)
        }
    }

    @Test func `an address that Foundation archived is read`() throws {
        let url = try #require(URL(string: "https://a.example/b"))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: url as NSURL, requiringSecureCoding: true)
        #expect(PropertyListValue.data(archive).asURL == url)
    }

    @Test func `a file of many levels has no values`() throws {
        let folder = try DefaultsFolder()
        let levels = 100_000
        let body = String(repeating: "<dict><key>a</key>", count: levels) + String(repeating: "</dict>", count: levels)
        try Self.write(Data("<?xml version=\"1.0\"?><plist version=\"1.0\">\(body)</plist>".utf8), folder)
        #expect(folder.defaults("app").object(forKey: "a") == nil)
    }
}
