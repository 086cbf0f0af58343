import StrataViewGraph
import SwiftUI
import Testing

/// Several accessibility modifiers of one kind on a view. Their documentation says that a label is
/// "applied" to the view, and that `accessibilityLabel(content:)`, other than
/// `accessibilityLabel(_:)`, does not remove the existing label: the modifier that is applied last
/// replaces what the view has.
@MainActor
struct AccessibilityOverrideTests {
    /// Returns the traits of the first text in a view.
    private func traits(_ view: some View) -> ElementTraits {
        let graph = WindowGraph(title: "Test", content: view)
        defer { graph.close() }
        graph.mount()
        return text(in: graph.root)?.traits ?? ElementTraits()
    }

    private func text(in element: Element) -> Element? {
        if case .text = element.content { return element }
        return element.children.lazy.compactMap { text(in: $0) }.first
    }

    private struct Star: View {
        var body: some View {
            Text("★")
                .accessibilityLabel("inner")
                .accessibilityHint("inner")
                .accessibilityValue("inner")
                .accessibilityIdentifier("inner")
                .accessibilityInputLabels(["inner"])
                .accessibilitySortPriority(1)
        }
    }

    @Test func `a view has its own label, hint, value and identifier without others around it`() {
        let traits = traits(Star())
        #expect(traits.label == "inner")
        #expect(traits.accessibility.hint == "inner")
        #expect(traits.accessibility.value == "inner")
        #expect(traits.identifier == "inner")
        #expect(traits.accessibility.inputLabels == ["inner"])
        #expect(traits.accessibility.sortPriority == 1)
    }

    @Test func `the modifier that is applied last replaces the label, hint, value and identifier`() {
        let traits = traits(
            Star()
                .accessibilityLabel("middle").accessibilityLabel(Text("outer"))
                .accessibilityHint("middle").accessibilityHint(Text("outer"))
                .accessibilityValue("middle").accessibilityValue(Text("outer"))
                .accessibilityIdentifier("middle").accessibilityIdentifier("outer")
                .accessibilityInputLabels(["middle"]).accessibilityInputLabels([Text("outer")])
                .accessibilitySortPriority(2).accessibilitySortPriority(3))
        #expect(traits.label == "outer")
        #expect(traits.accessibility.hint == "outer")
        #expect(traits.accessibility.value == "outer")
        #expect(traits.identifier == "outer")
        #expect(traits.accessibility.inputLabels == ["outer"])
        #expect(traits.accessibility.sortPriority == 3)
    }

    private func conditional(_ isEnabled: Bool) -> ElementTraits {
        traits(
            Star()
                .accessibilityLabel("outer", isEnabled: isEnabled)
                .accessibilityHint("outer", isEnabled: isEnabled)
                .accessibilityValue("outer", isEnabled: isEnabled)
                .accessibilityIdentifier("outer", isEnabled: isEnabled)
                .accessibilityInputLabels(["outer"], isEnabled: isEnabled))
    }

    @Test(arguments: [true, false])
    func `a modifier is applied if it is enabled, and otherwise changes nothing`(isEnabled: Bool) {
        let traits = conditional(isEnabled)
        let expected = isEnabled ? "outer" : "inner"
        #expect(traits.label == expected)
        #expect(traits.accessibility.hint == expected)
        #expect(traits.accessibility.value == expected)
        #expect(traits.identifier == expected)
        #expect(traits.accessibility.inputLabels == [expected])
    }

    @Test func `the last label of a text replaces the one before, also in a view`() {
        #expect(traits(Text("★").accessibilityLabel("inner").accessibilityLabel("outer")).label == "outer")
        #expect(traits(Text("★").accessibilityLabel("inner").bold().accessibilityLabel("outer").italic()).label == "outer")
        let view: some View = Text("★").accessibilityLabel("inner").lineLimit(1).accessibilityLabel("outer")
        #expect(traits(view).label == "outer")
    }

    @Test func `a label of a text of several parts replaces those of the parts`() {
        let text = Text("a ") + Text("★").accessibilityLabel("star")
        #expect(traits(text).label == nil)
        #expect(traits(text.accessibilityLabel("all")).label == "all")
        let star = Text("★").accessibilityLabel("star")
        #expect(traits(Text("five \(star)").accessibilityLabel("all")).label == "all")
    }

    @Test func `the last heading level and behavior of children count`() {
        let traits = traits(
            Text("a").accessibilityHeading(.h2).accessibilityHeading(.h4)
                .accessibilityElement(children: .contain).accessibilityElement(children: .combine))
        #expect(traits.accessibility.headingLevel == 4)
        #expect(traits.accessibility.children == .combine)
    }
}
