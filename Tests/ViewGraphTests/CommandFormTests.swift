import Testing

@testable import StrataViewGraph

/// The statements of a closure of commands.
@MainActor
struct CommandFormTests {
    private func menus(_ app: some App) -> [String] {
        let screen = Screen(AppInstance(app, name: "Test").makeWindow())
        return screen.all { if case .presentation(.commandMenu) = $0 { true } else { false } }.map { item in
            if case .presentation(.commandMenu(let title)) = item.content { title } else { "" }
        }
    }

    private struct Titles: App {
        private let title = "String"

        var body: some Scene {
            WindowGroup { Text("window") }
                .commands {
                    Group {
                        CommandMenu("Key") { Button("1") {} }
                        CommandMenu(Text("Text")) { Button("2") {} }
                    }
                    CommandMenu(title) { Button("3") {} }
                }
        }
    }

    @Test func `a menu has a key, a text or a string as its title`() {
        #expect(menus(Titles()) == ["Key", "Text", "String"])
        #expect(Screen(AppInstance(Titles(), name: "Test").makeWindow()).texts == ["1", "2", "3", "window"])
    }

    private struct Conditional: App {
        @State private var isFirst = true

        var body: some Scene {
            WindowGroup { Button("Toggle") { isFirst.toggle() } }
                .commands {
                    if isFirst {
                        CommandMenu("First") { Button("1") {} }
                    } else {
                        CommandMenu("Second") { Button("2") {} }
                    }
                    if #available(macOS 14, *) { CommandMenu("Available") { Button("3") {} } }
                }
        }
    }

    @Test func `one of two menus is shown, by a condition`() {
        #expect(menus(Conditional()) == ["First", "Available"])
        let screen = Screen(AppInstance(Conditional(), name: "Test").makeWindow())
        screen.press("Toggle")
        #expect(screen.texts == ["2", "3", "Toggle"])
    }

    private struct Empty: App {
        var body: some Scene { WindowGroup { Text("window") }.commands {} }
    }

    @Test func `an empty closure has no menus`() {
        #expect(menus(Empty()) == [])
    }
}
