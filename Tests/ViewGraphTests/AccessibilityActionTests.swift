import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct AccessibilityActionTests {
    @Observable final class Model {
        var events: [String] = []
    }

    private let model = Model()

    /// The forms, as an app writes them.
    private struct Forms: View {
        let model: Model
        private let name = "String"

        var body: some View {
            Text("a")
                .accessibilityAction { model.events.append("default") }
                .accessibilityAction(.escape) { model.events.append("escape") }
                .accessibilityAction(named: "Literal") { model.events.append("literal") }
                .accessibilityAction(named: Text("Text")) { model.events.append("text") }
                .accessibilityAction(named: name) { model.events.append("string") }
                .accessibilityAction {
                    model.events.append("label")
                } label: {
                    Text("Label")
                }
                .accessibilityActions {
                    Button("First") { model.events.append("first") }
                    Button("Second") { model.events.append("second") }
                }
                .accessibilityAdjustableAction { direction in
                    model.events.append(direction == .increment ? "up" : "down")
                }
        }
    }

    @Test func `each action for assistive technology is a button`() {
        let screen = Screen(Forms(model: model))
        let names = [
            "Activate", "Dismiss", "Literal", "Text", "String", "Label", "First", "Second", "Increment", "Decrement",
        ]
        #expect(screen.texts == ["a"] + names)
        for name in names { screen.press(name) }
        let events = ["default", "escape", "literal", "text", "string", "label", "first", "second", "up", "down"]
        #expect(model.events == events)
    }

    private struct Categories: View {
        let model: Model
        private let name = "String"

        var body: some View {
            Text("a")
                .accessibilityActions(category: .default) { Button("1") { model.events.append("1") } }
                .accessibilityActions(category: .edit) {
                    Button("2") { model.events.append("2") }
                    Button("3") { model.events.append("3") }
                }
                .accessibilityActions(category: AccessibilityActionCategory("Literal")) { Button("4") {} }
                .accessibilityActions(category: AccessibilityActionCategory(Text("Text"))) { Button("5") {} }
                .accessibilityActions(category: AccessibilityActionCategory(name)) { Button("6") {} }
        }
    }

    @Test func `the actions of a category are a group with its name`() {
        let screen = Screen(Categories(model: model))
        let groups = screen.all { if case .control(.group(.accessibilityElements)) = $0 { true } else { false } }
        let names = groups.map { group -> String? in
            if case .control(.group(.accessibilityElements(let category))) = group.content { category } else { nil }
        }
        #expect(names == ["Actions", "Edit", "Literal", "Text", "String"])
        #expect(groups.map(screen.texts) == [["1"], ["2", "3"], ["4"], ["5"], ["6"]])
        for name in ["1", "2", "3"] { screen.press(name) }
        #expect(model.events == ["1", "2", "3"])
    }

    @Test func `a representation stands for a view that is hidden from assistive technology`() {
        let screen = Screen(Text("drawing").accessibilityRepresentation { Text("value") })
        let hidden = screen.find { $0.traits.accessibility.isHidden == true }
        #expect(hidden.map(screen.texts) == ["drawing"])
        #expect(screen.texts == ["drawing", "value"])
    }

    @Test func `other children replace those of a view, which becomes a group`() throws {
        let screen = Screen(VStack { Text("drawing") }.accessibilityChildren { Text("value") })
        let group = try #require(screen.find { $0.traits.accessibility.children == .contain })
        #expect(screen.texts(of: group) == ["drawing", "value"])
        let replaced = try #require(screen.find { $0.traits.accessibility.childrenAreReplaced })
        #expect(screen.texts(of: replaced) == ["drawing"])
    }

    @Test func `a label that is not enabled leaves the one inside`() {
        func label(_ isEnabled: Bool) -> String? {
            let name = "outer"
            let view = Text("a").accessibilityLabel("inner").accessibilityLabel(name, isEnabled: isEnabled)
            return Screen(view).find { $0.traits.label != nil }?.traits.label
        }
        #expect(label(false) == "inner")
        #expect(label(true) == "outer")
    }

    @Test func `a view that does not react to the user leaves the order of the keyboard`() {
        let screen = Screen(Button("a") {}.accessibilityRespondsToUserInteraction(false))
        #expect(screen.find { $0.traits.isFocusable == false } != nil)
    }
}
