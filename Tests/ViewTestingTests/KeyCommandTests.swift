import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct KeyCommandTests {
    private struct Board: View {
        @State private var log = ""

        var body: some View {
            VStack {
                Text("tile").focusable()
                TextField("Field", text: .constant(""))
            }
            .onMoveCommand { log += "\($0) " }
            .onDeleteCommand { log += "delete " }
            .onExitCommand { log += "exit " }
            Text("idle").focusable().onMoveCommand().onExitCommand(perform: nil).onDeleteCommand(perform: nil)
            Text(log).accessibilityIdentifier("log")
        }
    }

    private let window = TestWindow(Board())
    private var log: String { get throws { try window.find(identifier: "log").text } }

    @Test func `arrow keys, Delete and Escape are commands of the view with the focus`() throws {
        for key in [KeyEquivalent.upArrow, .downArrow, .leftArrow, .rightArrow, .delete, .deleteForward, .escape] {
            try window.find(.text, "tile").press(key)
        }
        #expect(try log == "up down left right delete delete exit ")
    }

    @Test func `a field keeps the keys that it uses`() throws {
        let field = try window.find(.textField, "Field")
        for key in [KeyEquivalent.leftArrow, .delete] {
            #expect(throws: ActionNotHandled.self) { try field.press(key) }
        }
        try field.press(.escape)
        #expect(try log == "exit ")
    }

    @Test func `a modifier key makes it another key`() throws {
        try window.find(.text, "tile").press(.leftArrow, modifiers: .command)
        #expect(try log == "")
    }

    @Test func `without an action, a key is handled by no view`() throws {
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "idle").press(.leftArrow) }
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "idle").press(.escape) }
    }
}
