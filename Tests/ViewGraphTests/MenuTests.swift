import Testing

@testable import StrataViewGraph

@MainActor
struct MenuTests {
    private func orders(_ screen: Screen) -> [Bool] {
        screen.all { if case .control(.menuItems) = $0 { true } else { false } }.compactMap {
            if case .control(.menuItems(let startsAtButton)) = $0.content { startsAtButton } else { nil }
        }
    }

    @Test func `only the order by priority starts at the button`() {
        #expect(orders(Screen(Menu("a") { Button("b") {} })) == [false])
        #expect(orders(Screen(Menu("a") { Button("b") {} }.menuOrder(.fixed))) == [false])
        #expect(orders(Screen(Menu("a") { Button("b") {} }.menuOrder(.priority))) == [true])
    }

    @Test func `entries keep their menu open where an action does not dismiss it`() {
        let screen = Screen(
            Menu("Menu") {
                Button("Closes") {}
                Group {
                    Button("Stays") {}
                    Button("Closes, too") {}.menuActionDismissBehavior(.enabled)
                    Picker("Size", selection: .constant(1)) { Text("Small").tag(1) }
                }
                .menuActionDismissBehavior(.disabled)
            })
        #expect(screen.buttons.map(\.content.keepsMenuOpen) == [false, false, true, false])
        #expect(screen.choices.map(\.content.keepsMenuOpen) == [true])
    }

    @Test func `a context menu stays open where an action does not dismiss it`() {
        struct Content: View {
            @State private var count = 0
            var body: some View {
                Text("Counted \(count)").contextMenu {
                    Button("More") { count += 1 }.menuActionDismissBehavior(.disabled)
                    Button("Reset") { count = 0 }
                }
            }
        }
        let screen = Screen(Content())
        let owner = screen.find { $0.content == .presentation(.menuOwner) }
        screen.send(MenuEvent(x: 1, y: 1), to: owner)
        screen.press("More")
        screen.press("More")
        #expect(screen.texts.first == "Counted 2")
        #expect(screen.buttons.count == 2)
        screen.press("Reset")
        #expect(screen.texts == ["Counted 0"])
    }

    @Test func `a compact menu has its controls side by side`() {
        let group = ControlGroup("Style") {
            Button("Bold") {}
            Button("Italic") {}
        }
        let screen = Screen(group.controlGroupStyle(.compactMenu))
        #expect(screen.buttons.map(\.content.kind) == [.menu, .menuItem, .menuItem])
        let sections = screen.all { $0 == .control(.group(.menuSection(label: nil, isPalette: true))) }
        #expect(sections.map(screen.texts) == [["Bold", "Italic"]])
    }

    private struct Sizes: View {
        @State private var size = 1
        var body: some View {
            Picker("Size", selection: $size) {
                Text("Small").tag(1)
                Text("Large").tag(2)
            } currentValueLabel: {
                Text("Size \(size)")
            }
        }
    }

    @Test func `a picker with a label for its value is a menu with that label`() throws {
        let screen = Screen(Sizes())
        #expect(screen.pickers.isEmpty)
        #expect(screen.texts == ["Size", "Size 1", "Small", "Large"])
        #expect(screen.choices.map(\.content.isSelected) == [true, false])
        screen.send(PressEvent(), to: try #require(screen.choices.last).item)
        #expect(screen.texts == ["Size", "Size 2", "Small", "Large"])
        #expect(screen.choices.map(\.content.isSelected) == [false, true])
    }

    @Test func `a link to the options of a picker shows the label for its value`() {
        let screen = Screen(NavigationStack { Form { Sizes().pickerStyle(.navigationLink) } })
        #expect(screen.texts.contains("Size 1"))
        #expect(!screen.texts.contains("Small"))
    }

    @Test func `a style without a menu shows the options only`() {
        let screen = Screen(Sizes().pickerStyle(.segmented))
        #expect(!screen.texts.contains("Size 1"))
        #expect(screen.choices.count == 2)
    }
}
