import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TableTests {
    struct Quake: Identifiable, Equatable {
        let id: Int
        var place: String
        var magnitude: Double
    }

    @Observable final class Model {
        var quakes = [
            Quake(id: 1, place: "Nome", magnitude: 3), Quake(id: 2, place: "Adak", magnitude: 5),
            Quake(id: 3, place: "Homer", magnitude: 4),
        ]
        var order: [KeyPathComparator<Quake>] = []
        var chosen: Set<Int> = []
    }

    struct Quakes: View {
        let model: Model
        var body: some View {
            Table(
                model.quakes.sorted(using: model.order), selection: Binding(get: { model.chosen }, set: { model.chosen = $0 }),
                sortOrder: Binding(get: { model.order }, set: { model.order = $0 })
            ) {
                TableColumn("Place", value: \.place) { Text(verbatim: $0.place) }
                TableColumn("Magnitude", value: \.magnitude) { Text("\(Int($0.magnitude))") }.width(110)
            }
        }
    }

    private let model = Model()

    private func places(_ screen: Screen) -> [String] { screen.rows.map { screen.texts(of: $0)[0] } }

    private func titles(_ screen: Screen) -> [(item: Screen.Item, order: SortOrder?)] {
        screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.map { item in
            if case .collection(.tableTitle(let title)) = item.content { (item, title.order) } else { (item, nil) }
        }
    }

    /// Presses the button in a title.
    private func press(_ position: Int, _ screen: Screen) {
        let button = screen.all { if case .control(.button) = $0 { true } else { false } }[position]
        screen.send(PressEvent(), to: button)
    }

    @Test func `a row has a cell for each column`() {
        let screen = Screen(Quakes(model: model))
        #expect(screen.texts.prefix(2) == ["Place", "Magnitude"])
        #expect(screen.rows.count == 3)
        #expect(screen.texts(of: screen.rows[1]) == ["Adak", "5"])
    }

    @Test func `a press of a title sorts by its column, and a second one in the other direction`() {
        let screen = Screen(Quakes(model: model))
        press(0, screen)
        #expect(places(screen) == ["Adak", "Homer", "Nome"])
        #expect(titles(screen).map(\.order) == [.forward, nil])
        press(0, screen)
        #expect(places(screen) == ["Nome", "Homer", "Adak"])
        press(1, screen)
        #expect(places(screen) == ["Nome", "Homer", "Adak"])
        #expect(titles(screen).map(\.order) == [nil, .forward])
        #expect(model.order.count == 2)
    }

    @Test func `rows are chosen by the IDs of their values`() {
        let screen = Screen(Quakes(model: model))
        screen.send(SelectEvent(.only), to: screen.rows[0])
        screen.send(SelectEvent(.range), to: screen.rows[1])
        #expect(model.chosen == [1, 2])
    }

    @Test func `only the rows around the visible ones are made`() {
        model.quakes = (0..<100_000).map { Quake(id: $0, place: "place \($0)", magnitude: 1) }
        let screen = Screen(Quakes(model: model))
        #expect(screen.rows.count == ListArrangement.initialRows)
    }

    @Test func `rows are built by a closure`() {
        let model = model
        let screen = Screen(
            Table(of: Quake.self) {
                TableColumn("Place", value: \.place)
            } rows: {
                TableRow(model.quakes[0])
                TableRow(model.quakes[2])
            })
        #expect(places(screen) == ["Nome", "Homer"])
    }
}
