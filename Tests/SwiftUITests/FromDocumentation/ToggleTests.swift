import StrataViewTesting
import SwiftUI
import Testing

/// `Toggle` and `Button` by their documentation.
@MainActor
struct ToggleTests {
    private struct Alarm: Identifiable {
        let id: Int
        var isOn: Bool
    }

    /// A style that shows the properties of its configuration.
    private struct StateStyle: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isOn.toggle()
            } label: {
                configuration.label
            }
            Text(configuration.isMixed ? "mixed" : configuration.isOn ? "on" : "off").accessibilityIdentifier("state")
        }
    }

    private func alarms(_ states: Bool...) -> DocumentedValue<[Alarm]> {
        DocumentedValue(states.enumerated().map { Alarm(id: $0.offset, isOn: $0.element) })
    }

    @Test func `a toggle switches its binding`() throws {
        let isOn = DocumentedValue(false)
        let window = TestWindow(ValueHost(isOn) { Toggle("Vibrate", isOn: $0) })
        try window.find(.toggle, "Vibrate").tap()
        #expect(isOn.value)
        try window.find(.toggle, "Vibrate").tap()
        #expect(!isOn.value)
    }

    @Test func `a toggle shows the value of its binding`() throws {
        let isOn = DocumentedValue(false)
        let window = TestWindow(ValueHost(isOn) { Toggle("Vibrate", isOn: $0) })
        #expect(try window.find(.toggle).isOn == false)
        isOn.value = true
        #expect(try window.find(.toggle).isOn == true)
    }

    @Test func `a toggle of several sources is on if all of them are`() throws {
        let alarms = alarms(true, true)
        let window = TestWindow(ValueHost(alarms) { Toggle("Alarms", sources: $0, isOn: \.isOn).toggleStyle(StateStyle()) })
        #expect(try window.find(identifier: "state").text == "on")
    }

    @Test func `a toggle of several sources is off if none of them is on`() throws {
        let alarms = alarms(false, false)
        let window = TestWindow(ValueHost(alarms) { Toggle("Alarms", sources: $0, isOn: \.isOn).toggleStyle(StateStyle()) })
        #expect(try window.find(identifier: "state").text == "off")
    }

    @Test func `a toggle of sources that differ is mixed`() throws {
        let alarms = alarms(true, false)
        let window = TestWindow(ValueHost(alarms) { Toggle("Alarms", sources: $0, isOn: \.isOn).toggleStyle(StateStyle()) })
        #expect(try window.find(identifier: "state").text == "mixed")
    }

    @Test func `switching a toggle of several sources changes all of them`() throws {
        let alarms = alarms(true, true, true)
        let window = TestWindow(ValueHost(alarms) { Toggle("Alarms", sources: $0, isOn: \.isOn) })
        try window.find(.toggle).tap()
        #expect(alarms.value.map(\.isOn) == [false, false, false])
    }

    @Test func `a toggle of one binding is not mixed`() throws {
        let isOn = DocumentedValue(true)
        let window = TestWindow(ValueHost(isOn) { Toggle("Vibrate", isOn: $0).toggleStyle(StateStyle()) })
        #expect(try window.find(identifier: "state").text == "on")
    }

    @Test func `a custom style that sets the configuration's value sets the binding`() throws {
        let isOn = DocumentedValue(false)
        let window = TestWindow(ValueHost(isOn) { Toggle("Vibrate", isOn: $0).toggleStyle(StateStyle()) })
        try window.find(.button, "Vibrate").tap()
        #expect(isOn.value)
        #expect(try window.find(identifier: "state").text == "on")
    }

    @Test func `a style of a container applies to the toggles inside`() {
        let isOn = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isOn) { value in
                VStack {
                    Toggle("First", isOn: value)
                    Toggle("Second", isOn: value)
                }
                .toggleStyle(StateStyle())
            })
        #expect(window.all(identifier: "state").count == 2)
    }

    @Test func `the style closest to a toggle is used`() {
        let isOn = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isOn) { value in
                VStack { Toggle("First", isOn: value).toggleStyle(.switch) }.toggleStyle(StateStyle())
            })
        #expect(window.all(identifier: "state").isEmpty)
        #expect(window.all(.toggle).count == 1)
    }

    // MARK: Buttons

    @Test func `a button performs its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Button("Save") { log.events.append("save") } }
        try window.find(.button, "Save").tap()
        #expect(log.events == ["save"])
    }

    @Test func `a disabled button does not perform its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Button("Save") { log.events.append("save") }.disabled(true) }
        #expect(throws: ActionNotHandled.self) { try window.find(.button, "Save").tap() }
        #expect(log.events.isEmpty)
    }

    /// A style that performs the action by itself, and shows the role.
    private struct TwiceStyle: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.onTapGesture {
                configuration.trigger()
                configuration.trigger()
            }
            Text(configuration.role == .destructive ? "destructive" : "other").accessibilityIdentifier("role")
        }
    }

    @Test func `a primitive style triggers the action itself`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Button("Delete", role: .destructive) { log.events.append("delete") }.buttonStyle(TwiceStyle())
        }
        try window.find(.button, "Delete").tap()
        #expect(log.events == ["delete", "delete"])
        #expect(try window.find(identifier: "role").text == "destructive")
    }

    private struct EnabledReader: View {
        @Environment(\.isEnabled) private var isEnabled

        var body: some View { Text(isEnabled ? "enabled" : "disabled") }
    }

    @Test func `disabling a view sets isEnabled of the environment inside`() {
        let window = TestWindow {
            EnabledReader()
            EnabledReader().disabled(true)
        }
        #expect(window.texts == ["enabled", "disabled"])
    }
}
