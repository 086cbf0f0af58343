import Testing

@testable import StrataViewGraph

@Suite struct ReplaceableIDTests {
    private struct ID: ReplaceableID {
        let number: Int
        var next: Int?
        var mayBeReplaced: Bool { next != nil }
        var replacement: ID? { next.map { ID(number: $0) } }
        static func == (a: ID, b: ID) -> Bool { a.number == b.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func `an ID leads to the one that has replaced it`() {
        #expect(currentID(ID(number: 1)) == ID(number: 1))
        #expect(currentID(ID(number: 1, next: 2)) == ID(number: 2))
        #expect(AnyHashable(ID(number: 1, next: 2)).current == AnyHashable(ID(number: 2)))
        #expect(AnyHashable(ID(number: 1)).current == AnyHashable(ID(number: 1)))
        #expect(AnyHashable("text").current == AnyHashable("text"))
        #expect(currentID("text") == "text")
    }

    @Test func `optionals and sets lead to the IDs that have replaced those in them`() {
        #expect(currentID(ID?.none) == nil)
        #expect(currentID(Optional(ID(number: 1))) == ID(number: 1))
        #expect(currentID(Optional(ID(number: 1, next: 2))) == ID(number: 2))
        #expect(currentID(Set<ID>()) == [])
        #expect(currentID([ID(number: 1), ID(number: 3)] as Set) == [ID(number: 1), ID(number: 3)])
        #expect(currentID([ID(number: 1, next: 2), ID(number: 3)] as Set) == [ID(number: 2), ID(number: 3)])
        #expect(currentID([ID(number: 1, next: 3), ID(number: 3)] as Set) == [ID(number: 3)])
    }

    @Test func `two IDs are the same if one has replaced the other`() {
        #expect(isSameID(ID(number: 1, next: 2), ID(number: 2)))
        #expect(isSameID(ID(number: 2), ID(number: 1, next: 2)))
        #expect(isSameID(AnyHashable(ID(number: 1, next: 2)), AnyHashable(ID(number: 2))))
        #expect(isSameID(AnyHashable?.some(ID(number: 1, next: 2)), AnyHashable?.some(ID(number: 2))))
        #expect(isSameID(ID?.some(ID(number: 1, next: 2)), ID(number: 2)))
        #expect(!isSameID(ID(number: 1, next: 2), ID(number: 3)))
        #expect(!isSameID(ID(number: 1), ID(number: 2)))
        #expect(!isSameID(ID?.none, ID(number: 2)))
        #expect(!isSameID(1, 2))
        #expect(isSameID("a", "a"))
    }

    @Test func `a state reads as the ID that has replaced the one it was set to`() {
        let box = StateBox<ID?>(nil)
        #expect(box.value == nil)
        box.value = ID(number: 1)
        #expect(box.value == ID(number: 1))
        box.value = ID(number: 1, next: 2)
        #expect(box.value == ID(number: 2))
        box.value = nil
        #expect(box.value == nil)
        #expect(StateBox(Set([ID(number: 1, next: 2)])).value == [ID(number: 2)])
    }

    @MainActor
    @Test func `nodes of a lazy list follow the IDs of their data`() throws {
        let graph = WindowGraph(title: "", content: Text(""))
        graph.mount()
        let parent = try #require(graph.rootNode)
        var made = 0
        func node(_ nodes: inout LazyNodes<ID>, _ id: ID, _ position: Int, _ update: Int) -> ViewNode {
            let node = nodes.node(of: id, at: position, update: update) {
                made += 1
                return parent.makeChild(of: Text.self)
            }
            node.update = update
            return node.node
        }
        var nodes = LazyNodes<ID>()
        // Two elements with one ID, which another ID replaces.
        let first = node(&nodes, ID(number: 1, next: 2), 0, 1)
        let second = node(&nodes, ID(number: 1, next: 2), 1, 1)
        let third = node(&nodes, ID(number: 3, next: 4), 2, 1)
        #expect(nodes.takeUnused().isEmpty)
        #expect(made == 3)
        #expect(node(&nodes, ID(number: 4), 0, 2) === third)
        #expect(node(&nodes, ID(number: 2), 1, 2) === first)
        #expect(node(&nodes, ID(number: 2), 2, 2) === second)
        #expect(made == 3)
        #expect(nodes.takeUnused().isEmpty)
        #expect(nodes.all.count == 3)
        #expect(nodes.takeUnused().count == 3)
        #expect(node(&nodes, ID(number: 4), 0, 3) !== third)
    }
}
