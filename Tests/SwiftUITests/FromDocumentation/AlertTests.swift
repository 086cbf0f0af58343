import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Alerts and confirmation dialogs by their documentation.
@MainActor
struct AlertTests {
    private func alert(
        _ isPresented: DocumentedValue<Bool>, @ViewBuilder actions: @escaping () -> some View
    ) -> TestWindow {
        TestWindow(
            ValueHost(isPresented) { value in
                Text("Root").alert("Login failed", isPresented: value, actions: actions) { Text("Check the name.") }
            })
    }

    @Test func `an alert is shown with its title and message while its Boolean is true`() {
        let isPresented = DocumentedValue(false)
        let window = alert(isPresented) { Button("OK") {} }
        #expect(!window.texts.contains("Login failed"))
        isPresented.value = true
        #expect(window.texts.contains("Login failed"))
        #expect(window.texts.contains("Check the name."))
    }

    @Test func `an action dismisses the alert after it ran`() throws {
        let (isPresented, log) = (DocumentedValue(true), DocumentationLog())
        let window = alert(isPresented) { Button("Retry") { log.events.append("retry") } }
        try window.find(.button, "Retry").tap()
        #expect(log.events == ["retry"])
        #expect(!isPresented.value)
        #expect(!window.texts.contains("Login failed"))
    }

    @Test func `an alert without actions has an OK button`() throws {
        let isPresented = DocumentedValue(true)
        let window = alert(isPresented) {}
        try window.find(.button, "OK").tap()
        #expect(!isPresented.value)
    }

    @Test func `an alert with actions has no other button`() throws {
        let window = alert(DocumentedValue(true)) { Button("Retry") {} }
        #expect(try window.find(.dialog).all(.button).map(\.label) == ["Retry"])
    }

    @Test func `all actions of an alert are buttons of it`() throws {
        let window = alert(DocumentedValue(true)) {
            Button("Delete", role: .destructive) {}
            Button("Keep", role: .cancel) {}
        }
        #expect(try Set(window.find(.dialog).all(.button).map(\.label)) == ["Delete", "Keep"])
    }

    private func alert(_ isPresented: DocumentedValue<Bool>, presenting data: DocumentedValue<String?>) -> TestWindow {
        TestWindow(
            ValueHost(isPresented) { value in
                ValueHost(data) { data in
                    Text("Root").alert("Failed", isPresented: value, presenting: data.wrappedValue) { name in
                        Button("Retry \(name)") {}
                    } message: {
                        Text("Message \($0)")
                    }
                }
            })
    }

    @Test func `an alert with data passes it to its actions and its message`() throws {
        let window = alert(DocumentedValue(true), presenting: DocumentedValue("A"))
        #expect(window.all(.button, "Retry A").count == 1)
        #expect(window.texts.contains("Message A"))
    }

    @Test func `an alert with data is not shown while the data are nil`() {
        let window = alert(DocumentedValue(true), presenting: DocumentedValue(nil))
        #expect(!window.texts.contains("Failed"))
    }

    private struct Failure: LocalizedError {
        var errorDescription: String? { "The disk is full." }
        var recoverySuggestion: String? { "Delete something." }
    }

    @Test func `the description of an error is the title of its alert`() {
        let window = TestWindow {
            Text("Root").alert(isPresented: .constant(true), error: Failure()) { _ in
                Button("OK") {}
            } message: {
                Text($0.recoverySuggestion ?? "")
            }
        }
        #expect(window.texts.contains("The disk is full."))
        #expect(window.texts.contains("Delete something."))
    }

    @Test func `an alert without an error is not shown`() {
        let window = TestWindow {
            Text("Root").alert(isPresented: .constant(true), error: nil as Failure?) { Button("Fine") {} }
        }
        #expect(window.all(.button, "Fine").isEmpty)
    }

    // MARK: Confirmation dialogs

    private func dialog(
        _ isPresented: DocumentedValue<Bool>, title: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View
    ) -> TestWindow {
        TestWindow(
            ValueHost(isPresented) { value in
                Text("Root").confirmationDialog("Empty the trash?", isPresented: value, titleVisibility: title, actions: actions)
            })
    }

    @Test func `an action dismisses the confirmation dialog after it ran`() throws {
        let (isPresented, log) = (DocumentedValue(true), DocumentationLog())
        let window = dialog(isPresented) { Button("Empty", role: .destructive) { log.events.append("empty") } }
        try window.find(.button, "Empty").tap()
        #expect(log.events == ["empty"])
        #expect(!isPresented.value)
    }

    @Test func `a confirmation dialog has a cancel action by default`() throws {
        let isPresented = DocumentedValue(true)
        let window = dialog(isPresented) { Button("Empty", role: .destructive) {} }
        let buttons = try window.find(.dialog).all(.button)
        #expect(buttons.count == 2)
        try buttons.first { $0.label != "Empty" }?.tap()
        #expect(!isPresented.value)
    }

    @Test func `a button with the role of cancel replaces the default cancel action`() throws {
        let window = dialog(DocumentedValue(true)) {
            Button("Empty", role: .destructive) {}
            Button("Not now", role: .cancel) {}
        }
        #expect(try Set(window.find(.dialog).all(.button).map(\.label)) == ["Empty", "Not now"])
    }

    @Test func `a confirmation dialog can be dismissed without its cancel action`() throws {
        let (isPresented, log) = (DocumentedValue(true), DocumentationLog())
        let window = dialog(isPresented) {
            Button("Empty") { log.events.append("empty") }
        }
        try window.find(.dialog).dismiss()
        #expect(!isPresented.value)
        #expect(log.events.isEmpty)
    }

    @Test func `a confirmation dialog with a visible title shows it`() {
        let window = dialog(DocumentedValue(true), title: .visible) { Button("Empty") {} }
        #expect(window.texts.contains("Empty the trash?"))
    }

    @Test func `a confirmation dialog with a hidden title does not show it`() {
        let window = dialog(DocumentedValue(true), title: .hidden) { Button("Empty") {} }
        #expect(!window.texts.contains("Empty the trash?"))
    }
}
