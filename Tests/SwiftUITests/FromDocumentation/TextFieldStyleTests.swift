import StrataViewTesting
import SwiftUI
import Testing

private struct SearchFieldStyle: TextFieldStyle {
    @Environment(\.isEnabled) private var isEnabled

    func _body(configuration: TextField<Self._Label>) -> some View {
        HStack {
            Text(isEnabled ? "Find" : "Locked")
            configuration
        }
        .padding(8)
        .background(.quaternary, in: .capsule)
    }
}

private struct PaddedStyle: TextFieldStyle {
    func _body(configuration: TextField<_Label>) -> some View { configuration.padding() }
}

extension TextFieldStyle where Self == SearchFieldStyle {
    fileprivate static var search: SearchFieldStyle { SearchFieldStyle() }
}

/// Text field styles of an app.
@MainActor
struct TextFieldStyleTests {
    @Test func `a style of the app draws views around a text field`() throws {
        let name = DocumentedValue("")
        let window = TestWindow(ValueHost(name) { TextField("Name", text: $0).textFieldStyle(.search) })
        #expect(window.texts == ["Find"])
        try window.find(.textField, "Name").type("Ann")
        #expect(name.value == "Ann")
    }

    @Test func `a style of the app reads the environment of the field`() {
        let window = TestWindow(SecureField("Password", text: .constant("")).textFieldStyle(.search).disabled(true))
        #expect(window.texts == ["Locked"])
    }

    @Test func `the outer style draws the field of the inner one, unless that is built in`() throws {
        let field = TextField("Name", text: .constant("Ann"))
        let window = TestWindow(field.textFieldStyle(PaddedStyle()).textFieldStyle(.search))
        #expect(window.texts == ["Find"])
        #expect(try window.find(.textField).value == "Ann")
        let bordered = TestWindow(field.textFieldStyle(.roundedBorder).textFieldStyle(.search))
        #expect(bordered.texts.isEmpty)
    }
}
