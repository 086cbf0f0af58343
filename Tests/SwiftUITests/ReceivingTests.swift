import Foundation
import StrataViewTesting
import SwiftUI
import Testing

@MainActor
struct ReceivingTests {
    private nonisolated static let name = Notification.Name("ReceivingTests")

    private struct Counter: View {
        @State private var count = 0
        var body: some View {
            Text("\(count)").onReceive(NotificationCenter.default.publisher(for: ReceivingTests.name)) { _ in
                MainActor.preconditionIsolated()
                count += 1
            }
        }
    }

    @Test func `a publisher sends on any thread, and the action runs on the main actor`() async throws {
        let window = TestWindow(Counter())
        #expect(window.texts == ["0"])
        await Task.detached { NotificationCenter.default.post(name: Self.name, object: nil) }.value
        try await window.wait { $0.texts == ["1"] }
        NotificationCenter.default.post(name: Self.name, object: nil)
        #expect(window.texts == ["2"])
    }
}
