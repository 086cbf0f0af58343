import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ButtonTests {
    private struct PhaseStyle: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled

        func makeBody(configuration: Configuration) -> some View {
            configuration.label
            Text(configuration.isPressed ? "down" : isEnabled ? "up" : "disabled")
        }
    }

    private struct TwiceStyle: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.trigger()
                configuration.trigger()
            } label: {
                configuration.label
            }
        }
    }

    private struct Counter: View {
        @State var presses = 0
        var body: some View {
            Button("Press") { presses += 1 }
            Text("\(presses)")
        }
    }

    private struct Steps: View {
        var body: some View {
            Button("1") {}.keyboardShortcut("[")
            Button("2") {}.keyboardShortcut(.leftArrow, modifiers: [.option], localization: .automatic)
            Button("3") {}.keyboardShortcut("[", localization: .withoutMirroring)
            Button("4") {}.keyboardShortcut(KeyboardShortcut(.leftArrow, modifiers: [], localization: .custom))
            Button("5") {}.keyboardShortcut("s")
        }
    }

    @Test func `a shortcut with a direction is mirrored where lines are read from right to left`() {
        let keys = Screen(Steps()).buttons.map(\.content.shortcut?.key)
        #expect(keys == ["[", .leftArrow, "[", .leftArrow, "s"])
        let mirrored = Screen(Steps().environment(\.layoutDirection, .rightToLeft)).buttons.map(\.content.shortcut?.key)
        #expect(mirrored == ["]", .rightArrow, "[", .leftArrow, "s"])
    }

    private func shares(_ screen: Screen) -> [ButtonContent] {
        screen.controls { if case .share(let share) = $0 { share.button } else { nil } }.map(\.content)
    }

    @Test func `a share link has the style of buttons`() {
        let link = ShareLink(item: "text")
        #expect(shares(Screen(link.buttonStyle(.bordered))).map(\.appearance) == [.bordered])
        #expect(shares(Screen(link)).map(\.appearance) == [.automatic])
        let styled = Screen(link.buttonStyle(PhaseStyle()))
        #expect(shares(styled).map(\.appearance) == [.custom])
        #expect(styled.texts == ["Share…", "up"])
        #expect(Screen(link.buttonStyle(PhaseStyle()).disabled(true)).texts == ["Share…", "disabled"])
    }

    @Test func `a style of the app draws the button of a menu`() {
        let menu = Menu("Menu") { Button("One") {} }.menuStyle(.button).buttonStyle(PhaseStyle())
        let screen = Screen(menu)
        #expect(screen.buttons.map(\.content.appearance) == [.custom, .menuItem])
        #expect(screen.texts == ["Menu", "up", "One"])
    }

    @Test func `the menu of a button with a primary action has a sign with a label`() throws {
        let screen = Screen(
            Menu("Add") {
                Button("Add later") {}
            } primaryAction: {
            })
        #expect(screen.texts == ["Add", "Add later"])
        #expect(screen.symbols == ["chevron.down"])
        let sign = try #require(screen.find { if case .media(.image) = $0.content { true } else { false } })
        #expect(sign.traits.accessibility.label == "More")
    }

    @Test func `the primary action of a menu in a menu is its first entry`() {
        var log: [String] = []
        let screen = Screen(
            Menu("Outer") {
                Menu("Inner") {
                    Button("Other") {}
                } primaryAction: {
                    log.append("primary")
                }
            })
        let entries = screen.buttons.filter { $0.content.kind == .menuItem }
        #expect(entries.map { screen.texts(of: $0.item) } == [["Inner"], ["Other"]])
        screen.send(PressEvent(), to: entries.first?.item)
        #expect(log == ["primary"])
    }

    @Test func `a style of the app shows whether the button is held down`() throws {
        let screen = Screen(Counter().buttonStyle(PhaseStyle()))
        let button = try #require(screen.buttons.first).item
        #expect(screen.texts == ["Press", "up", "0"])
        screen.send(PressingEvent(isPressed: true), to: button)
        #expect(screen.texts == ["Press", "down", "0"])
        screen.send(PressingEvent(isPressed: false), to: button)
        screen.send(PressEvent(), to: button)
        #expect(screen.texts == ["Press", "up", "1"])
    }

    @Test func `a style of the app reads the environment`() {
        #expect(Screen(Counter().buttonStyle(PhaseStyle()).disabled(true)).texts == ["Press", "disabled", "0"])
    }

    @Test func `a disabled button of an app's style ignores the user`() throws {
        let screen = Screen(Counter().buttonStyle(PhaseStyle()).disabled(true))
        let button = try #require(screen.buttons.first).item
        screen.send(PressingEvent(isPressed: true), to: button)
        screen.send(PressEvent(), to: button)
        #expect(screen.texts == ["Press", "disabled", "0"])
    }

    @Test func `a primitive style decides when the action runs`() throws {
        let screen = Screen(Counter().buttonStyle(TwiceStyle()))
        screen.send(PressEvent(), to: try #require(screen.buttons.first).item)
        #expect(screen.texts == ["Press", "2"])
    }

    @Test func `a button in a style's body has the next outer style`() {
        let screen = Screen(Counter().buttonStyle(TwiceStyle()).buttonStyle(.bordered))
        #expect(screen.buttons.map(\.content.appearance) == [.bordered])
    }

    @Test func `size, shape and tint reach the button`() throws {
        let screen = Screen(Button("A") {}.buttonStyle(.bordered).controlSize(.large).buttonBorderShape(.capsule).tint(.red))
        let button = try #require(screen.buttons.first).content
        #expect(button.size == .large)
        #expect(button.shape == .capsule)
        #expect(button.tint == .red)
    }

    @Test func `a button grows with its label`() {
        let screen = Screen(
            Button {
            } label: {
                Text("Wide").frame(maxWidth: .infinity)
            })
        #expect(screen.buttons.first?.item.growth == .horizontal)
        #expect(Screen(Button("Narrow") {}).buttons.first?.item.growth == [])
    }
}
