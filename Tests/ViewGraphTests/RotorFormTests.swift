import Foundation
import Testing

@testable import StrataViewGraph

/// Each form of the modifiers and of an entry, as an app writes it.
@MainActor
struct RotorFormTests {
    private struct Model: Identifiable {
        let id: Int
        let name: String
    }

    private struct Forms: View {
        @Namespace private var space
        private let models = [Model(id: 1, name: "one")]
        private let name = "String"
        private let text = "text"

        var body: some View {
            Text(verbatim: text)
                .modifier(SingleEntries(text: text))
                .accessibilityRotor(Text("Text 2"), entries: models, entryLabel: \.name)
                .accessibilityRotor("Key 2", entries: models, entryLabel: \.name)
                .accessibilityRotor(name + " 2", entries: models, entryLabel: \.name)
                .accessibilityRotor(.links(visited: true), entries: models, entryLabel: \.name)
                .accessibilityRotor(Text("Text 3"), entries: models, entryID: \.id, entryLabel: \.name)
                .accessibilityRotor("Key 3", entries: models, entryID: \.id, entryLabel: \.name)
                .accessibilityRotor(name + " 3", entries: models, entryID: \.id, entryLabel: \.name)
                .accessibilityRotor(.images, entries: models, entryID: \.id, entryLabel: \.name)
                .modifier(Ranges(text: text))
        }
    }

    private struct SingleEntries: ViewModifier {
        let text: String
        private let name = "String"

        func body(content: Content) -> some View {
            content
                .accessibilityRotor(Text("Text")) { AccessibilityRotorEntry(Text("a"), id: 1) }
                .accessibilityRotor("Key") { AccessibilityRotorEntry("a", id: 1) }
                .accessibilityRotor(name) { AccessibilityRotorEntry(name, id: 1) }
                .accessibilityRotor(.links) { AccessibilityRotorEntry("a", id: 1, textRange: text.startIndex..<text.endIndex) }
        }
    }

    private struct Ranges: ViewModifier {
        let text: String
        private let name = "String 4"
        private var all: Range<String.Index> { text.startIndex..<text.endIndex }

        func body(content: Content) -> some View {
            content
                .accessibilityRotor(Text("Text 4"), textRanges: [all])
                .accessibilityRotor("Key 4", textRanges: [all])
                .accessibilityRotor(name, textRanges: [all])
                .accessibilityRotor(.boldText, textRanges: [all])
        }
    }

    private struct Entries: View {
        @Namespace private var space
        private let name = "String"

        var body: some View {
            let all = name.startIndex..<name.endIndex
            Text(verbatim: name).accessibilityRotor("Entries") {
                Group {
                    AccessibilityRotorEntry(Text("1"), id: 1) {}
                    AccessibilityRotorEntry("2", id: 1) {}
                    AccessibilityRotorEntry(name, id: 1) {}
                    AccessibilityRotorEntry(Text("4"), id: 1, in: space) {}
                    AccessibilityRotorEntry("5", id: 1, in: space) {}
                    AccessibilityRotorEntry(name, id: 1, in: space) {}
                }
                Group {
                    AccessibilityRotorEntry(textRange: all)
                    AccessibilityRotorEntry(Text("8"), textRange: all) {}
                    AccessibilityRotorEntry("9", textRange: all) {}
                    AccessibilityRotorEntry(name, textRange: all) {}
                    AccessibilityRotorEntry(Text("11"), 1, in: space)
                    AccessibilityRotorEntry("12", 1, in: space)
                    AccessibilityRotorEntry(name, 1, in: space)
                }
            }
        }
    }

    private func rotors(_ view: some View) -> [RotorContent] {
        let screen = Screen(view)
        screen.send(RotorsEvent(), to: screen.item(0))
        for case .rotors(_, let rotors) in screen.graph.drainRequests() { return rotors }
        return []
    }

    @Test func `the sixteen forms of a rotor`() {
        let rotors = rotors(Forms())
        #expect(rotors.count == 16)
        let own = rotors.filter { $0.replaced == nil }.map(\.title)
        #expect(
            own == [
                "Text", "Key", "String", "Text 2", "Key 2", "String 2", "Text 3", "Key 3", "String 3", "Text 4", "Key 4",
                "String 4",
            ])
        #expect(rotors.compactMap(\.replaced) == ["links", "visitedLinks", "images", "boldText"])
        #expect(rotors.map(\.entries.count) == Array(repeating: 1, count: 16))
    }

    @Test func `the forms of an entry`() {
        let entries = rotors(Entries()).first?.entries
        #expect(entries == ["1", "2", "String", "4", "5", "String", "String", "8", "9", "String", "11", "12", "String"])
    }

    @Test func `each system rotor has a title of its own`() {
        let all: [AccessibilitySystemRotor] = [
            .links, .links(visited: true), .links(visited: false), .headings, .headings(level: .h1), .headings(level: .h6),
            .boldText, .italicText, .underlineText, .misspelledWords, .images, .textFields, .tables, .lists, .landmarks,
        ]
        #expect(Set(all.map(\.title)).count == all.count)
        #expect(Set(all.map(\.kind)).count == all.count)
        #expect(AccessibilitySystemRotor.headings(level: .unspecified) == .headings)
    }
}
