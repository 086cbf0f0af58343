import StrataViewGraph
import StrataViewTesting
import Testing

@MainActor
struct FocusActionTests {
    private enum Field { case name, city, locked }

    private struct Form: View {
        @FocusState var focus: Field?
        var body: some View {
            TextField("Name", text: .constant("")).focused($focus, equals: .name).onSubmit { focus = .city }
            TextField("City", text: .constant("")).focused($focus, equals: .city)
            TextField("Locked", text: .constant("")).disabled(true).focused($focus, equals: .locked)
            Button("Locked") { focus = .locked }
            Text(verbatim: focus.map { "\($0)" } ?? "none").accessibilityIdentifier("focus")
        }
    }

    private let window = TestWindow(Form())
    private var focus: String { get throws { try window.find(identifier: "focus").text } }

    @Test func `a test moves the focus as the user does`() throws {
        try window.find(.textField, "Name").focus()
        #expect(try focus == "name")
        #expect(try window.find(.textField, "Name").isFocused)
        try window.find(.textField, "City").focus()
        #expect(try focus == "city")
        #expect(try !window.find(.textField, "Name").isFocused)
        try window.find(.button, "Locked").focus()
        #expect(try focus == "none")
        try window.find(.textField, "City").focus()
        window.endFocus()
        #expect(try focus == "none")
    }

    @Test func `the app moves the focus`() throws {
        try window.find(.textField, "Name").focus()
        try window.find(.textField, "Name").submit()
        #expect(try focus == "city")
        #expect(try window.find(.textField, "City").isFocused)
    }

    @Test func `the app cannot move the focus to a control that is disabled`() throws {
        try window.find(.textField, "City").focus()
        try window.find(.button, "Locked").tap()
        #expect(try focus == "none")
        #expect(try !window.find(.textField, "City").isFocused)
        #expect(throws: ActionNotHandled.self) { try window.find(.textField, "Locked").focus() }
    }
}
