import Foundation
import Testing

@testable import StrataViewGraph

/// The forms of the modifiers for assistive technology, and the sets of traits.
@MainActor
struct AccessibilityFormTests {
    /// A text that is not a literal, so that it is not a key.
    private let string = "word"

    private func properties(_ view: some View) -> AccessibilityProperties {
        Screen(view).find { $0.traits.accessibility != AccessibilityProperties() }?.traits.accessibility
            ?? AccessibilityProperties()
    }

    private func labels(_ view: some View) -> [String] { Screen(view).all { _ in true }.compactMap(\.traits.label) }

    @Test func `a label is a text, a key or a string`() {
        #expect(labels(Text("a").accessibilityLabel(Text("word"))) == ["word"])
        #expect(labels(Text("a").accessibilityLabel("word")) == ["word"])
        #expect(labels(Text("a").accessibilityLabel(string)) == ["word"])
        #expect(labels(Button("a") {}.accessibilityLabel(string)).first == "word")
        #expect(labels(Text("a").accessibility(label: Text("word"))) == ["word"])
    }

    @Test func `a hint is a text, a key or a string`() {
        #expect(properties(Text("a").accessibilityHint(Text("word"))).hint == "word")
        #expect(properties(Text("a").accessibilityHint("word")).hint == "word")
        #expect(properties(Text("a").accessibilityHint(string)).hint == "word")
        #expect(properties(Text("a").accessibility(hint: Text("word"))).hint == "word")
    }

    @Test func `a value is a text, a key or a string`() {
        #expect(properties(Text("a").accessibilityValue(Text("word"))).value == "word")
        #expect(properties(Text("a").accessibilityValue("word")).value == "word")
        #expect(properties(Text("a").accessibilityValue(string)).value == "word")
        #expect(properties(Text("a").accessibility(value: Text("word"))).value == "word")
    }

    @Test func `the first names of the modifiers do what the present ones do`() {
        let identifiers = Screen(Text("a").accessibility(identifier: "id")).all { _ in true }.compactMap(\.traits.identifier)
        #expect(identifiers == ["id"])
        #expect(properties(Text("a").accessibility(hidden: true)).isHidden == true)
        #expect(properties(Text("a").accessibility(addTraits: .isHeader)).addedTraits == .isHeader)
        #expect(properties(Text("a").accessibility(removeTraits: .isHeader)).removedTraits == .isHeader)
    }

    @Test func `traits are a set`() {
        let both = AccessibilityTraits.isHeader.union(.isLink)
        #expect(both.contains(.isHeader))
        #expect(both.contains(.isLink))
        #expect(both.symmetricDifference(.isLink) == .isHeader)
        var traits = both
        traits.formIntersection(.isLink)
        #expect(traits == .isLink)
        traits.formSymmetricDifference(both)
        #expect(traits == .isHeader)
        #expect(traits.update(with: .isLink) == nil)
        #expect(traits == both)
        #expect(traits.update(with: .isLink) == .isLink)
    }

    @Test func `a slider has the value that the app describes`() {
        let screen = Screen(Slider(value: .constant(0.5)).accessibilityValue(string))
        #expect(screen.sliders.map(\.item.traits.accessibility.value) == ["word"])
    }

    // MARK: Focus

    private struct Part: View {
        @AccessibilityFocusState.Binding var isFocused: Bool

        var body: some View {
            TextField("name", text: .constant("")).accessibilityFocused($isFocused)
            Text(isFocused ? "focused" : "not focused")
            Button("Focus") { isFocused = true }
        }
    }

    private struct Page: View {
        @AccessibilityFocusState private var isFocused: Bool
        var body: some View { Part(isFocused: $isFocused) }
    }

    @Test func `a part of a view reads and sets the focus through a binding`() throws {
        let screen = Screen(Page())
        #expect(screen.texts.first == "not focused")
        screen.press("Focus")
        #expect(screen.texts.first == "focused")
        let field = try #require(screen.fields.first).item
        #expect(field.traits.isFocused == true)
        screen.send(FocusEvent(isFocused: true), to: field)
        screen.send(FocusEvent(isFocused: false), to: field)
        #expect(screen.texts.first == "not focused")
    }

    // MARK: Announcements

    @Test(.timeLimit(.minutes(30))) func `the attributes of an announcement are not spoken`() async {
        var message = AttributedString("12 ")
        message.append(AttributedString("imported"))
        let screen = Screen(Button("Post") { [message] in AccessibilityNotification.Announcement(message).post() })
        screen.press("Post")
        // A task on the main actor sends it.
        while screen.graph.requests.isEmpty { await Task.yield() }
        #expect(screen.graph.drainRequests() == [.announce("12 imported")])
    }

    // MARK: Rotors

    private struct Item: Identifiable {
        let id: Int
    }

    private func labels(
        @AccessibilityRotorContentBuilder _ content: () -> some AccessibilityRotorContent
    ) -> [String] {
        var entries = _RotorEntries(environment: EnvironmentValues())
        content()._collect(into: &entries)
        return entries.all.compactMap { $0.label?.string }
    }

    @Test func `the entries of a rotor are those of each statement`() {
        let items = [Item(id: 1), Item(id: 2)]
        let labels = labels {
            ForEach(items) { item in AccessibilityRotorEntry("item \(item.id)", id: item.id) }
            Group { AccessibilityRotorEntry("grouped", id: 3) }
            if #available(macOS 14, *) { AccessibilityRotorEntry("available", id: 4) }
        }
        #expect(labels == ["item 1", "item 2", "grouped", "available"])
    }

    @Test func `an empty closure has no entries`() {
        #expect(labels {} == [])
    }
}
