import Foundation
import Testing

@testable import StrataViewGraph

/// The styles that the host chooses. Each replaces a style that is set further out.
@MainActor
struct AutomaticStyleTests {
    @Test func `the automatic style of a button is the host's`() {
        let button = Button("Go") {}.buttonStyle(.automatic).buttonStyle(.borderedProminent)
        #expect(Screen(button).buttons.map(\.content.appearance) == [.automatic])
    }

    @Test func `the automatic style of a toggle is a switch`() {
        let toggle = Toggle("On", isOn: .constant(true)).toggleStyle(.automatic).toggleStyle(.button)
        let toggles: [ToggleContent] = Screen(toggle).controls { if case .toggle(let toggle) = $0 { toggle } else { nil } }
            .map(\.content)
        #expect(toggles.map(\.appearance) == [.switch])
    }

    @Test func `the automatic style of a text field is the host's`() {
        let field = TextField("Name", text: .constant(""))
        func appearances(_ style: some TextFieldStyle) -> [TextFieldContent.Appearance] {
            Screen(field.textFieldStyle(style).textFieldStyle(.plain)).fields.map(\.content.appearance)
        }
        #expect(appearances(.automatic) == [.automatic])
        #expect(appearances(DefaultTextFieldStyle()) == [.automatic])
        #expect(appearances(.roundedBorder) == [.roundedBorder])
        #expect(appearances(.squareBorder) == [.squareBorder])
    }

    @Test func `the automatic style of a text editor is the host's`() {
        let editor = TextEditor(text: .constant(""))
        func appearances(_ style: some TextEditorStyle) -> [TextFieldContent.Appearance] {
            Screen(editor.textEditorStyle(style).textEditorStyle(.plain)).fields.map(\.content.appearance)
        }
        #expect(appearances(.automatic) == [.automatic])
        #expect(appearances(AutomaticTextEditorStyle()) == [.automatic])
        #expect(appearances(.plain) == [.plain])
    }

    @Test func `the border of a button has corners of a radius`() {
        let button = Button("Go") {}.buttonStyle(.bordered)
        let rounded = Screen(button.buttonBorderShape(.roundedRectangle(radius: 7))).buttons.map(\.content.shape.kind)
        #expect(rounded == [.rounded(7)])
        let hostRadius = Screen(button.buttonBorderShape(.roundedRectangle)).buttons.map(\.content.shape.kind)
        #expect(hostRadius == [.rounded(nil)])
    }

    @Test func `a shortcut is set as a value, and removed with nil`() {
        let shortcut = KeyboardShortcut("k", modifiers: [.command, .shift])
        let none: KeyboardShortcut? = nil
        let screen = Screen(
            VStack {
                Button("Go") {}.keyboardShortcut(shortcut)
                Button("Stay") {}.keyboardShortcut(none)
                Button("Wait") {}
            }
            .keyboardShortcut("w"))
        #expect(screen.buttons.map(\.content.shortcut?.key) == ["k", nil, "w"])
        #expect(screen.buttons.first?.content.shortcut?.modifiers == [.command, .shift])
    }

    @Test func `a schedule for animations has ten moments a second, and one when it is paused`() {
        let start = Date(timeIntervalSinceReferenceDate: 1_000)
        func moments(_ schedule: AnimationTimelineSchedule) -> [TimeInterval] {
            schedule.entries(from: start, mode: .normal).prefix(3).map { $0.timeIntervalSince(start) }
        }
        #expect(moments(.animation).map { ($0 * 1_000).rounded() } == [0, 100, 200])
        #expect(moments(.animation(minimumInterval: 2)) == [0, 2, 4])
        #expect(moments(.animation(paused: true)) == [0])
    }

    @Test func `the content of a timeline is made for live updates`() {
        let screen = Screen(
            TimelineView(.explicit([Date(timeIntervalSinceReferenceDate: 0)])) { context in
                Text(context.cadence == .live ? "live" : "not live")
            })
        #expect(screen.texts == ["live"])
    }

    private struct Fading: View {
        @State private var isFaint = false

        var body: some View {
            Text("a").transaction { transaction in
                transaction.animation = .linear(duration: 3)
            } body: { content in
                content.opacity(isFaint ? 0.2 : 1)
            }
            Button("Fade") { isFaint.toggle() }
        }
    }

    @Test func `changes of the modifiers in a closure have a transaction of their own`() throws {
        let screen = Screen(Fading())
        let button = try #require(screen.buttons.first).item
        screen.graph.send(PressEvent(), to: button.id)
        _ = screen.graph.flushAnimated()
        #expect(screen.graph.animationScopes.map(\.animation) == [.linear(duration: 3)])
    }

    private struct Item: Identifiable {
        let id: String
    }

    @Test func `the menu of a table's row has a preview beside its entries`() {
        let screen = Screen(
            Table(of: Item.self) {
                TableColumn("Name", value: \.id)
            } rows: {
                TableRow(Item(id: "a")).contextMenu {
                    Button("Open") {}
                } preview: {
                    Text("preview")
                }
            })
        #expect(screen.texts == ["Name", "a"])
        screen.send(MenuEvent(x: 1, y: 2), to: screen.rows[0])
        #expect(screen.texts.contains("Open"))
        #expect(screen.texts.contains("preview"))
    }
}
