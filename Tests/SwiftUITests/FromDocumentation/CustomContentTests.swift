import StrataViewGraph
import SwiftUI
import Testing

/// `accessibilityCustomContent` as its documentation describes it.
@MainActor
struct CustomContentTests {
    private let age = AccessibilityCustomContentKey("Age")

    /// Returns the descriptions of the first text in a view.
    private func descriptions(_ view: some View) -> [String] {
        let graph = WindowGraph(title: "Test", content: view)
        defer { graph.close() }
        graph.mount()
        return text(in: graph.root)?.traits.accessibility.customDescriptions ?? []
    }

    private func text(in element: Element) -> Element? {
        if case .text = element.content { return element }
        return element.children.lazy.compactMap { text(in: $0) }.first
    }

    @Test func `content of high importance comes first`() {
        let view = Text("Cat").accessibilityCustomContent(age, "7").accessibilityCustomContent("Color", "red", importance: .high)
        #expect(descriptions(view) == ["Color: red", "Age: 7"])
    }

    @Test func `content replaces an earlier entry with the same identifier`() {
        let view = Text("Cat").accessibilityCustomContent(age, "7").accessibilityCustomContent(age, "8")
        #expect(descriptions(view) == ["Age: 8"])
    }

    @Test func `nil removes an earlier entry with the same identifier`() {
        let view = Text("Cat").accessibilityCustomContent(age, "7").accessibilityCustomContent("Color", "red")
            .accessibilityCustomContent(age, nil)
        #expect(descriptions(view) == ["Color: red"])
    }
}
