import StrataViewTesting
import SwiftUI
import Testing

/// Labels, traits and actions as the documentation of the accessibility modifiers describes them.
@MainActor
struct AccessibilityTests {
    private final class Log { var entries: [String] = [] }

    @Test func `a label names a view whose content has no text`() throws {
        let log = Log()
        let window = TestWindow {
            Button {
                log.entries.append("like")
            } label: {
                Image(systemName: "heart")
            }
            .accessibilityLabel("Like")
            .accessibilityHint("Adds the song to your favorites")
        }
        let button = try window.find(.button, "Like")
        #expect(button.label == "Like")
        try button.tap()
        #expect(log.entries == ["like"])
    }

    @Test func `a label replaces the text of its view for assistive technology only`() throws {
        let window = TestWindow { Text("5 / 7").accessibilityLabel(Text("5 of 7 steps")).accessibilityIdentifier("steps") }
        #expect(try window.find(identifier: "steps").label == "5 of 7 steps")
        #expect(window.texts == ["5 / 7"])
    }

    @Test func `a label that is not enabled leaves the label unchanged`() throws {
        let window = TestWindow {
            Text("One").accessibilityLabel("First", isEnabled: false).accessibilityIdentifier("one")
            Text("Two").accessibilityLabel("Second", isEnabled: true).accessibilityIdentifier("two")
        }
        #expect(try window.find(identifier: "one").label == "One")
        #expect(try window.find(identifier: "two").label == "Second")
    }

    private struct Stateful: View {
        @State private var count = 1

        var body: some View {
            Text("\(count)").accessibilityLabel("\(count) cups").accessibilityIdentifier("cups")
            Button("Add") { count += 1 }
        }
    }

    @Test func `a label changes with the state`() throws {
        let window = TestWindow(Stateful())
        #expect(try window.find(identifier: "cups").label == "1 cups")
        try window.find(.button, "Add").tap()
        #expect(try window.find(identifier: "cups").label == "2 cups")
    }

    @Test func `an element that ignores its children has the label that it is given`() throws {
        let window = TestWindow {
            VStack {
                Text("Rating")
                Image(systemName: "star")
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel("Four stars")
            .accessibilityIdentifier("rating")
        }
        #expect(try window.find(identifier: "rating").label == "Four stars")
    }

    @Test func `a labeled content keeps its label and its content`() {
        #expect(TestWindow { LabeledContent("Depth", value: "3 km") }.texts == ["Depth", "3 km"])
    }

    // MARK: Traits and kinds

    @Test func `traits are a set`() {
        var traits: AccessibilityTraits = [.isButton, .isHeader]
        #expect(traits.contains(.isButton))
        #expect(!traits.contains(.isImage))
        traits.remove(.isButton)
        #expect(!traits.contains(.isButton))
        traits.formUnion(.isSelected)
        #expect(traits == [.isHeader, .isSelected])
        #expect(traits.intersection(.isHeader) == .isHeader)
        #expect(AccessibilityTraits().isEmpty)
    }

    @Test func `kinds of actions are equal if their names are`() {
        #expect(AccessibilityActionKind.default == .default)
        #expect(AccessibilityActionKind.default != .escape)
        #expect(AccessibilityActionKind(named: Text("Archive")) != .delete)
    }

    @Test func `keys of custom content are equal if their labels and identifiers are`() {
        #expect(AccessibilityCustomContentKey("Depth", id: "depth") == AccessibilityCustomContentKey("Depth", id: "depth"))
        #expect(AccessibilityCustomContentKey("Depth", id: "depth") != AccessibilityCustomContentKey("Depth", id: "other"))
    }

    // MARK: Modifiers

    private struct Note: Identifiable {
        let id: Int
        let title: String
    }

    private struct Modified: View {
        private enum Part: Hashable { case title, body }
        @Namespace private var namespace
        @AccessibilityFocusState private var isFocused: Bool
        @AccessibilityFocusState private var part: Part?
        @State private var amount = 3
        private let notes = [Note(id: 1, title: "One"), Note(id: 2, title: "Two")]

        var body: some View {
            VStack {
                Text("Value").accessibilityValue("3").accessibilityInputLabels(["Number", "Amount"])
                Text("Hidden").accessibilityHidden(true)
                Text("Header").accessibilityAddTraits(.isHeader).accessibilityRemoveTraits(.isStaticText).accessibilityHeading(
                    .h2)
                Text("Sorted").accessibilitySortPriority(1)
                Text("Actions")
                    .accessibilityAction { amount += 1 }
                    .accessibilityAction(named: "Double") { amount *= 2 }
                    .accessibilityAction(.escape) { amount = 0 }
                    .accessibilityActions { Button("Clear") { amount = 0 } }
                Text("Adjustable \(amount)").accessibilityAdjustableAction { direction in
                    switch direction {
                    case .increment: amount += 1
                    case .decrement: amount -= 1
                    @unknown default: break
                    }
                }
                Text("Content").accessibilityCustomContent("Depth", "3 km", importance: .high)
                Text("Represented").accessibilityRepresentation { Toggle("Represented", isOn: .constant(true)) }
                HStack { Text("Combined") }.accessibilityElement(children: .combine)
            }
            .accessibilityElement(children: .contain)
            VStack {
                ForEach(notes) { note in Text(note.title).accessibilityRotorEntry(id: note.id, in: namespace) }
                Text("Pair").accessibilityLabeledPair(role: .label, id: "pair", in: namespace)
                Text("Focused").accessibilityFocused($isFocused)
                Text("Title").accessibilityFocused($part, equals: .title)
                Text("Linked").accessibilityLinkedGroup(id: "group", in: namespace)
            }
            .accessibilityRotor("Notes") {
                ForEach(notes) { note in AccessibilityRotorEntry(note.title, id: note.id, in: namespace) }
            }
            .accessibilityRotor("Titles", entries: notes, entryLabel: \.title)
            .accessibilityRotor(.headings, entries: notes, entryLabel: \.title)
            Text("\(isFocused) \(part == nil)")
        }
    }

    @Test func `accessibility modifiers do not change what their views show`() {
        let texts = TestWindow(Modified()).texts
        for text in [
            "Value", "Hidden", "Header", "Sorted", "Actions", "Adjustable 3", "Content", "One", "Two", "Pair", "Focused",
            "Linked",
        ] {
            #expect(texts.contains(text))
        }
    }

    @Test func `an accessibility focus state is false, or nil, until its view has the focus`() {
        #expect(TestWindow(Modified()).texts.contains("false true"))
    }
}
