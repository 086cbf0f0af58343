import Foundation
import Testing

@testable import StrataViewGraph

/// Older forms of a toolbar, its statements and its spaces.
@MainActor
struct ToolbarFormTests: NavigationInspection {
    private typealias Model = NavigationTests.Model

    @Test func `the older items are at the ends of the bar`() {
        let both = Screen(
            NavigationStack { Text("Page").navigationBarItems(leading: Button("Left") {}, trailing: Button("Right") {}) })
        #expect(items(.leading, both) == ["Left"])
        #expect(items(.trailing, both) == ["Right"])
        let leading = Screen(NavigationStack { Text("Page").navigationBarItems(leading: Button("Left") {}) })
        #expect(items(.leading, leading) == ["Left"])
        #expect(items(.trailing, leading) == [])
        let trailing = Screen(NavigationStack { Text("Page").navigationBarItems(trailing: Button("Right") {}) })
        #expect(items(.leading, trailing) == [])
        #expect(items(.trailing, trailing) == ["Right"])
    }

    private struct Branches: View {
        let model: Model
        var body: some View {
            NavigationStack {
                Text("Page").toolbar {
                    if model.isShown {
                        ToolbarItem(placement: .topBarLeading) { Button("Done") { model.isShown = false } }
                    } else {
                        ToolbarItem(placement: .topBarTrailing) { Button("Edit") { model.isShown = true } }
                        ToolbarItem(placement: .bottomBar) { Text("Status") }
                    }
                    if #available(iOS 16, macOS 13, *) { ToolbarItem(placement: .principal) { Text("Title") } }
                }
            }
        }
    }

    @Test func `the branches of an if have items of their own`() {
        let screen = Screen(Branches(model: Model()))
        #expect(items(.leading, screen) == [])
        #expect(items(.trailing, screen) == ["Edit"])
        #expect(items(.bottom, screen) == ["Status"])
        #expect(items(.principal, screen) == ["Title"])
        screen.press("Edit")
        #expect(items(.leading, screen) == ["Done"])
        #expect(items(.trailing, screen) == [])
        #expect(items(.bottom, screen) == [])
        #expect(items(.principal, screen) == ["Title"])
        screen.press("Done")
        #expect(items(.trailing, screen) == ["Edit"])
    }

    private struct Spaced: View {
        let spacer: ToolbarSpacer
        var body: some View {
            NavigationStack {
                Text("Page").toolbar {
                    ToolbarItem(placement: .bottomBar) { Text("a") }
                    spacer
                    ToolbarItem(placement: .bottomBar) { Text("b") }
                }
            }
        }
    }

    private func bottomItems(_ screen: Screen) -> [Screen.Item] {
        let group = screen.find { item in
            if case .navigation(.barItems(let items)) = item.content { items.position == .bottom } else { false }
        }
        return group?.children ?? []
    }

    @Test func `a space between items fills the bar, or has a fixed size`() {
        let flexible = bottomItems(Screen(Spaced(spacer: ToolbarSpacer(placement: .bottomBar))))
        #expect(flexible.count == 3)
        #expect(flexible.dropFirst().first?.content == .layout(.spacer(minLength: nil)))
        let fixed = bottomItems(Screen(Spaced(spacer: ToolbarSpacer(.fixed, placement: .bottomBar))))
        #expect(fixed.count == 3)
        guard case .layout(.box(.frame(let frame)))? = fixed.dropFirst().first?.content else {
            Issue.record("The space has no frame.")
            return
        }
        #expect(frame.width == 12)
    }

    @Test func `a space elsewhere is not in the bar at the bottom`() {
        let items = bottomItems(Screen(Spaced(spacer: ToolbarSpacer(.flexible, placement: .topBarLeading))))
        #expect(items.count == 2)
    }

    @Test func `a stack's role has the title in the center`() {
        let screen = Screen(
            NavigationStack {
                Text("Page").navigationTitle("Title").toolbarRole(.navigationStack)
            })
        #expect(bar(screen)?.leadsTitle == false)
        #expect(bar(screen)?.isLarge == true)
    }
}
