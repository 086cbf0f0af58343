import Testing

@testable import StrataViewGraph

@MainActor
struct ModifierTests {
    private struct Counting: ViewModifier {
        @State private var count = 0
        @Environment(\.isEnabled) private var isEnabled

        func body(content: Content) -> some View {
            VStack {
                content
                Text(isEnabled ? "\(count)" : "disabled")
                Button("Add") { count += 1 }
            }
        }
    }

    @Test func `a modifier's body shows the content and keeps state`() {
        let screen = Screen(Text("content").modifier(Counting()))
        #expect(screen.texts == ["content", "0", "Add"])
        screen.press("Add")
        #expect(screen.texts == ["content", "1", "Add"])
        #expect(Screen(Text("content").modifier(Counting()).disabled(true)).texts == ["content", "disabled", "Add"])
    }

    private struct Framed: ViewModifier {
        func body(content: Content) -> some View { content }
    }

    @Test func `a modified row is one row if the modifier's body is`() {
        #expect(ModifiedContent<Text, Framed>._listShape == .row)
        #expect(ModifiedContent<EmptyView, Framed>._listShape == .several)
        #expect(ModifiedContent<Text, Counting>._listShape == .row)
    }

    @Test func `modifiers can be joined`() {
        let screen = Screen(Text("content").modifier(Framed().concat(Counting())))
        #expect(screen.texts == ["content", "0", "Add"])
    }

    private struct Field: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { count += 1 } }
    }

    private struct Identified: View {
        @State private var id = 1
        var body: some View {
            Field().id(id)
            Button("New") { id += 1 }
        }
    }

    @Test func `a new id gives a view its initial state`() {
        let screen = Screen(Identified())
        screen.press("0")
        #expect(screen.texts == ["1", "New"])
        screen.press("New")
        #expect(screen.texts == ["0", "New"])
    }

    private struct Number: View, Equatable {
        let value: Int
        let log: Log

        nonisolated static func == (lhs: Number, rhs: Number) -> Bool { lhs.value / 10 == rhs.value / 10 }

        var body: some View {
            log.entries.append("\(value)")
            return Text("\(value)")
        }
    }

    @MainActor private final class Log { var entries: [String] = [] }

    private struct Numbers: View {
        let log: Log
        @State private var value = 1
        @State private var isEnabled = true
        var body: some View {
            Number(value: value, log: log).equatable().disabled(!isEnabled)
            Button("Add") { value += 5 }
            Button("Disable") { isEnabled = false }
        }
    }

    @Test func `an equatable view is evaluated only if it differs`() {
        let log = Log()
        let screen = Screen(Numbers(log: log))
        screen.press("Add")
        #expect(log.entries == ["1"])
        screen.press("Add")
        #expect(log.entries == ["1", "11"])
    }

    @Test func `an equatable view is evaluated if its environment has changed`() {
        let log = Log()
        let screen = Screen(Numbers(log: log))
        screen.press("Disable")
        #expect(log.entries == ["1", "1"])
    }
}
