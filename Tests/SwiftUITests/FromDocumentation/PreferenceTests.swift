import StrataViewTesting
import SwiftUI
import Testing

/// Preferences by their documentation.
@MainActor
struct PreferenceTests {
    private struct Names: PreferenceKey {
        static var defaultValue: [String] { [] }

        static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
    }

    private struct Largest: PreferenceKey {
        static var defaultValue: Int { 0 }

        static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
    }

    private struct Frames: PreferenceKey {
        static var defaultValue: [Anchor<CGRect>] { [] }

        static func reduce(value: inout [Anchor<CGRect>], nextValue: () -> [Anchor<CGRect>]) { value += nextValue() }
    }

    /// Shows the names that its content prefers, in an overlay.
    private func window(@ViewBuilder _ content: () -> some View) -> TestWindow {
        let content = content()
        return TestWindow {
            VStack { content }.overlayPreferenceValue(Names.self) {
                Text($0.joined(separator: " ")).accessibilityIdentifier("names")
            }
        }
    }

    @Test func `values of siblings are combined in the order of the views`() throws {
        let window = window {
            Text("1").preference(key: Names.self, value: ["A"])
            HStack {
                Text("2").preference(key: Names.self, value: ["B"])
                Text("3").preference(key: Names.self, value: ["C"])
            }
            Text("4").preference(key: Names.self, value: ["D"])
        }
        #expect(try window.find(identifier: "names").text == "A B C D")
    }

    @Test func `views without a value do not change the combined value`() throws {
        let window = window {
            Text("1")
            Text("2").preference(key: Names.self, value: ["B"])
            Text("3")
        }
        #expect(try window.find(identifier: "names").text == "B")
    }

    @Test func `a view without a value has the default value`() {
        let window = TestWindow {
            Text("1").backgroundPreferenceValue(Largest.self) { Text("largest \($0)") }
        }
        #expect(window.texts.contains("largest 0"))
    }

    @Test func `transforming a preference changes the value from below`() throws {
        let window = window {
            Text("1").preference(key: Names.self, value: ["A"]).transformPreference(Names.self) { $0.append("added") }
        }
        #expect(try window.find(identifier: "names").text == "A added")
    }

    @Test func `an overlay is made again when the preference changes`() {
        let value = DocumentedValue(1)
        let window = TestWindow(
            ValueHost(value) { binding in
                Text("view").preference(key: Largest.self, value: binding.wrappedValue)
                    .overlayPreferenceValue(Largest.self) { Text("largest \($0)") }
            })
        #expect(window.texts == ["view", "largest 1"])
        value.value = 9
        #expect(window.texts == ["view", "largest 9"])
    }

    private struct Observer: View {
        let value: Int
        @State private var seen: [Int] = []

        var body: some View {
            VStack {
                Text("1").preference(key: Largest.self, value: value)
                Text("2").preference(key: Largest.self, value: 3)
            }
            .onPreferenceChange(Largest.self) { seen.append($0) }
            Text(seen.map { String($0) }.joined(separator: " ")).accessibilityIdentifier("seen")
        }
    }

    @Test func `an action for changes of a preference is called with the combined value`() throws {
        let value = DocumentedValue(1)
        let window = TestWindow(ValueHost(value) { Observer(value: $0.wrappedValue) })
        #expect(try window.find(identifier: "seen").text == "3")
        value.value = 2
        #expect(try window.find(identifier: "seen").text == "3")
        value.value = 8
        #expect(try window.find(identifier: "seen").text == "3 8")
    }

    @Test func `anchors of several views are combined like other preferences`() {
        let window = TestWindow {
            VStack {
                Text("1").anchorPreference(key: Frames.self, value: .bounds) { [$0] }
                Text("2").anchorPreference(key: Frames.self, value: .bounds) { [$0] }
            }
            .overlayPreferenceValue(Frames.self) { Text("\($0.count) anchors") }
        }
        #expect(window.texts.contains("2 anchors"))
    }
}
