import Foundation
import StrataViewTesting
import SwiftUI
import Testing

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
struct NotificationTaskTests {
    @Test func `a task receives the notifications that are posted while it waits`() async throws {
        let window = TestWindow(Counted())
        // The task may not observe the center yet.
        try await window.wait(.seconds(1_200)) { window in
            NotificationCenter.default.post(name: Counted.name, object: nil)
            return window.texts != ["Posted 0"]
        }
    }
}
