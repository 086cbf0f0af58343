import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Random trees of matched views under random edits.
@MainActor
struct RandomMatchedViewsTests {
    /// A matched view, or a stack of others.
    struct Item: Identifiable {
        let id: Int
        var text: String
        var match: String
        var namespace: Int
        var isSource: Bool
        var isBoxed: Bool
        var children: [Item] = []

        /// The item and those inside.
        var all: [Item] { [self] + children.flatMap(\.all) }
    }

    @Observable final class Model {
        var items: [Item] = []
    }

    private struct Tree: View {
        @Namespace private var first
        @Namespace private var second
        let model: Model

        var body: some View {
            VStack { ForEach(model.items) { ItemView(item: $0, namespaces: [first, second]) } }
        }
    }

    private struct ItemView: View {
        let item: Item
        let namespaces: [Namespace.ID]

        var body: some View {
            if item.isBoxed { content.padding() } else { content }
        }

        private var content: some View {
            VStack {
                Text(item.text)
                ForEach(item.children) { AnyView(ItemView(item: $0, namespaces: namespaces)) }
            }
            .matchedGeometryEffect(id: item.match, in: namespaces[item.namespace], isSource: item.isSource)
        }
    }

    /// Makes a random item. Its group has its seed in the name, so that its warnings are its own.
    private func item(_ id: Int, _ seed: UInt64, _ random: inout SeededGenerator) -> Item {
        Item(
            id: id, text: "\(id)", match: "random \(seed) \(Int.random(in: 0..<12, using: &random))",
            namespace: .random(in: 0..<2, using: &random), isSource: .random(using: &random), isBoxed: .random(using: &random))
    }

    /// Changes a random item of a forest, or the forest itself.
    private func edit(_ items: inout [Item], _ id: Int, _ seed: UInt64, _ random: inout SeededGenerator) {
        guard let index = items.indices.randomElement(using: &random) else { return items.append(item(id, seed, &random)) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: items.insert(item(id, seed, &random), at: index)
        case 2: items.remove(at: index)
        case 3: items[index].isSource.toggle()
        case 4: items[index].match = item(id, seed, &random).match
        case 5: items[index].isBoxed.toggle()
        case 6: items.shuffle(using: &random)
        default: edit(&items[index].children, id, seed, &random)
        }
    }

    /// The groups of which a forest has several sources, by their IDs.
    private func conflicts(_ items: [Item]) -> Set<String> {
        let sources = items.flatMap(\.all).filter(\.isSource)
        let groups = Dictionary(grouping: sources) { "\($0.namespace) \($0.match)" }
        return Set(groups.values.filter { $0.count > 1 }.map { $0[0].match })
    }

    @Test func `random edits warn exactly of groups with several sources`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let model = Model()
        let screen = Screen(Tree(model: model))
        var expected: Set<String> = []
        for step in 0..<300 {
            var items = model.items
            edit(&items, step, seed, &random)
            model.items = items
            screen.update()
            expected.formUnion(conflicts(items))
            #expect(screen.texts == items.flatMap(\.all).map(\.text), "STRATA_SEED=\(seed), step \(step)")
        }
        let warned = WarningLog.messages.filter { $0.contains("\"random \(seed) ") }
        let groups = Set(expected.filter { group in warned.contains { $0.contains("\"\(group)\"") } })
        #expect(groups == expected, "STRATA_SEED=\(seed)")
        #expect(warned.allSatisfy { warning in expected.contains { warning.contains("\"\($0)\"") } }, "STRATA_SEED=\(seed)")
    }
}
