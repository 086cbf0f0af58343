import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct StandardCommandsTests {
    private struct WithSidebar: App {
        var body: some Scene {
            WindowGroup {
                NavigationSplitView {
                    Text("sidebar")
                } detail: {
                    Text("detail")
                }
            }
            .commands { CommandMenu("Old") { Button("Old") {} } }
            .commandsReplaced {
                SidebarCommands()
                ToolbarCommands()
            }
            .defaultSize(width: 400, height: 300)
            .windowResizability(.contentSize)
        }
    }

    @Test func `replaced commands are gone, and the command of the sidebar shows and hides it`() {
        let screen = Screen(AppInstance(WithSidebar(), name: "Test").makeWindow(WindowRequest()))
        func showsSidebar() -> Bool {
            screen.find {
                if case .navigation(.split(let split)) = $0.content { split.visible.contains(.sidebar) } else { false }
            } != nil
        }
        #expect(!screen.texts.contains("Old"))
        #expect(showsSidebar())
        screen.press("Toggle Sidebar")
        #expect(!showsSidebar())
        screen.press("Toggle Sidebar")
        #expect(showsSidebar())
    }
}
