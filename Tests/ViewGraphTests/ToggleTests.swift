import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ToggleTests {
    private struct Settings: View {
        @State var isOn = false
        var body: some View {
            Toggle("Sound", isOn: $isOn)
            Text(isOn ? "loud" : "silent")
        }
    }

    @Observable final class Model {
        var isOn = false
    }

    private func toggles(_ screen: Screen) -> [(item: Screen.Item, content: ToggleContent)] {
        screen.all { if case .control(.toggle) = $0 { true } else { false } }.compactMap { item in
            if case .control(.toggle(let content)) = item.content { (item, content) } else { nil }
        }
    }

    @Test func `a switch sets its binding and shows it`() throws {
        let screen = Screen(Settings())
        #expect(screen.texts == ["Sound", "silent"])
        screen.send(ToggleEvent(isOn: true), to: try #require(toggles(screen).first).item)
        #expect(screen.texts == ["Sound", "loud"])
        #expect(toggles(screen).map(\.content.isOn) == [true])
    }

    @Test func `a binding that rejects the new position moves the toggle back`() throws {
        let screen = Screen(Toggle("Fixed", isOn: .constant(false)))
        let toggle = try #require(toggles(screen).first).item
        screen.graph.send(ToggleEvent(isOn: true), to: toggle.id)
        // The browser shows "on", so the host is told, although the content is what it was.
        let mutations = screen.graph.flush()
        guard case .update(let element)? = mutations.first, case .control(.toggle(let content)) = element.content else {
            Issue.record("The toggle is not updated: \(mutations)")
            return
        }
        #expect(element.id == toggle.id)
        #expect(!content.isOn)
    }

    @Test func `a disabled toggle ignores the user`() throws {
        let model = Model()
        let screen = Screen(Toggle("Off", isOn: Binding(get: { model.isOn }, set: { model.isOn = $0 })).disabled(true))
        screen.send(ToggleEvent(isOn: true), to: try #require(toggles(screen).first).item)
        #expect(!model.isOn)
    }

    private struct Choice {
        var isOn: Binding<Bool>
    }

    private struct Several: View {
        @State var a = true
        @State var b = false
        var body: some View {
            Toggle("All", sources: [Choice(isOn: $a), Choice(isOn: $b)], isOn: \.isOn).toggleStyle(.checkbox)
            Toggle("A", isOn: $a)
            Toggle("B", isOn: $b)
        }
    }

    @Test func `a toggle for values that differ is mixed, and sets all`() throws {
        let screen = Screen(Several())
        #expect(toggles(screen).map(\.content.isMixed) == [true, false, false])
        #expect(toggles(screen).map(\.content.isOn) == [false, true, false])
        screen.send(ToggleEvent(isOn: true), to: try #require(toggles(screen).first).item)
        #expect(toggles(screen).map(\.content.isMixed) == [false, false, false])
        #expect(toggles(screen).map(\.content.isOn) == [true, true, true])
    }

    @Test func `a toggle hides its label as other controls do, and does not grow`() throws {
        func toggle(_ view: some View) throws -> Screen.Item { try #require(toggles(Screen(view)).first).item }
        func hidesLabel(_ view: some View) throws -> Bool { try #require(toggles(Screen(view)).first).content.hidesLabel }
        let view = Toggle("Sound", isOn: .constant(true))
        #expect(try !hidesLabel(view))
        #expect(try hidesLabel(view.labelsHidden()))
        #expect(try hidesLabel(view.labelsVisibility(.hidden)))
        #expect(try hidesLabel(view.toggleStyle(.checkbox).labelsHidden()))
        #expect(try !hidesLabel(view.labelsVisibility(.visible).labelsHidden()))
        // The label of a button is its content.
        #expect(try !hidesLabel(view.toggleStyle(.button).labelsHidden()))
        #expect(try toggle(view).growth == .horizontal)
        #expect(try toggle(view.labelsHidden()).growth == [])
        // The label names the toggle for users who do not see it.
        #expect(Screen(view.labelsHidden()).texts == ["Sound"])
    }

    private struct Reader: View {
        @Environment(\.labelsVisibility) private var visibility
        var body: some View { Text(verbatim: "\(visibility)") }
    }

    @Test func `a view reads the visibility of labels`() {
        #expect(Screen(Reader()).texts == ["automatic"])
        #expect(Screen(Reader().labelsHidden()).texts == ["hidden"])
        #expect(Screen(Reader().labelsVisibility(.visible).labelsHidden()).texts == ["visible"])
    }

    private struct CheckStyle: ToggleStyle {
        @Environment(\.isEnabled) private var isEnabled

        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isOn.toggle()
            } label: {
                Text(isEnabled ? configuration.isOn ? "on" : "off" : "disabled")
                configuration.label
            }
        }
    }

    @Test func `an app's style draws the toggle, and reads its environment`() {
        let screen = Screen(Settings().toggleStyle(CheckStyle()))
        #expect(toggles(screen).isEmpty)
        #expect(screen.texts == ["off", "Sound", "silent"])
        let button = screen.find { if case .control(.button) = $0.content { true } else { false } }
        screen.send(PressEvent(), to: button)
        #expect(screen.texts == ["on", "Sound", "loud"])
        #expect(Screen(Settings().toggleStyle(CheckStyle()).disabled(true)).texts == ["disabled", "Sound", "silent"])
    }

    private struct FramedStyle: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("framed")
            Toggle(configuration)
        }
    }

    @Test func `a toggle in a style's body has the next outer style`() {
        let screen = Screen(Settings().toggleStyle(FramedStyle()).toggleStyle(.checkbox))
        #expect(screen.texts == ["framed", "Sound", "silent"])
        #expect(toggles(screen).map(\.content.appearance) == [.checkbox])
    }
}
