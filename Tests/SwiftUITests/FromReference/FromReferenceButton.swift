import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `Button` that Apple's reference shows, each pressed.
@MainActor
struct FromReferenceButton {
    @MainActor @Observable final class Model {
        var log: [String] = []
        var isDisabled = false
        func signIn() { log.append("signIn") }
    }

    private let model = Model()

    private struct Forms: View {
        let model: Model

        var body: some View {
            Button(action: model.signIn) { Text("Sign In") }
            Button("Sign Out", action: model.signIn)
            Button("Trailing") { model.log.append("trailing") }
            Button {
                model.log.append("label")
            } label: {
                Label("Label", systemImage: "star")
            }
            Button("Symbol", systemImage: "plus") { model.log.append("symbol") }
            Button("Delete", role: .destructive) { model.log.append("delete") }
            Button(role: .cancel) {
                model.log.append("cancel")
            } label: {
                Text("Cancel")
            }
            Button("Role", systemImage: "trash", role: .destructive) { model.log.append("role") }
            Button(String("String")) { model.log.append("string") }
            Button(action: { model.log.append("stack") }) {
                HStack {
                    Image(systemName: "star")
                    Text("Stack")
                }
            }
            Button("Bordered") { model.log.append("bordered") }.buttonStyle(.bordered).controlSize(.large)
            Button("Prominent") { model.log.append("prominent") }.buttonStyle(.borderedProminent).tint(.red)
            Button("Plain") { model.log.append("plain") }.buttonStyle(.plain)
            Button("Disabled") { model.log.append("disabled") }.disabled(model.isDisabled)
            Button("Later") { Task { model.log.append("later") } }
            EditButton()
            Text("Tap").onTapGesture { model.log.append("tap") }
        }
    }

    @Test func `each form performs its action`() throws {
        let window = TestWindow(Forms(model: model))
        for title in [
            "Sign In", "Sign Out", "Trailing", "Label", "Symbol", "Delete", "Cancel", "Role", "String", "Stack", "Bordered",
            "Prominent", "Plain", "Disabled", "Tap",
        ] {
            try window.find(title == "Tap" ? .text : .button, title).tap()
        }
        #expect(
            model.log == [
                "signIn", "signIn", "trailing", "label", "symbol", "delete", "cancel", "role", "string", "stack", "bordered",
                "prominent", "plain", "disabled", "tap",
            ])
        model.isDisabled = true
        #expect(throws: ActionNotHandled.self) { try window.find(.button, "Disabled").tap() }
    }

    @Test func `an asynchronous action changes the state when it is done`() async throws {
        let window = TestWindow(Forms(model: model))
        try window.find(.button, "Later").tap()
        try await window.wait(.seconds(1_200)) { [model] _ in model.log == ["later"] }
    }

    private struct BlueStyle: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.padding().background(configuration.isPressed ? Color.gray : Color.blue)
        }
    }

    private struct Twice: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.onTapGesture {
                configuration.trigger()
                configuration.trigger()
            }
        }
    }

    @Test func `styles of the app`() throws {
        let window = TestWindow {
            HStack {
                Button("Blue") { model.log.append("blue") }
                Button("Twice") { model.log.append("twice") }.buttonStyle(Twice())
            }
            .buttonStyle(BlueStyle())
        }
        try window.find(.button, "Blue").tap()
        try window.find(.text, "Twice").tap()
        #expect(model.log == ["blue", "twice", "twice"])
    }
}
