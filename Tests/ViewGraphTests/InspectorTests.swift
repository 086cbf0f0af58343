import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct InspectorTests {
    @Observable final class Model {
        var isInspected = false
    }

    private let model = Model()

    private struct Pages: View {
        @Bindable var model: Model

        var body: some View {
            Text("content").inspector(isPresented: $model.isInspected) {
                Text("details").inspectorColumnWidth(min: 200, ideal: 240, max: 400)
            }
        }
    }

    @Test func `an inspector is a column while its binding is true`() {
        let screen = Screen(Pages(model: model))
        #expect(screen.texts == ["content"])
        model.isInspected = true
        screen.update()
        #expect(screen.texts == ["content", "details"])
        model.isInspected = false
        screen.update()
        #expect(screen.texts == ["content"])
    }

    private func bars(_ screen: Screen) -> [NavigationBarContent] {
        screen.all { if case .navigation(.bar) = $0 { true } else { false } }.compactMap {
            if case .navigation(.bar(let bar)) = $0.content { bar } else { nil }
        }
    }

    @Test func `the title can be removed from the bar`() {
        let page = Text("content").navigationTitle("Title")
        #expect(bars(Screen(NavigationStack { page })).map(\.title) == ["Title"])
        #expect(bars(Screen(NavigationStack { page.toolbar(removing: .title) })).map(\.title) == [""])
        #expect(bars(Screen(NavigationStack { page.toolbar(removing: nil) })).map(\.title) == ["Title"])
    }

    @Test func `the button of the sidebar can be removed`() {
        func toggles(_ kind: ToolbarDefaultItemKind?) -> Int {
            let split = NavigationSplitView {
                Text("sidebar").toolbar(removing: kind)
            } detail: {
                Text("detail")
            }
            return Screen(split.navigationSplitViewStyle(.balanced)).all {
                if case .navigation(.barItems(let items)) = $0 { items.togglesSidebar } else { false }
            }.count
        }
        #expect(toggles(nil) == 1)
        #expect(toggles(.sidebarToggle) == 0)
    }

    @Test func `a bar has the appearance that its page sets`() {
        func schemes(_ colorScheme: ColorScheme?) -> [ColorScheme?] {
            let page = Text("content").navigationTitle("Title").toolbarColorScheme(colorScheme, for: .navigationBar)
            return Screen(NavigationStack { page }).all { if case .navigation(.bar) = $0 { true } else { false } }
                .map(\.traits.colorScheme)
        }
        #expect(schemes(.dark) == [.dark])
        #expect(schemes(nil) == [nil])
    }

    @Test func `details keep their width in one style of split views`() {
        func keepsWidth(_ style: some NavigationSplitViewStyle) -> Bool {
            let split = NavigationSplitView {
                Text("sidebar")
            } detail: {
                Text("detail")
            }
            return Screen(split.navigationSplitViewStyle(style)).find {
                if case .navigation(.split(let content)) = $0.content { content.keepsDetailWidth } else { false }
            } != nil
        }
        #expect(keepsWidth(.prominentDetail))
        #expect(!keepsWidth(.balanced))
        #expect(!keepsWidth(.automatic))
    }

    /// The forms that no other test writes, as an app writes them.
    private struct Forms: View {
        var body: some View {
            NavigationStack {
                Text("content")
                    .toolbarColorScheme(.light)
                    .toolbarBackgroundVisibility(.visible, for: .navigationBar)
                    .toolbar(id: "tools") {
                        ToolbarItem(id: "add") { Button("Add") {} }.customizationBehavior(.reorderable)
                        ToolbarItem(id: "more") { Button("More") {} }
                    }
                    .inspector(isPresented: .constant(true)) { Text("details").inspectorColumnWidth(200) }
                    .sensoryFeedback(.success, trigger: 1)
                    .sensoryFeedback(.impact(weight: .light), trigger: 1) { old, new in old < new }
                    .sensoryFeedback(trigger: 1) { _, new in new > 0 ? .increase : nil }
                    .statusBarHidden()
            }
        }
    }

    @Test func `the items of a bar stay in their order`() {
        #expect(Screen(Forms()).texts == ["Add", "More", "content", "details"])
    }
}
