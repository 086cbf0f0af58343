import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct AnyLayoutTests {
    @Observable final class Model {
        var layout = AnyLayout(HStackLayout(alignment: .top, spacing: 3))
    }

    private struct Counter: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { count += 1 } }
    }

    private struct Arranged: View {
        let model: Model
        var body: some View {
            model.layout {
                Counter()
                GridRow {
                    Text("a")
                    Text("b")
                }
            }
        }
    }

    private func layouts(_ screen: Screen) -> [LayoutContent] {
        screen.root.children.compactMap { if case .layout(let layout) = $0.content { layout } else { nil } }
    }

    @Test func `a layout arranges views as the container of its name does`() {
        #expect(layouts(Screen(HStackLayout(alignment: .top, spacing: 3) { Text("a") })).count == 1)
        #expect(
            layouts(Screen(HStackLayout(alignment: .top, spacing: 3) { Text("a") }))
                == layouts(Screen(HStack(alignment: .top, spacing: 3) { Text("a") })))
        #expect(
            layouts(Screen(VStackLayout(alignment: .leading, spacing: 4) { Text("a") }))
                == layouts(Screen(VStack(alignment: .leading, spacing: 4) { Text("a") })))
        #expect(
            layouts(Screen(ZStackLayout(alignment: .top) { Text("a") }))
                == layouts(Screen(ZStack(alignment: .top) { Text("a") })))
        #expect(
            layouts(Screen(GridLayout(alignment: .top, horizontalSpacing: 1, verticalSpacing: 2) { GridRow { Text("a") } }))
                == layouts(Screen(Grid(alignment: .top, horizontalSpacing: 1, verticalSpacing: 2) { GridRow { Text("a") } })))
    }

    @Test func `views keep their state when their layout changes`() {
        let model = Model()
        let screen = Screen(Arranged(model: model))
        screen.press("0")
        model.layout = AnyLayout(VStackLayout(alignment: .leading))
        screen.update()
        #expect(layouts(screen) == [.stack(StackLayout(direction: .vertical(.leading), spacing: nil))])
        #expect(screen.texts == ["1", "a", "b"])
        #expect(screen.lastMutations == ["update"])
    }

    @Test func `the rows of a grid are views of their own in another layout`() {
        let model = Model()
        model.layout = AnyLayout(GridLayout())
        let screen = Screen(Arranged(model: model))
        #expect(screen.root.children.first?.children.count == 2)
        model.layout = AnyLayout(HStackLayout())
        screen.update()
        #expect(screen.root.children.first?.children.count == 3)
        #expect(screen.texts == ["0", "a", "b"])
        model.layout = AnyLayout(GridLayout())
        screen.update()
        #expect(screen.root.children.first?.children.count == 2)
    }
}
