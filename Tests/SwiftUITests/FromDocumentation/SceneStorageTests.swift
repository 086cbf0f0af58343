import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Values of a scene as the documentation of `SceneStorage` describes them.
@MainActor
struct SceneStorageTests {
    private enum Tab: String { case list, detail }
    private enum Level: Int { case low = 1, high = 2 }

    private struct Values: View {
        @SceneStorage("bool") private var bool = true
        @SceneStorage("int") private var int = 7
        @SceneStorage("double") private var double = 0.5
        @SceneStorage("string") private var string = "text"
        @SceneStorage("url") private var url = URL(fileURLWithPath: "/a")
        @SceneStorage("data") private var data = Data([1])
        @SceneStorage("tab") private var tab = Tab.list
        @SceneStorage("level") private var level = Level.low

        var body: some View {
            Text("\(bool) \(int) \(double) \(string) \(url.absoluteString) \(data.count) \(tab.rawValue) \(level.rawValue)")
            Button("Set") {
                bool = false
                int = 8
                double = 2.25
                string = "new"
                url = URL(string: "https://example.com/b") ?? url
                data = Data([2, 3])
                tab = .detail
                level = .high
            }
        }
    }

    @Test func `a property has its default value in a new scene`() {
        #expect(TestWindow(Values()).texts[0] == "true 7 0.5 text file:///a 1 list 1")
    }

    @Test func `values of each type are kept as they are set`() throws {
        let window = TestWindow(Values())
        try window.find(.button, "Set").tap()
        #expect(window.texts[0] == "false 8 2.25 new https://example.com/b 2 detail 2")
    }

    private struct Optionals: View {
        @SceneStorage("product") private var product: String?
        @SceneStorage("index") private var index: Int?
        @SceneStorage("flag") private var flag: Bool?
        @SceneStorage("ratio") private var ratio: Double?
        @SceneStorage("page") private var page: URL?
        @SceneStorage("blob") private var blob: Data?
        @SceneStorage("tab") private var tab: Tab?

        var body: some View {
            let values = [
                product, index.map { "\($0)" }, flag.map { "\($0)" }, ratio.map { "\($0)" }, page?.absoluteString,
                blob.map { "\($0.count)" },
                tab?.rawValue,
            ]
            Text(values.map { $0 ?? "nil" }.joined(separator: " "))
            Button("Set") {
                product = "tea"
                index = 2
                flag = false
                ratio = 0.25
                page = URL(string: "https://example.com")
                blob = Data([1, 2])
                tab = .detail
            }
            Button("Clear") {
                product = nil
                index = nil
                flag = nil
                ratio = nil
                page = nil
                blob = nil
                tab = nil
            }
        }
    }

    @Test func `an optional property of a scene is nil until it is set, and after it is set to nil`() throws {
        let window = TestWindow(Optionals())
        #expect(window.texts[0] == "nil nil nil nil nil nil nil")
        try window.find(.button, "Set").tap()
        #expect(window.texts[0] == "tea 2 false 0.25 https://example.com 2 detail")
        try window.find(.button, "Clear").tap()
        #expect(window.texts[0] == "nil nil nil nil nil nil nil")
    }

    private struct Field: View {
        @SceneStorage("draft") private var draft = "empty"
        let title: String

        var body: some View {
            TextField(title, text: $draft)
            Text("\(title) \(draft)")
        }
    }

    @Test func `properties with the same key share the value in a scene`() throws {
        let window = TestWindow {
            Field(title: "A")
            Field(title: "B")
        }
        try window.find(.textField, "A").type("words")
        #expect(window.texts.contains("A words"))
        #expect(window.texts.contains("B words"))
        #expect(try window.find(.textField, "B").value == "words")
    }

    @Test func `scenes do not share values`() throws {
        let first = TestWindow(Field(title: "A"))
        let second = TestWindow(Field(title: "A"))
        try first.find(.textField, "A").type("words")
        #expect(first.texts.contains("A words"))
        #expect(second.texts.contains("A empty"))
        #expect(TestWindow(Field(title: "A")).texts.contains("A empty"))
    }

    private struct Keys: View {
        @SceneStorage("first") private var first = 1
        @SceneStorage("second") private var second = 1

        var body: some View {
            Text("\(first) \(second)")
            Button("Add") { first += 1 }
        }
    }

    @Test func `properties with different keys have values of their own`() throws {
        let window = TestWindow(Keys())
        try window.find(.button, "Add").tap()
        #expect(window.texts[0] == "2 1")
    }

    private struct Removable: View {
        @State private var isShown = true

        var body: some View {
            if isShown { Field(title: "A") }
            Toggle("Shown", isOn: $isShown)
        }
    }

    @Test func `a value belongs to the scene, so it outlives the view`() throws {
        let window = TestWindow(Removable())
        try window.find(.textField, "A").type("words")
        try window.find(.toggle, "Shown").tap()
        #expect(!window.texts.contains("A words"))
        try window.find(.toggle, "Shown").tap()
        #expect(window.texts.contains("A words"))
    }
}
