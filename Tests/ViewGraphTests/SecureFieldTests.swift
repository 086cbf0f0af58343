import Testing

@testable import StrataViewGraph

@MainActor
struct SecureFieldTests {
    private let secret = Binding(StateBox(""))
    /// A title that is not a literal, so that it is not a key.
    private let title = "Password"

    private func forms(_ commit: @escaping () -> Void = {}) -> Screen {
        Screen(
            VStack {
                SecureField("Password", text: secret)
                SecureField(title, text: secret)
                SecureField("Password", text: secret, onCommit: commit)
                SecureField(title, text: secret, onCommit: commit)
                SecureField(text: secret) { Text("Password") }
            })
    }

    @Test func `the characters of each form are hidden`() {
        let fields = forms().fields.map(\.content)
        #expect(fields.map(\.kind) == [.secure, .secure, .secure, .secure, .secure])
    }

    @Test func `the title names the field, and is its prompt`() {
        let fields = forms().fields.map(\.content)
        #expect(fields.count == 5)
        #expect(Set(fields.map(\.label)) == ["Password"])
        #expect(Set(fields.map(\.prompt)) == ["Password"])
    }

    @Test func `each form writes what is typed`() {
        let screen = forms()
        for (index, field) in screen.fields.map(\.item).enumerated() {
            screen.type("secret \(index)", into: field)
            #expect(secret.wrappedValue == "secret \(index)")
        }
    }

    @Test func `Return runs the action of the forms that have one`() {
        let commits = StateBox(0)
        let screen = forms { commits.value += 1 }
        for field in screen.fields.map(\.item) { screen.send(SubmitEvent(), to: field) }
        #expect(commits.value == 2)
    }

    @Test func `a prompt is shown instead of the title`() {
        let screen = Screen(
            VStack {
                SecureField("Password", text: secret, prompt: Text("Required"))
                SecureField(title, text: secret, prompt: Text("Required"))
                SecureField(text: secret, prompt: Text("Required")) { Text("Password") }
            })
        #expect(screen.fields.map(\.content.prompt) == ["Required", "Required", "Required"])
        #expect(screen.fields.map(\.content.label) == ["Password", "Password", "Password"])
    }
}
