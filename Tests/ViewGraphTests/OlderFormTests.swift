import Testing

@testable import StrataViewGraph

/// Modifiers that newer ones have replaced, and that apps still use.
@MainActor
struct OlderFormTests {
    private struct Counter: View {
        @State private var count = 0

        // The modifier is deprecated.
        @available(*, deprecated)
        var body: some View {
            Text("\(count)").animation(.linear(duration: 3))
            Text("at once \(count)").animation(nil)
            Button("Count") { count += 1 }
        }
    }

    @Test func `an animation without a value animates each update, and nil none`() throws {
        let screen = Screen(Counter())
        let button = try #require(screen.buttons.first).item
        screen.graph.send(PressEvent(), to: button.id)
        _ = screen.graph.flushAnimated()
        #expect(screen.graph.animationScopes.compactMap(\.animation) == [.linear(duration: 3)])
    }

    @MainActor fileprivate final class Log {
        var entries: [Int] = []
    }

    private struct Counting: App {
        let log: Log
        @State private var count = 0

        init(log: Log) { self.log = log }
        init() { self.init(log: Log()) }

        // The modifier is deprecated.
        @available(*, deprecated)
        var body: some Scene {
            WindowGroup { Button("Count") { count += 1 } }
                .onChange(of: count, perform: { log.entries.append($0) })
        }
    }

    @Test func `an action of a scene with one parameter runs after a change, with the new value`() {
        let log = Log()
        let screen = Screen(AppInstance(Counting(log: log), name: "Test").makeWindow())
        #expect(log.entries == [])
        screen.press("Count")
        screen.press("Count")
        #expect(log.entries == [1, 2])
    }
}
