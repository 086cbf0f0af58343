import Testing

@testable import StrataViewGraph

@MainActor
struct PreferenceLayerTests {
    private struct Total: PreferenceKey {
        static var defaultValue: Int { 0 }
        static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
    }

    /// A value that cannot be compared.
    private struct Action: PreferenceKey {
        struct Value { var run: () -> Void = {} }
        static var defaultValue: Value { Value() }
        static func reduce(value: inout Value, nextValue: () -> Value) { value = nextValue() }
    }

    private struct Page: View {
        @State private var count = 1
        @State private var presses = 0

        var body: some View {
            VStack {
                ForEach(1..<count + 1, id: \.self) { number in Text("\(number)").preference(key: Total.self, value: number) }
                Button("Add") { count += 1 }
            }
            .overlayPreferenceValue(Total.self, alignment: .topTrailing) { Text("over \($0)") }
            .backgroundPreferenceValue(Total.self) { Text("behind \($0)") }
            Text("\(presses)").preference(key: Action.self, value: .init { presses += 1 })
                .overlayPreferenceValue(Action.self) { Button("Press", action: $0.run) }
        }
    }

    @Test func `a layer shows the preference of the views that it belongs to`() {
        let screen = Screen(Page())
        #expect(screen.texts == ["behind 1", "1", "Add", "over 1", "0", "Press"])
        screen.press("Add")
        #expect(screen.texts == ["behind 3", "1", "2", "Add", "over 3", "0", "Press"])
        screen.press("Press")
        screen.press("Press")
        #expect(screen.texts.suffix(2) == ["2", "Press"])
    }
}
