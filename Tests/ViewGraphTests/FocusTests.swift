import Testing

@testable import StrataViewGraph

@MainActor
struct FocusTests {
    private enum Field { case first, second }

    private struct Two: View {
        @FocusState var focus: Field?
        var body: some View {
            TextField("1", text: .constant("")).padding().focused($focus, equals: .first)
            TextField("2", text: .constant("")).focused($focus, equals: .second)
            Button("Second") { focus = .second }
            Button("None") { focus = nil }
            Text(verbatim: focus.map { "\($0)" } ?? "none")
        }
    }

    private struct One: View {
        @FocusState var isFocused: Bool
        var body: some View {
            TextField("1", text: .constant("")).focused($isFocused)
            Text(verbatim: "\(isFocused)")
        }
    }

    private func focused(_ screen: Screen) -> [Bool?] { screen.fields.map(\.item.traits.isFocused) }

    @Test func `the user's focus sets the state`() throws {
        let screen = Screen(Two())
        #expect(screen.texts.last == "none")
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "first")
        screen.send(FocusEvent(isFocused: false), to: screen.fields[0].item)
        #expect(screen.texts.last == "none")
    }

    @Test func `the state moves the focus`() {
        let screen = Screen(Two())
        #expect(focused(screen) == [false, false])
        screen.press("Second")
        #expect(focused(screen) == [false, true])
        screen.press("None")
        #expect(focused(screen) == [false, false])
    }

    @Test func `leaving a field after the focus has moved keeps the new state`() {
        let screen = Screen(Two())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[1].item)
        screen.send(FocusEvent(isFocused: false), to: screen.fields[0].item)
        #expect(screen.texts.last == "second")
    }

    @Test func `a Boolean state is true while its control has the focus`() {
        let screen = Screen(One())
        #expect(screen.texts.last == "false")
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "true")
    }

    @Test func `only the first control inside is connected`() {
        struct Pair: View {
            @FocusState var isFocused: Bool
            var body: some View {
                VStack {
                    TextField("1", text: .constant(""))
                    TextField("2", text: .constant(""))
                }
                .focused($isFocused)
            }
        }
        #expect(focused(Screen(Pair())) == [false, nil])
    }

    private struct Early: View {
        @FocusState var isFocused: Bool
        var body: some View { Text("early") }
    }

    /// Called by the body of an exit test, which is in the expansion of a macro.
    static func setEarly() { Early().isFocused = true }

    @Test func `setting a focus state before its view is shown names it`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await FocusTests.setEarly()
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("@FocusState was set before its view was shown."))
    }
}
