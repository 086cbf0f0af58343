// Only Foundation, as a file of an app's data layer has it.
import Foundation
import Testing

/// The class of Foundation, with the methods that replace its own.
@Suite(.serialized)
final class UserDefaultsTests {
    private let name = "strata.test.\(UUID().uuidString)"
    private let defaults: UserDefaults

    init() throws { defaults = try #require(UserDefaults(suiteName: name)) }

    deinit {
        // A change that is still to be written would make the file again.
        defaults.synchronize()
        let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "\(NSHomeDirectory())/.config"
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name).plist")
    }

    @Test func `a value that is set is what every instance of the suite reads`() throws {
        defaults.set(7, forKey: "count")
        let other = try #require(UserDefaults(suiteName: name))
        #expect(other.integer(forKey: "count") == 7)
        other.removeObject(forKey: "count")
        #expect(defaults.object(forKey: "count") == nil)
    }

    @Test func `values keep their types`() {
        let date = Date(timeIntervalSinceReferenceDate: 1.123456789)
        defaults.set(true, forKey: "boolean")
        defaults.set(1, forKey: "integer")
        defaults.set(1.0, forKey: "real")
        defaults.set(Float(0.5), forKey: "float")
        defaults.set("a\u{0}b\u{1}", forKey: "string")
        defaults.set(Data([1, 2]), forKey: "data")
        defaults.set(date, forKey: "date")
        defaults.set(Int.min, forKey: "least")
        defaults.set(UInt64.max, forKey: "most")
        defaults.set([1, 2], forKey: "array")
        defaults.set(["a": true], forKey: "dictionary")
        #expect(defaults.object(forKey: "boolean") as? Bool == true)
        #expect(defaults.object(forKey: "boolean") is Bool)
        #expect(defaults.object(forKey: "integer") is Int)
        #expect(defaults.object(forKey: "real") is Double)
        #expect(defaults.float(forKey: "float") == 0.5)
        #expect(defaults.string(forKey: "string") == "a\u{0}b\u{1}")
        #expect(defaults.data(forKey: "data") == Data([1, 2]))
        #expect(defaults.object(forKey: "date") as? Date == date)
        #expect(defaults.integer(forKey: "least") == .min)
        #expect(defaults.object(forKey: "most") as? UInt64 == .max)
        #expect(defaults.array(forKey: "array") as? [Int] == [1, 2])
        #expect(defaults.dictionary(forKey: "dictionary") as? [String: Bool] == ["a": true])
    }

    @Test func `objects of Foundation's classes are kept as Swift's values`() {
        defaults.set(NSNumber(value: true), forKey: "boolean")
        defaults.set(NSNumber(value: 3), forKey: "integer")
        defaults.set(NSNumber(value: 2.5), forKey: "real")
        defaults.set(NSString(string: "x"), forKey: "string")
        defaults.set(NSArray(array: ["a", 1]), forKey: "array")
        #expect(defaults.object(forKey: "boolean") is Bool)
        #expect(defaults.object(forKey: "integer") as? Int == 3)
        #expect(defaults.object(forKey: "real") as? Double == 2.5)
        #expect(defaults.string(forKey: "string") == "x")
        #expect(defaults.array(forKey: "array")?.count == 2)
    }

    @Test func `reading as another type converts as Apple documents`() {
        defaults.set("12 apples", forKey: "text")
        defaults.set("YES", forKey: "yes")
        defaults.set(2.9, forKey: "real")
        defaults.set(["a", "b"], forKey: "names")
        defaults.set([1], forKey: "numbers")
        #expect(defaults.integer(forKey: "text") == 12)
        #expect(defaults.bool(forKey: "yes"))
        #expect(defaults.integer(forKey: "real") == 2)
        #expect(defaults.string(forKey: "real") == "2.9")
        #expect(defaults.bool(forKey: "real"))
        #expect(defaults.double(forKey: "none") == 0)
        #expect(defaults.stringArray(forKey: "names") == ["a", "b"])
        #expect(defaults.stringArray(forKey: "numbers") == nil)
    }

    @Test func `a URL is read as it was set`() throws {
        let page = try #require(URL(string: "https://example.com/a?b=c#d"))
        let file = URL(fileURLWithPath: "\(NSHomeDirectory())/a b")
        defaults.set(page, forKey: "page")
        defaults.set(file, forKey: "file")
        #expect(defaults.url(forKey: "page") == page)
        #expect(defaults.url(forKey: "file")?.path == file.path)
        #expect(defaults.string(forKey: "file") == "~/a b")
        defaults.set(URL?.none, forKey: "page")
        #expect(defaults.url(forKey: "page") == nil)
    }

    @Test func `a change posts a notice, and setting an equal value does not`() {
        let notices = Counter()
        let observer = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
        ) { _ in notices.add() }
        defer { NotificationCenter.default.removeObserver(observer) }
        defaults.set(1, forKey: "a")
        #expect(notices.count == 1)
        defaults.set(1, forKey: "a")
        #expect(notices.count == 1)
        defaults.removeObject(forKey: "a")
        #expect(notices.count == 2)
        defaults.removeObject(forKey: "a")
        #expect(notices.count == 2)
    }

    @Test func `registered defaults are read where no value is set, and are not stored`() {
        let key = "\(name).registered"
        defaults.register(defaults: [key: "fallback"])
        #expect(defaults.string(forKey: key) == "fallback")
        #expect(defaults.persistentDomain(forName: name) == nil)
        defaults.set("own", forKey: key)
        #expect(defaults.string(forKey: key) == "own")
        defaults.removeObject(forKey: key)
        #expect(defaults.string(forKey: key) == "fallback")
    }

    @Test func `an added suite is searched after the app's own values`() {
        let key = "\(name).shared"
        defaults.set("suite", forKey: key)
        #expect(UserDefaults.standard.string(forKey: key) == nil)
        UserDefaults.standard.addSuite(named: name)
        #expect(UserDefaults.standard.string(forKey: key) == "suite")
        #expect(UserDefaults.standard.dictionaryRepresentation()[key] as? String == "suite")
        UserDefaults.standard.removeSuite(named: name)
        #expect(UserDefaults.standard.string(forKey: key) == nil)
    }

    @Test func `an added suite is searched after a suite, and not after the app's own values`() throws {
        let other = "\(name).other"
        let added = try #require(UserDefaults(suiteName: other))
        defer { added.removePersistentDomain(forName: other) }
        added.set("added", forKey: "key")
        defaults.addSuite(named: other)
        #expect(defaults.string(forKey: "key") == "added")
        #expect(UserDefaults.standard.string(forKey: "key") == nil)
        defaults.set("own", forKey: "key")
        #expect(defaults.string(forKey: "key") == "own")
        defaults.removeSuite(named: other)
        defaults.removeObject(forKey: "key")
        #expect(defaults.string(forKey: "key") == nil)
    }

    @Test func `a persistent domain is replaced and removed as a whole`() {
        defaults.set(1, forKey: "a")
        defaults.setPersistentDomain(["b": 2], forName: name)
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.integer(forKey: "b") == 2)
        #expect(defaults.persistentDomain(forName: name) as? [String: Int] == ["b": 2])
        defaults.removePersistentDomain(forName: name)
        #expect(defaults.object(forKey: "b") == nil)
    }

    @Test func `values can be set and read on many threads`() async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [name] in
                    for number in 0..<200 {
                        let defaults = UserDefaults(suiteName: name)
                        defaults?.set(number, forKey: "key \(task)")
                        _ = defaults?.dictionaryRepresentation()
                    }
                }
            }
        }
        for task in 0..<8 { #expect(defaults.integer(forKey: "key \(task)") == 199) }
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func add() { lock.withLock { value += 1 } }
}
