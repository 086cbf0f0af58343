import Foundation
import StrataViewTesting
import SwiftUI
import Testing

// Glass, pointers and notifications as apps write them.

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

private struct Counted: View {
    static let name = Notification.Name("StrataCountedNotification")
    @State private var count = 0

    var body: some View {
        Text("Posted \(count)")
            .task {
                for await _ in NotificationCenter.default.notifications(named: Self.name) { count += 1 }
            }
    }
}

@MainActor
struct ModernSpellingTests {
    @Test func `glass and pointers leave the content of their views as it is`() {
        #expect(TestWindow(Toolbox()).texts == ["Filters", "Add", "Done", "Clear", "Handle", "Divider"])
    }

    @Test func `a task receives the notifications that are posted while it waits`() async throws {
        let window = TestWindow(Counted())
        // The task may not observe the center yet.
        try await window.wait(.seconds(600)) { window in
            NotificationCenter.default.post(name: Counted.name, object: nil)
            return window.texts != ["Posted 0"]
        }
    }

    @Test func `a sequence of notifications has those of its object only`() async {
        let center = NotificationCenter()
        let (own, other) = (NSObject(), NSObject())
        var iterator = center.notifications(named: Counted.name, object: own).makeAsyncIterator()
        center.post(name: Counted.name, object: other)
        center.post(name: Counted.name, object: own, userInfo: ["number": 1])
        let notification = await iterator.next()
        #expect(notification?.userInfo?["number"] as? Int == 1)
    }
}
