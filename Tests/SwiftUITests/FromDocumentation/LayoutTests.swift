import StrataViewTesting
import SwiftUI
import Testing

/// `AnyLayout` and the layouts of the stacks by their documentation.
@MainActor
struct LayoutTests {
    private struct Counter: View {
        @State private var count = 0
        var body: some View { Button("Count \(count)") { count += 1 } }
    }

    private struct DynamicLayoutExample: View {
        @Environment(\.dynamicTypeSize) private var dynamicTypeSize
        @Binding var isVertical: Bool

        private var layout: AnyLayout {
            isVertical ? AnyLayout(VStackLayout(alignment: .leading, spacing: 8)) : AnyLayout(HStackLayout(alignment: .top))
        }

        var body: some View {
            layout {
                Counter()
                ForEach(0..<2) { Text("Row \($0)") }
            }
            .animation(.default, value: isVertical)
            let zStack: any Layout = dynamicTypeSize <= .medium ? ZStackLayout(alignment: .topLeading) : GridLayout()
            AnyLayout(zStack) { Text("Layer") }
        }
    }

    @Test func `a dynamic layout preserves the state of its subviews`() throws {
        let isVertical = DocumentedValue(false)
        let window = TestWindow(ValueHost(isVertical) { DynamicLayoutExample(isVertical: $0) })
        try window.find(.button, "Count 0").tap()
        isVertical.value = true
        #expect(window.texts == ["Count 1", "Row 0", "Row 1", "Layer"])
    }
}
