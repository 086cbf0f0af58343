import Testing

@testable import StrataViewGraph

@MainActor
struct DefaultFocusTests {
    private enum Field { case first, second }

    private func focused(_ screen: Screen) -> [Bool?] { screen.fields.map(\.item.traits.isFocused) }

    private struct Form: View {
        @FocusState var focus: Field?
        var body: some View {
            VStack {
                TextField("1", text: .constant("")).focused($focus, equals: .first)
                TextField("2", text: .constant("")).focused($focus, equals: .second)
            }
            .defaultFocus($focus, .second)
        }
    }

    @Test func `a view has the focus by default when the window appears`() {
        #expect(focused(Screen(Form())) == [false, true])
    }

    @Test func `a view that appears beside the focus does not take it`() {
        struct Window: View {
            @State var isShown = false
            var body: some View {
                TextField("0", text: .constant("")).focusable()
                if isShown { Form() }
                Button("Show") { isShown = true }
            }
        }
        let screen = Screen(Window())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        screen.press("Show")
        #expect(focused(screen) == [nil, false, false])
    }

    @Test func `a sheet has a default of its own`() {
        struct Window: View {
            @State var isShown = false
            @FocusState var isFocused: Bool
            var body: some View {
                TextField("0", text: .constant("")).focused($isFocused)
                Button("Show") { isShown = true }
                    .sheet(isPresented: $isShown) { Form() }
            }
        }
        let screen = Screen(Window())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        screen.press("Show")
        #expect(focused(screen) == [true, false, true])
    }

    @Test func `the Tab key leads to the default view of a user's moves`() {
        struct Window: View {
            let priority: DefaultFocusEvaluationPriority
            @FocusState var focus: Field?
            var body: some View {
                TextField("0", text: .constant("")).focusable()
                VStack {
                    TextField("1", text: .constant("")).focused($focus, equals: .first)
                    TextField("2", text: .constant("")).focused($focus, equals: .second)
                }
                .defaultFocus($focus, .second, priority: priority)
            }
        }
        func moved(_ priority: DefaultFocusEvaluationPriority, isByTab: Bool) -> [Bool?] {
            let screen = Screen(Window(priority: priority))
            screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
            screen.send(FocusEvent(isFocused: true, isByTab: isByTab), to: screen.fields[1].item)
            return focused(screen)
        }
        #expect(moved(.userInitiated, isByTab: true) == [nil, false, true])
        #expect(moved(.userInitiated, isByTab: false) == [nil, true, false])
        #expect(moved(.automatic, isByTab: true) == [nil, true, false])
    }

    private struct Scope: View {
        @Namespace var scope
        @Environment(\.resetFocus) var resetFocus
        @State var prefersSecond = true
        var body: some View {
            VStack {
                TextField("1", text: .constant(""))
                TextField("2", text: .constant("")).prefersDefaultFocus(prefersSecond, in: scope)
                Button("Reset") { resetFocus(in: scope) }
                Button("First") { prefersSecond = false }
            }
            .focusScope(scope)
        }
    }

    @Test func `the preferred view of a scope has the focus by default`() {
        #expect(focused(Screen(Scope())) == [false, true])
    }

    @Test func `a reset moves the focus back to the preferred view`() {
        let screen = Screen(Scope())
        screen.send(FocusEvent(isFocused: true, origin: .app), to: screen.fields[1].item)
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(focused(screen) == [true, false])
        screen.press("Reset")
        #expect(focused(screen) == [true, true])
        screen.send(FocusEvent(isFocused: true, origin: .app), to: screen.fields[1].item)
        #expect(focused(screen) == [false, true])
    }

    @Test func `a control that the focus passes on its way to the preferred view does not take it back`() {
        let screen = Screen(Scope())
        screen.send(FocusEvent(isFocused: true, origin: .page), to: screen.fields[0].item)
        #expect(focused(screen) == [false, true])
        screen.send(FocusEvent(isFocused: true, origin: .app), to: screen.fields[1].item)
        #expect(focused(screen) == [false, true])
    }

    @Test func `a control that the focus passes keeps it if the preferred view cannot have it`() {
        let screen = Screen(Scope())
        screen.send(FocusEvent(isFocused: true, origin: .page), to: screen.fields[0].item)
        screen.send(FocusEvent(isFocused: false, origin: .refusal), to: screen.fields[1].item)
        #expect(focused(screen) == [true, false])
    }

    @Test func `a reset without a preferred view moves the focus to the first control`() {
        let screen = Screen(Scope())
        screen.send(FocusEvent(isFocused: true, origin: .app), to: screen.fields[1].item)
        screen.send(FocusEvent(isFocused: true), to: screen.root)
        screen.press("First")
        screen.press("Reset")
        #expect(focused(screen) == [true, false])
    }

    @Test func `a view that prefers another scope has no effect`() {
        struct Outside: View {
            @Namespace var scope
            var body: some View { TextField("1", text: .constant("")).prefersDefaultFocus(in: scope) }
        }
        #expect(focused(Screen(Outside())) == [nil])
    }
}
