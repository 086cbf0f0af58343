import StrataViewTesting
import SwiftUI
import Testing

/// Submissions and keys as the documentation of `onSubmit`, `submitScope` and `onKeyPress`
/// describes them.
@MainActor
struct SubmitAndKeyTests {
    private final class Log { var entries: [String] = [] }

    // MARK: Submissions

    @Test func `a field performs the submit action around it`() throws {
        let log = Log()
        let window = TestWindow {
            Form {
                TextField("Name", text: .constant("a"))
                SecureField("Password", text: .constant("b"))
            }
            .onSubmit { log.entries.append("form") }
        }
        try window.find(.textField, "Name").submit()
        try window.find(.textField, "Password").submit()
        #expect(log.entries == ["form", "form"])
    }

    @Test func `a submission reaches the actions of all views around the field`() throws {
        let log = Log()
        let window = TestWindow {
            VStack { TextField("Name", text: .constant("a")).onSubmit { log.entries.append("inner") } }
                .onSubmit { log.entries.append("outer") }
        }
        try window.find(.textField, "Name").submit()
        #expect(log.entries.sorted() == ["inner", "outer"])
    }

    @Test func `a submit scope keeps the submission of its fields from the actions around it`() throws {
        let log = Log()
        let window = TestWindow {
            Form {
                TextField("Name", text: .constant("a"))
                TextField("Tags", text: .constant("b")).submitScope()
            }
            .onSubmit { log.entries.append("form") }
        }
        try window.find(.textField, "Tags").submit()
        #expect(log.entries.isEmpty)
        try window.find(.textField, "Name").submit()
        #expect(log.entries == ["form"])
    }

    @Test func `an action inside a submit scope is still performed`() throws {
        let log = Log()
        let window = TestWindow {
            VStack { TextField("Tags", text: .constant("b")).onSubmit { log.entries.append("field") }.submitScope() }
                .onSubmit { log.entries.append("outer") }
        }
        try window.find(.textField, "Tags").submit()
        #expect(log.entries == ["field"])
    }

    @Test func `a submit scope that does not block lets submissions through`() throws {
        let log = Log()
        let window = TestWindow {
            VStack { TextField("Tags", text: .constant("b")).submitScope(false) }
                .onSubmit { log.entries.append("outer") }
        }
        try window.find(.textField, "Tags").submit()
        #expect(log.entries == ["outer"])
    }

    @Test func `an action for searches is not performed for a text field`() throws {
        let log = Log()
        let window = TestWindow {
            TextField("Name", text: .constant("a"))
                .onSubmit(of: .search) { log.entries.append("search") }
                .onSubmit(of: .text) { log.entries.append("text") }
        }
        try window.find(.textField, "Name").submit()
        #expect(log.entries == ["text"])
    }

    private struct Guided: View {
        private enum Field: Hashable { case name, mail }
        @State private var name = ""
        @State private var mail = ""
        @FocusState private var field: Field?

        var body: some View {
            TextField("Name", text: $name).focused($field, equals: .name).submitLabel(.next).onSubmit { field = .mail }
            TextField("Mail", text: $mail).focused($field, equals: .mail).submitLabel(.done)
        }
    }

    @Test func `a submit action can move the focus to the next field`() throws {
        let window = TestWindow(Guided())
        let name = try window.find(.textField, "Name")
        try name.focus()
        try name.type("Ann")
        try name.submit()
        #expect(try window.find(.textField, "Mail").isFocused)
        #expect(!name.isFocused)
    }

    // MARK: Keys

    private struct Keys<Inner: View>: View {
        let log: Log
        let inner: Inner

        init(_ log: Log, @ViewBuilder inner: () -> Inner) {
            self.log = log
            self.inner = inner()
        }

        var body: some View {
            VStack { inner }
                .onKeyPress(.return) {
                    log.entries.append("outer")
                    return .handled
                }
        }
    }

    @Test func `a key that is handled goes no further`() throws {
        let log = Log()
        let window = TestWindow(
            Keys(log) {
                Text("Inner").focusable()
                    .onKeyPress(.return) {
                        log.entries.append("inner")
                        return .handled
                    }
            })
        try window.find(.text, "Inner").press(.return)
        #expect(log.entries == ["inner"])
    }

    @Test func `a key that is ignored goes on to the views around`() throws {
        let log = Log()
        let window = TestWindow(
            Keys(log) {
                Text("Inner").focusable()
                    .onKeyPress(.return) {
                        log.entries.append("inner")
                        return .ignored
                    }
            })
        try window.find(.text, "Inner").press(.return)
        #expect(log.entries == ["inner", "outer"])
    }

    private func press(_ key: KeyEquivalent, modifiers: EventModifiers = [], on view: some View) throws {
        let window = TestWindow(view)
        let text = try window.find(.text, "Key")
        try text.focus()
        try text.press(key, modifiers: modifiers)
    }

    @Test func `an action for a key is performed for that key only`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onKeyPress(.upArrow) {
                log.entries.append("up")
                return .handled
            }
        try press(.upArrow, on: view)
        #expect(log.entries == ["up"])
        #expect(throws: ActionNotHandled.self) { try press(.downArrow, on: view) }
        #expect(log.entries == ["up"])
    }

    @Test func `an action for a set of keys receives the key and its phase`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onKeyPress(keys: [.leftArrow, .rightArrow]) { press in
                log.entries.append(press.key == .leftArrow ? "left" : "right")
                log.entries.append(press.phase == .down ? "down" : "other")
                return .handled
            }
        try press(.leftArrow, on: view)
        try press(.rightArrow, on: view)
        #expect(log.entries == ["left", "down", "right", "down"])
    }

    @Test func `an action for characters receives those that the set contains`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onKeyPress(characters: .alphanumerics) { press in
                log.entries.append(press.characters)
                return .handled
            }
        try press("a", on: view)
        try press("7", on: view)
        // The set is tested after the press has reached the view.
        try press(".", on: view)
        #expect(log.entries == ["a", "7"])
    }

    @Test func `an action for all keys receives the modifiers that are held down`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onKeyPress { press in
                log.entries.append(press.modifiers.contains(.shift) ? "shift" : "none")
                return .handled
            }
        try press("b", on: view)
        try press(.upArrow, modifiers: .shift, on: view)
        #expect(log.entries == ["none", "shift"])
    }

    @Test func `an action for the phase up is performed for no other phase`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onKeyPress(.upArrow, phases: .up) { press in
                log.entries.append(press.phase == .up ? "up" : "other")
                return .handled
            }
        try? press(.upArrow, on: view)
        #expect(!log.entries.contains("other"))
    }

    @Test func `phases are a set of options, and all contains each of them`() {
        #expect(KeyPress.Phases.all.contains([.down, .repeat, .up]))
        #expect(!KeyPress.Phases.down.contains(.up))
    }

    @Test func `a move command tells its direction, and an exit command follows Escape`() throws {
        let log = Log()
        let view = Text("Key").focusable()
            .onMoveCommand { direction in log.entries.append(direction == .left ? "left" : "\(direction)") }
            .onExitCommand { log.entries.append("exit") }
        try press(.leftArrow, on: view)
        try press(.upArrow, on: view)
        try press(.escape, on: view)
        #expect(log.entries == ["left", "up", "exit"])
    }
}
