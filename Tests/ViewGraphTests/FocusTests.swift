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

    @Test func `a control that is not the first one inside sets the state, and keeps the focus`() {
        struct Pair: View {
            @FocusState var isFocused: Bool
            var body: some View {
                VStack {
                    TextField("1", text: .constant(""))
                    TextField("2", text: .constant(""))
                }
                .focused($isFocused)
                Text(verbatim: "\(isFocused)")
            }
        }
        let screen = Screen(Pair())
        // The second field does not report the focus itself: the stack around it does.
        let stack = screen.find { $0.traits.isFocused != nil }
        screen.send(FocusEvent(isFocused: true), to: stack)
        #expect(screen.texts.last == "true")
        #expect(focused(screen) == [false, nil])
        #expect(screen.find { $0.id == stack?.id }?.traits.isFocused == true)
        screen.send(FocusEvent(isFocused: false, movesOn: true), to: stack)
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "true")
        #expect(focused(screen) == [true, nil])
    }

    @Test func `a move from one control to another changes the state once`() {
        struct Counting: View {
            @FocusState var focus: Field?
            @State var changes: [String] = []
            var body: some View {
                TextField("1", text: .constant("")).focused($focus, equals: .first)
                TextField("2", text: .constant("")).focused($focus, equals: .second)
                Text(verbatim: changes.joined(separator: " "))
                    .onChange(of: focus) { _, new in changes.append(new.map { "\($0)" } ?? "none") }
            }
        }
        let screen = Screen(Counting())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        screen.send(FocusEvent(isFocused: false, movesOn: true), to: screen.fields[0].item)
        screen.send(FocusEvent(isFocused: true), to: screen.fields[1].item)
        screen.send(FocusEvent(isFocused: false), to: screen.fields[1].item)
        #expect(screen.texts.last == "first second none")
    }

    @Test func `several modifiers of a view are all connected`() {
        struct Both: View {
            @FocusState var isFocused: Bool
            @FocusState var focus: Field?
            var body: some View {
                TextField("1", text: .constant("")).focused($isFocused).focused($focus, equals: .second)
                Button("Give up") { isFocused = false }
                Text(verbatim: "\(isFocused) \(focus.map { "\($0)" } ?? "none")")
            }
        }
        let screen = Screen(Both())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "true second")
        #expect(focused(screen) == [true])
        screen.press("Give up")
        #expect(focused(screen) == [false])
        screen.send(FocusEvent(isFocused: false, origin: .app), to: screen.fields[0].item)
        #expect(screen.texts.last == "false none")
    }

    @Test func `a value that no view has is cleared`() {
        struct Missing: View {
            @FocusState var focus: Field?
            var body: some View {
                TextField("1", text: .constant("")).focused($focus, equals: .first)
                Button("Second") { focus = .second }
                Text(verbatim: focus.map { "\($0)" } ?? "none")
            }
        }
        let screen = Screen(Missing())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "first")
        screen.press("Second")
        #expect(screen.texts.last == "none")
        #expect(focused(screen) == [false])
    }

    @Test func `the state of a view that is removed is cleared`() {
        struct Removed: View {
            @FocusState var focus: Field?
            @State var isShown = true
            var body: some View {
                if isShown { TextField("1", text: .constant("")).focused($focus, equals: .first) }
                Button("Hide") { isShown = false }
                Text(verbatim: focus.map { "\($0)" } ?? "none")
            }
        }
        let screen = Screen(Removed())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "first")
        screen.press("Hide")
        #expect(screen.texts.last == "none")
    }

    @Test func `an answer to a request does not undo a later one`() {
        let screen = Screen(Two())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        screen.press("Second")
        #expect(screen.texts.last == "second")
        // The page has opened a dialog or the like before it knew of the request.
        screen.send(FocusEvent(isFocused: true, origin: .page), to: screen.fields[0].item)
        #expect(screen.texts.last == "second")
        screen.send(FocusEvent(isFocused: true, origin: .app), to: screen.fields[1].item)
        #expect(screen.texts.last == "second")
        screen.press("None")
        screen.send(FocusEvent(isFocused: false, origin: .app), to: screen.fields[1].item)
        #expect(screen.texts.last == "none")
    }

    @Test func `a request that the host refuses clears the state`() {
        let screen = Screen(Two())
        screen.press("Second")
        #expect(focused(screen) == [false, true])
        screen.send(FocusEvent(isFocused: false, origin: .refusal), to: screen.fields[1].item)
        #expect(screen.texts.last == "none")
        #expect(focused(screen) == [false, false])
    }

    @Test func `a move of the user withdraws the app's request`() {
        let screen = Screen(Two())
        screen.press("Second")
        screen.send(FocusEvent(isFocused: true), to: screen.root)
        #expect(screen.texts.last == "none")
        screen.press("Second")
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.last == "first")
        #expect(focused(screen) == [true, false])
    }

    @Test func `the focus of one window does not change the state of another`() {
        let (one, other) = (Screen(Two()), Screen(Two()))
        one.send(FocusEvent(isFocused: true), to: one.fields[0].item)
        #expect(one.texts.last == "first")
        #expect(other.texts.last == "none")
    }

    @Test func `a view inside knows whether the focusable view around it has the focus`() {
        struct Inner: View {
            @Environment(\.isFocused) var isFocused
            var body: some View { Text(verbatim: "\(isFocused)") }
        }
        let screen = Screen(
            VStack {
                Inner().focusable()
                Inner()
            })
        #expect(screen.texts == ["false", "false"])
        let view = screen.find { $0.traits.isFocusable == true }
        screen.send(FocusEvent(isFocused: true), to: view)
        #expect(screen.texts == ["true", "false"])
        screen.send(FocusEvent(isFocused: false), to: view)
        #expect(screen.texts == ["false", "false"])
    }

    @Test func `a binding of a child view moves the focus`() {
        struct Child: View {
            @FocusState.Binding var focus: Field?
            var body: some View {
                TextField("1", text: .constant("")).focused($focus, equals: .first)
                Button("Focus") { focus = .first }
            }
        }
        struct Parent: View {
            @FocusState var focus: Field?
            var body: some View {
                Child(focus: $focus)
                Text(verbatim: focus.map { "\($0)" } ?? "none")
            }
        }
        let screen = Screen(Parent())
        screen.press("Focus")
        #expect(screen.texts.last == "first")
        #expect(focused(screen) == [true])
    }

    private struct Early: View {
        @FocusState private var isFocused: Bool

        init() { isFocused = true }

        var body: some View {
            TextField("Name", text: .constant("")).focused($isFocused)
            Text(verbatim: "\(isFocused)")
        }
    }

    @Test func `setting a focus state before its view is shown has no effect`() {
        let screen = Screen(Early())
        #expect(screen.texts.last == "false")
        #expect(WarningLog.messages.contains { $0.hasPrefix("A @FocusState of type Bool was set before") })
    }
}
