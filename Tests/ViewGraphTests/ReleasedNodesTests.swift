import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Rows whose nodes are released after an update.
@MainActor
struct ReleasedNodesTests {
    @Observable final class Model {
        var items: [ListTests.Item]
        var isLong = false
        init(_ count: Int) { items = (0..<count).map { ListTests.Item(id: $0, name: "item \($0)") } }
    }

    /// A row of views that only draw, one of them in a branch.
    private struct Row: View {
        let item: ListTests.Item

        var body: some View {
            HStack {
                Text("\(item.id)").padding().background(.red)
                VStack(alignment: .leading) {
                    Text(item.name).lineLimit(1)
                    if item.name.hasSuffix("!") { Text("loud").font(.title) } else { Spacer() }
                }
            }
        }
    }

    private struct Rows: View {
        let model: Model
        var body: some View { List { ForEach(model.items) { Row(item: $0) } } }
    }

    /// The number of nodes below a node, without those of rows.
    private func count(below node: ViewNode) -> Int { node.children.reduce(0) { $0 + 1 + count(below: $1) } }

    /// The node of the row at a position.
    private func row(_ screen: Screen, _ position: Int) -> ViewNode? {
        func search(_ node: ViewNode) -> [ViewNode] {
            (node.storage as? any RowNodes)?.rowNodes ?? node.children.flatMap(search)
        }
        return screen.graph.rootNode.map { search($0)[position] }
    }

    @Test func `a row of views that only draw keeps the node of its content`() throws {
        let screen = Screen(Rows(model: Model(3)))
        #expect(count(below: try #require(row(screen, 0))) == 1)
    }

    @Test func `a row that is evaluated again keeps its elements`() {
        let model = Model(3)
        let screen = Screen(Rows(model: model))
        let before = screen.all { _ in true }.map(\.id)
        model.items[1].name = "changed"
        screen.update()
        #expect(screen.lastMutations == ["update"])
        #expect(screen.all { _ in true }.map(\.id) == before)
        #expect(screen.texts == ["0", "item 0", "1", "changed", "2", "item 2"])
    }

    @Test func `another branch replaces its elements only`() {
        let model = Model(2)
        let screen = Screen(Rows(model: model))
        model.items[1].name = "item 1!"
        screen.update()
        // The spacer of the other branch grew, so the stacks around it are updated.
        #expect(screen.lastMutations.filter { $0 != "update" }.sorted() == ["insert", "remove"])
        #expect(screen.texts == ["0", "item 0", "1", "item 1!", "loud"])
        model.items[1].name = "item 1"
        screen.update()
        #expect(screen.texts == ["0", "item 0", "1", "item 1"])
    }

    private struct StatefulRow: View {
        let item: ListTests.Item
        @State private var count = 0

        var body: some View {
            HStack {
                Row(item: item)
                Button("Add") { count += 1 }
                Text("\(count)")
            }
        }
    }

    private struct StatefulRows: View {
        let model: Model
        var body: some View { List { ForEach(model.items) { StatefulRow(item: $0) } } }
    }

    @Test func `a row with state and a button keeps both`() {
        let model = Model(1)
        let screen = Screen(StatefulRows(model: model))
        screen.press("Add")
        screen.press("Add")
        #expect(screen.texts == ["0", "item 0", "Add", "2"])
        model.items[0].name = "changed"
        screen.update()
        #expect(screen.texts == ["0", "changed", "Add", "2"])
        screen.press("Add")
        #expect(screen.texts == ["0", "changed", "Add", "3"])
    }

    private struct ObservingRow: View {
        let model: Model
        let item: ListTests.Item
        var body: some View { VStack { Inner(model: model, item: item) } }

        struct Inner: View {
            let model: Model
            let item: ListTests.Item
            var body: some View { Text(model.isLong ? "long \(item.name)" : item.name) }
        }
    }

    private struct ObservingRows: View {
        let model: Model
        var body: some View { List { ForEach(model.items) { ObservingRow(model: model, item: $0) } } }
    }

    @Test func `a view that has read a value still observes it`() {
        let model = Model(2)
        let screen = Screen(ObservingRows(model: model))
        model.isLong = true
        screen.update()
        #expect(screen.texts == ["long item 0", "long item 1"])
        model.isLong = false
        screen.update()
        #expect(screen.texts == ["item 0", "item 1"])
    }

    private struct StyledRows: View {
        let model: Model
        var body: some View {
            List { ForEach(model.items) { Row(item: $0) } }.redacted(reason: model.isLong ? .placeholder : [])
        }
    }

    @Test func `a change of the environment reaches released views`() {
        let model = Model(1)
        let screen = Screen(StyledRows(model: model))
        model.isLong = true
        screen.update()
        #expect(screen.texts == ["x", "xxxx x"])
        model.isLong = false
        screen.update()
        #expect(screen.texts == ["0", "item 0"])
    }

    @Test func `random edits of rows give what the graph holds`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let model = Model(20)
        let screen = Screen(Rows(model: model))
        for step in 0..<200 {
            let index = Int.random(in: model.items.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: model.items[index].name += "!"
            case 1: model.items[index].name = "item \(step)"
            case 2: model.items.insert(ListTests.Item(id: 100 + step, name: "new \(step)"), at: index)
            case 3 where model.items.count > 5: model.items.remove(at: index)
            default: model.items.shuffle(using: &random)
            }
            screen.update()
            let expected = model.items.prefix(50).flatMap { ["\($0.id)", $0.name] + ($0.name.hasSuffix("!") ? ["loud"] : []) }
            #expect(screen.texts == expected, "STRATA_SEED=\(seed), step \(step)")
        }
    }
}
