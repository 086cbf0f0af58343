import StrataViewTesting
import SwiftUI
import Testing

// Glass and pointers as apps write them.

private struct Toolbox: View {
    @State private var isDragged = false

    var body: some View {
        VStack {
            Text("Filters").padding().modernBackground()
            Image(systemName: "plus").padding().glassEffect(.regular.tint(.orange).interactive(), in: .circle)
            Button("Add") { isDragged.toggle() }.buttonStyle(.glass).buttonBorderShape(.circle)
            Button("Done") {}.buttonStyle(.glassProminent).controlSize(.large)
            TextEditor(text: .constant("")).textEditorStyle(.plain).scrollContentBackground(.hidden)
            Text("Clear").glassEffect(.clear, in: .rect(cornerRadius: 16))
            Text("Handle").pointerStyle(isDragged ? .grabActive : .grabIdle)
            Text("Divider").pointerStyle(.columnResize).glassEffect(isDragged ? .regular : .identity)
        }
    }
}

extension View {
    @ViewBuilder
    fileprivate func modernBackground() -> some View {
        if #available(iOS 26.0, macOS 26.0, *) {
            glassEffect()
        } else {
            background(.ultraThinMaterial, in: .capsule)
        }
    }
}

@MainActor
struct GlassTests {
    @Test func `glass and pointers leave the content of their views as it is`() {
        #expect(TestWindow(Toolbox()).texts == ["Filters", "Add", "Done", "Clear", "Handle", "Divider"])
    }
}
