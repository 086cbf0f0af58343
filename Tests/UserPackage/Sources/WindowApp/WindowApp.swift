import SwiftUI

/// An app with a window. `test.py` builds it in release mode, in which the compiler checks more, and
/// requests its page.
@main
struct WindowApp: App {
    var body: some Scene {
        WindowGroup("Counter") { Counter() }
    }
}

private struct Counter: View {
    @State private var count = 40 + 2

    var body: some View {
        Button("Counted \(count)") { count += 1 }
    }
}
