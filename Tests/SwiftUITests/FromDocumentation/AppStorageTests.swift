import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Settings in views as the documentation of `AppStorage` and `defaultAppStorage` describes them.
@MainActor
struct AppStorageTests {
    private enum Size: String { case small, large }
    private enum Level: Int { case low = 1, high = 2 }
    private static let keys = ["bool", "int", "double", "string", "url", "data", "size", "level"]

    /// Shows a view whose settings are in a new suite.
    private func show(
        _ view: some View, prepare: (UserDefaults) -> Void = { _ in },
        check: @MainActor (TestWindow, UserDefaults) async throws -> Void
    ) async throws {
        let suite = try StorageSuite()
        defer { suite.remove() }
        prepare(suite.defaults)
        let window = TestWindow(view.defaultAppStorage(suite.defaults))
        defer { window.close() }
        try await check(window, suite.defaults)
    }

    // MARK: Types

    private struct Values: View {
        @AppStorage("bool") private var bool = true
        @AppStorage("int") private var int = 7
        @AppStorage("double") private var double = 0.5
        @AppStorage("string") private var string = "text"
        @AppStorage("url") private var url = URL(fileURLWithPath: "/a")
        @AppStorage("data") private var data = Data([1])
        @AppStorage("size") private var size = Size.small
        @AppStorage("level") private var level = Level.low

        var body: some View {
            Text("\(bool) \(int) \(double) \(string)")
            Text("\(url.absoluteString)")
            Text("\(data.count) \(size.rawValue) \(level.rawValue)")
            Button("Set") {
                bool = false
                int = 8
                double = 2.25
                string = "new"
                url = URL(string: "https://example.com/b") ?? url
                data = Data([2, 3])
                size = .large
                level = .high
            }
        }
    }

    @Test func `a property has its default value while the key has none`() async throws {
        try await show(Values()) { window, _ in
            #expect(window.texts.prefix(3) == ["true 7 0.5 text", "file:///a", "1 small 1"])
        }
    }

    @Test func `a default value is not written to the store`() async throws {
        try await show(Values()) { _, store in
            for key in Self.keys { #expect(store.object(forKey: key) == nil) }
        }
    }

    @Test func `a value that is set is read from the property and from the store`() async throws {
        try await show(Values()) { window, store in
            try window.find(.button, "Set").tap()
            #expect(window.texts.prefix(3) == ["false 8 2.25 new", "https://example.com/b", "2 large 2"])
            #expect(store.object(forKey: "bool") as? Bool == false)
            #expect(store.integer(forKey: "int") == 8)
            #expect(store.double(forKey: "double") == 2.25)
            #expect(store.string(forKey: "string") == "new")
            #expect(store.url(forKey: "url")?.absoluteString == "https://example.com/b")
            #expect(store.data(forKey: "data") == Data([2, 3]))
        }
    }

    @Test func `an enumeration is stored as its raw value`() async throws {
        try await show(Values()) { window, store in
            try window.find(.button, "Set").tap()
            #expect(store.string(forKey: "size") == "large")
            #expect(store.integer(forKey: "level") == 2)
        }
    }

    @Test func `a value that was in the store before is read in place of the default`() async throws {
        try await show(Values()) {
            $0.set(false, forKey: "bool")
            $0.set(40, forKey: "int")
            $0.set(0.75, forKey: "double")
            $0.set("stored", forKey: "string")
            $0.set(URL(string: "https://example.com"), forKey: "url")
            $0.set(Data([1, 2, 3]), forKey: "data")
            $0.set("large", forKey: "size")
            $0.set(2, forKey: "level")
        } check: { window, _ in
            #expect(window.texts.prefix(3) == ["false 40 0.75 stored", "https://example.com", "3 large 2"])
        }
    }

    @Test func `a value of another type reads as the default`() async throws {
        try await show(Values()) {
            $0.set("text", forKey: "int")
            $0.set([1, 2], forKey: "string")
            $0.set("text", forKey: "data")
            $0.set(["a": 1], forKey: "double")
        } check: { window, _ in
            #expect(window.texts.prefix(3) == ["true 7 0.5 text", "file:///a", "1 small 1"])
        }
    }

    @Test func `a raw value without a case reads as the default`() async throws {
        try await show(Values()) {
            $0.set("medium", forKey: "size")
            $0.set(99, forKey: "level")
        } check: { window, _ in
            #expect(window.texts[2] == "1 small 1")
        }
    }

    private struct Optionals: View {
        @AppStorage("bool") private var bool: Bool?
        @AppStorage("int") private var int: Int?
        @AppStorage("double") private var double: Double?
        @AppStorage("string") private var string: String?
        @AppStorage("url") private var url: URL?
        @AppStorage("data") private var data: Data?
        @AppStorage("size") private var size: Size?
        @AppStorage("level") private var level: Level?

        var body: some View {
            let values = [
                bool.map { "\($0)" }, int.map { "\($0)" }, double.map { "\($0)" }, string, url?.absoluteString,
                data.map { "\($0.count)" },
                size?.rawValue, level.map { "\($0.rawValue)" },
            ]
            Text(values.map { $0 ?? "nil" }.joined(separator: " "))
            Button("Set") {
                bool = true
                int = 1
                double = 1.5
                string = "s"
                url = URL(string: "https://example.com")
                data = Data([1])
                size = .large
                level = .high
            }
            Button("Clear") {
                bool = nil
                int = nil
                double = nil
                string = nil
                url = nil
                data = nil
                size = nil
                level = nil
            }
        }
    }

    @Test func `an optional property is nil until a value is set`() async throws {
        try await show(Optionals()) { window, _ in
            #expect(window.texts[0] == "nil nil nil nil nil nil nil nil")
            try window.find(.button, "Set").tap()
            #expect(window.texts[0] == "true 1 1.5 s https://example.com 1 large 2")
        }
    }

    @Test func `setting an optional property to nil removes the value from the store`() async throws {
        try await show(Optionals()) { window, store in
            try window.find(.button, "Set").tap()
            #expect(store.object(forKey: "string") != nil)
            try window.find(.button, "Clear").tap()
            #expect(window.texts[0] == "nil nil nil nil nil nil nil nil")
            for key in Self.keys { #expect(store.object(forKey: key) == nil) }
        }
    }

    private struct Moment: View {
        @AppStorage("moment") private var moment = Date(timeIntervalSince1970: 0)
        @AppStorage("last") private var last: Date?

        var body: some View {
            Text("\(Int(moment.timeIntervalSince1970)) \(last.map { "\(Int($0.timeIntervalSince1970))" } ?? "nil")")
            Button("Set") { (moment, last) = (Date(timeIntervalSince1970: 100), Date(timeIntervalSince1970: 100)) }
        }
    }

    @Test func `dates are stored as dates`() async throws {
        try await show(Moment()) { window, store in
            #expect(window.texts[0] == "0 nil")
            try window.find(.button, "Set").tap()
            #expect(window.texts[0] == "100 100")
            #expect(store.object(forKey: "last") as? Date == Date(timeIntervalSince1970: 100))
        }
    }

    // MARK: Changes

    private struct Counter: View {
        @AppStorage("count") private var count = 3

        var body: some View {
            Text("\(count)")
            Stepper("Count", value: $count)
        }
    }

    @Test func `a view shows a value that is set in the store`() async throws {
        try await show(Counter()) { window, store in
            store.set(10, forKey: "count")
            try await window.wait(.seconds(1_200)) { $0.texts.contains("10") }
        }
    }

    @Test func `a view shows the default again after the value was removed from the store`() async throws {
        try await show(Counter(), prepare: { $0.set(9, forKey: "count") }) { window, store in
            #expect(window.texts.contains("9"))
            store.removeObject(forKey: "count")
            try await window.wait(.seconds(1_200)) { $0.texts.contains("3") }
        }
    }

    @Test func `the projected value is a binding that writes to the store`() async throws {
        try await show(Counter()) { window, store in
            try window.find(.stepper).increment()
            #expect(window.texts.contains("4"))
            #expect(store.integer(forKey: "count") == 4)
        }
    }

    @Test func `views with the same key show the same value`() async throws {
        let views = VStack {
            Counter().accessibilityIdentifier("first")
            Counter().accessibilityIdentifier("second")
        }
        try await show(views) { window, _ in
            let steppers = window.all(.stepper)
            try #require(steppers.count == 2)
            try steppers[0].increment()
            try await window.wait(.seconds(1_200)) { $0.texts.filter { $0 == "4" }.count == 2 }
        }
    }

    @Test func `windows with the same store show the same value`() async throws {
        let suite = try StorageSuite()
        defer { suite.remove() }
        let first = TestWindow(Counter().defaultAppStorage(suite.defaults))
        let second = TestWindow(Counter().defaultAppStorage(suite.defaults))
        try first.find(.stepper).increment()
        try await second.wait(.seconds(1_200)) { $0.texts.contains("4") }
    }

    // MARK: Stores

    private struct Stored: View {
        @AppStorage private var color: String
        @AppStorage("color") private var environment = "none"

        init(store: UserDefaults) { _color = AppStorage(wrappedValue: "none", "color", store: store) }

        var body: some View {
            Text("\(color) \(environment)")
            Button("Set") { color = "red" }
        }
    }

    @Test func `the store of a property takes precedence over that of the environment`() async throws {
        let own = try StorageSuite()
        defer { own.remove() }
        own.defaults.set("green", forKey: "color")
        try await show(Stored(store: own.defaults), prepare: { $0.set("blue", forKey: "color") }) { window, store in
            #expect(window.texts[0] == "green blue")
            try window.find(.button, "Set").tap()
            #expect(window.texts[0] == "red blue")
            #expect(own.defaults.string(forKey: "color") == "red")
            #expect(store.string(forKey: "color") == "blue")
        }
    }

    @Test func `the innermost default store is used`() async throws {
        let inner = try StorageSuite()
        defer { inner.remove() }
        inner.defaults.set(50, forKey: "count")
        try await show(Counter().defaultAppStorage(inner.defaults), prepare: { $0.set(60, forKey: "count") }) { window, _ in
            #expect(window.texts.contains("50"))
        }
    }

    private struct Registered: View {
        // All defaults of the process have the values that are registered, so no other check has the key.
        @AppStorage("a value that the app registers") private var count = 3

        var body: some View { Text("\(count)") }
    }

    @Test func `a value that the app registers is read in place of the property's default`() async throws {
        try await show(Registered(), prepare: { $0.register(defaults: ["a value that the app registers": 21]) }) { window, _ in
            #expect(window.texts.contains("21"))
        }
    }
}
