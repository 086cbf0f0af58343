import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct SelectionMenuTests {
    @Observable final class Model {
        var chosen: Set<Int> = []
        var log: [String] = []
    }

    private struct Numbers: View {
        let model: Model
        var body: some View {
            List(selection: Binding(get: { model.chosen }, set: { model.chosen = $0 })) {
                ForEach(1..<4, id: \.self) { Text("row \($0)") }
            }
            .contextMenu(forSelectionType: Int.self) { ids in
                if ids.isEmpty {
                    Button("Add") { model.log.append("add") }
                } else {
                    Button("Delete") { model.log.append("delete \(ids.sorted())") }
                }
            } primaryAction: {
                model.log.append("open \($0.sorted())")
            }
        }
    }

    private func menu(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .presentation(.menu) = $0.content { true } else { false } }
    }

    @Test func `a menu on a row is for it alone unless it is chosen`() {
        let model = Model()
        let screen = Screen(Numbers(model: model))
        model.chosen = [1, 2]
        screen.update()
        screen.send(MenuEvent(x: 1, y: 2), to: screen.rows[2])
        screen.press("Delete")
        #expect(model.log == ["delete [3]"])
        #expect(menu(screen) == nil)
        screen.send(MenuEvent(), to: screen.rows[0])
        screen.press("Delete")
        #expect(model.log == ["delete [3]", "delete [1, 2]"])
    }

    @Test func `a menu beside the rows is for none`() {
        let model = Model()
        let screen = Screen(Numbers(model: model))
        screen.send(MenuEvent(), to: screen.find { if case .collection(.list) = $0.content { true } else { false } })
        screen.press("Add")
        #expect(model.log == ["add"])
    }

    @Test func `the primary action is for the chosen rows`() {
        let model = Model()
        let screen = Screen(Numbers(model: model))
        screen.send(PrimaryActionEvent(), to: screen.rows[1])
        model.chosen = [2, 3]
        screen.update()
        screen.send(PrimaryActionEvent(), to: screen.rows[1])
        #expect(model.log == ["open [2]", "open [2, 3]"])
    }

    @Test func `a disabled list has no menu`() {
        let model = Model()
        let screen = Screen(Numbers(model: model).disabled(true))
        screen.send(MenuEvent(), to: screen.rows[0])
        screen.send(PrimaryActionEvent(), to: screen.rows[0])
        #expect(menu(screen) == nil)
        #expect(model.log.isEmpty)
    }
}
