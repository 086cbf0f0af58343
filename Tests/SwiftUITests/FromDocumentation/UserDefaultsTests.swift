import Foundation
import SwiftUI
import Testing

/// User defaults as the documentation of `UserDefaults` describes them.
struct UserDefaultsTests {
    private func withSuite(_ check: (UserDefaults, String) throws -> Void) throws {
        let suite = try StorageSuite()
        defer { suite.remove() }
        try check(suite.defaults, suite.name)
    }

    @Test func `a key without a value reads as zero, false or nil`() throws {
        try withSuite { store, _ in
            #expect(store.integer(forKey: "a") == 0)
            #expect(store.double(forKey: "a") == 0)
            #expect(store.float(forKey: "a") == 0)
            #expect(!store.bool(forKey: "a"))
            #expect(store.string(forKey: "a") == nil)
            #expect(store.url(forKey: "a") == nil)
            #expect(store.data(forKey: "a") == nil)
            #expect(store.array(forKey: "a") == nil)
            #expect(store.dictionary(forKey: "a") == nil)
            #expect(store.object(forKey: "a") == nil)
        }
    }

    @Test func `values are read as they were set`() throws {
        try withSuite { store, _ in
            store.set(5, forKey: "int")
            store.set(1.5, forKey: "double")
            store.set(true, forKey: "bool")
            store.set("text", forKey: "string")
            store.set(Data([1, 2]), forKey: "data")
            store.set(["a", "b"], forKey: "strings")
            store.set(["k": 1], forKey: "dictionary")
            store.set(Date(timeIntervalSince1970: 10), forKey: "date")
            #expect(store.integer(forKey: "int") == 5)
            #expect(store.double(forKey: "double") == 1.5)
            #expect(store.bool(forKey: "bool"))
            #expect(store.string(forKey: "string") == "text")
            #expect(store.data(forKey: "data") == Data([1, 2]))
            #expect(store.stringArray(forKey: "strings") == ["a", "b"])
            #expect(store.dictionary(forKey: "dictionary")?["k"] as? Int == 1)
            #expect(store.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 10))
        }
    }

    @Test func `URLs of files and of the web are read as they were set`() throws {
        try withSuite { store, _ in
            store.set(URL(fileURLWithPath: "/tmp/a b"), forKey: "file")
            store.set(URL(string: "https://example.com/a?b=c"), forKey: "web")
            #expect(store.url(forKey: "file")?.path == "/tmp/a b")
            #expect(store.url(forKey: "file")?.isFileURL == true)
            #expect(store.url(forKey: "web")?.absoluteString == "https://example.com/a?b=c")
        }
    }

    @Test func `an integer is read from a Boolean, a floating-point number and a string`() throws {
        try withSuite { store, _ in
            store.set(true, forKey: "bool")
            store.set(2.67, forKey: "double")
            store.set("123", forKey: "string")
            #expect(store.integer(forKey: "bool") == 1)
            #expect(store.integer(forKey: "double") == 2)
            #expect(store.integer(forKey: "string") == 123)
        }
    }

    @Test func `a Boolean is read from numbers and from the strings that stand for it`() throws {
        try withSuite { store, _ in
            store.set(1, forKey: "one")
            store.set(0, forKey: "zero")
            store.set("YES", forKey: "yes")
            store.set("true", forKey: "true")
            store.set("NO", forKey: "no")
            #expect(store.bool(forKey: "one"))
            #expect(!store.bool(forKey: "zero"))
            #expect(store.bool(forKey: "yes"))
            #expect(store.bool(forKey: "true"))
            #expect(!store.bool(forKey: "no"))
        }
    }

    @Test func `a double is read from a string and from an integer`() throws {
        try withSuite { store, _ in
            store.set("3.25", forKey: "string")
            store.set(4, forKey: "int")
            #expect(store.double(forKey: "string") == 3.25)
            #expect(store.double(forKey: "int") == 4)
        }
    }

    @Test func `a number is read as a string, but not as an array or as data`() throws {
        try withSuite { store, _ in
            store.set(12, forKey: "number")
            #expect(store.string(forKey: "number") == "12")
            #expect(store.array(forKey: "number") == nil)
            #expect(store.data(forKey: "number") == nil)
        }
    }

    @Test func `an array of other elements is no array of strings`() throws {
        try withSuite { store, _ in
            store.set([1, 2], forKey: "numbers")
            #expect(store.stringArray(forKey: "numbers") == nil)
            #expect(store.array(forKey: "numbers")?.count == 2)
        }
    }

    // MARK: Removing and registering

    @Test func `a removed value is gone, and so is one that is set to nil`() throws {
        try withSuite { store, _ in
            store.set("a", forKey: "a")
            store.set("b", forKey: "b")
            store.removeObject(forKey: "a")
            store.set(nil as Any?, forKey: "b")
            #expect(store.object(forKey: "a") == nil)
            #expect(store.object(forKey: "b") == nil)
        }
    }

    @Test func `a registered value is read only while no other value is set`() throws {
        try withSuite { store, name in
            let key = "registered.\(name)"
            store.register(defaults: [key: 5])
            #expect(store.integer(forKey: key) == 5)
            store.set(6, forKey: key)
            #expect(store.integer(forKey: key) == 6)
            store.removeObject(forKey: key)
            #expect(store.integer(forKey: key) == 5)
        }
    }

    @Test func `a registered value is not part of the persistent domain`() throws {
        try withSuite { store, name in
            store.register(defaults: ["registered.\(name)": 5])
            store.set(1, forKey: "set")
            #expect(store.persistentDomain(forName: name)?["registered.\(name)"] == nil)
            #expect(store.persistentDomain(forName: name)?["set"] as? Int == 1)
        }
    }

    @Test func `a second registration of a key replaces the first, and leaves other keys`() throws {
        try withSuite { store, name in
            store.register(defaults: ["a.\(name)": 1, "b.\(name)": 2])
            store.register(defaults: ["a.\(name)": 3])
            #expect(store.integer(forKey: "a.\(name)") == 3)
            #expect(store.integer(forKey: "b.\(name)") == 2)
        }
    }

    // MARK: Domains and suites

    @Test func `two objects with the same suite name have the same values`() throws {
        try withSuite { store, name in
            let other = try #require(UserDefaults(suiteName: name))
            store.set("shared", forKey: "a")
            #expect(other.string(forKey: "a") == "shared")
            other.removeObject(forKey: "a")
            #expect(store.object(forKey: "a") == nil)
        }
    }

    @Test func `a value of a suite is not in the standard defaults or in another suite`() throws {
        try withSuite { store, name in
            let key = "key.\(name)"
            store.set(1, forKey: key)
            #expect(UserDefaults.standard.object(forKey: key) == nil)
            try withSuite { other, _ in #expect(other.object(forKey: key) == nil) }
        }
    }

    @Test func `the standard defaults are one object`() {
        #expect(UserDefaults.standard === UserDefaults.standard)
    }

    @Test func `a persistent domain can be replaced and removed as a whole`() throws {
        try withSuite { store, name in
            store.set(1, forKey: "old")
            store.setPersistentDomain(["new": 2], forName: name)
            #expect(store.object(forKey: "old") == nil)
            #expect(store.integer(forKey: "new") == 2)
            store.removePersistentDomain(forName: name)
            #expect(store.object(forKey: "new") == nil)
        }
    }

    @Test func `an added suite is searched after the suite of the object`() throws {
        try withSuite { store, _ in
            try withSuite { other, name in
                other.set("other", forKey: "only")
                other.set("other", forKey: "both")
                store.set("own", forKey: "both")
                store.addSuite(named: name)
                #expect(store.string(forKey: "only") == "other")
                #expect(store.string(forKey: "both") == "own")
                store.removeSuite(named: name)
                #expect(store.object(forKey: "only") == nil)
            }
        }
    }

    @Test func `the dictionary has the values of all domains that are searched`() throws {
        try withSuite { store, name in
            store.register(defaults: ["registered.\(name)": 5])
            store.set(6, forKey: "set")
            let dictionary = store.dictionaryRepresentation()
            #expect(dictionary["registered.\(name)"] as? Int == 5)
            #expect(dictionary["set"] as? Int == 6)
        }
    }

    @Test func `a change is announced by a notification`() throws {
        try withSuite { store, _ in
            let count = Box()
            let token = NotificationCenter.default.addObserver(
                forName: UserDefaults.didChangeNotification, object: store, queue: nil
            ) { _ in
                count.value += 1
            }
            defer { NotificationCenter.default.removeObserver(token) }
            store.set(1, forKey: "a")
            #expect(count.value >= 1)
        }
    }

    private final class Box: @unchecked Sendable {
        var value = 0
    }
}
