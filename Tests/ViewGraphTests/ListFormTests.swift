import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of lists: the rows that they show, and what the user can select and change.
@MainActor
struct ListFormTests {
    private struct Fruit: Identifiable, Equatable {
        let id: Int
        var name: String
        var children: [Fruit]?
    }

    private let fruits = Binding(
        StateBox([
            Fruit(id: 1, name: "apple", children: [Fruit(id: 11, name: "gala")]), Fruit(id: 2, name: "pear"),
            Fruit(id: 3, name: "plum"),
        ]))
    private let one = Binding(StateBox<Int?>(nil))
    private let several = Binding(StateBox<Set<Int>>([]))

    /// A view that observes what a list reads when it is created.
    private struct Reading<Content: View>: View {
        @ViewBuilder let content: () -> Content
        var body: some View { content() }
    }

    private func rows(_ screen: Screen) -> [RowContent] {
        screen.rows.compactMap { if case .collection(.row(let row)) = $0.content { row } else { nil } }
    }

    private func looks(_ screen: Screen) -> [ListLook] {
        screen.all { if case .collection(.list) = $0 { true } else { false } }.compactMap {
            if case .collection(.list(let look)) = $0.content { look } else { nil }
        }
    }

    /// Shows a list of three rows and checks that clicks select one of them at a time.
    private func checkSelectsOne(_ list: some View, third: Int, _ location: SourceLocation = #_sourceLocation) {
        one.wrappedValue = nil
        let screen = Screen(list)
        #expect(looks(screen).map(\.selects) == [.one], sourceLocation: location)
        #expect(screen.rows.count == 3, sourceLocation: location)
        screen.send(SelectEvent(.only), to: screen.rows[0], location)
        screen.send(SelectEvent(.only), to: screen.rows[2], location)
        #expect(one.wrappedValue == third, sourceLocation: location)
        #expect(rows(screen).map(\.isSelected) == [false, false, true], sourceLocation: location)
    }

    /// Shows a list of three rows and checks that clicks select two of them.
    private func checkSelectsSeveral(_ list: some View, _ expected: Set<Int>, _ location: SourceLocation = #_sourceLocation) {
        several.wrappedValue = []
        let screen = Screen(list)
        #expect(looks(screen).map(\.selects) == [.several], sourceLocation: location)
        #expect(screen.rows.count == 3, sourceLocation: location)
        screen.send(SelectEvent(.only), to: screen.rows[0], location)
        screen.send(SelectEvent(.toggle), to: screen.rows[2], location)
        #expect(several.wrappedValue == expected, sourceLocation: location)
        #expect(rows(screen).map(\.isSelected) == [true, false, true], sourceLocation: location)
    }

    @Test func `a list of values selects one element by its ID`() {
        checkSelectsOne(List(fruits.wrappedValue, selection: one) { Text($0.name) }, third: 3)
        checkSelectsOne(List(fruits.wrappedValue, id: \.id, selection: one) { Text($0.name) }, third: 3)
        checkSelectsOne(List(0..<3, selection: one) { Text("\($0)") }, third: 2)
    }

    @Test func `a list of values selects several elements by their IDs`() {
        checkSelectsSeveral(List(fruits.wrappedValue, selection: several) { Text($0.name) }, [1, 3])
        checkSelectsSeveral(List(fruits.wrappedValue, id: \.id, selection: several) { Text($0.name) }, [1, 3])
        checkSelectsSeveral(List(0..<3, selection: several) { Text("\($0)") }, [0, 2])
    }

    @Test func `a list of bindings selects one element by its ID`() {
        checkSelectsOne(List(fruits, selection: one) { $fruit in Text(fruit.name) }, third: 3)
        checkSelectsOne(List(fruits, id: \.id, selection: one) { $fruit in Text(fruit.name) }, third: 3)
        checkSelectsOne(List(fruits, editActions: .all, selection: one) { $fruit in Text(fruit.name) }, third: 3)
        checkSelectsOne(List(fruits, id: \.id, editActions: .all, selection: one) { $fruit in Text(fruit.name) }, third: 3)
    }

    @Test func `a list of bindings selects several elements by their IDs`() {
        checkSelectsSeveral(List(fruits, selection: several) { $fruit in Text(fruit.name) }, [1, 3])
        checkSelectsSeveral(List(fruits, id: \.id, selection: several) { $fruit in Text(fruit.name) }, [1, 3])
        checkSelectsSeveral(List(fruits, editActions: .all, selection: several) { $fruit in Text(fruit.name) }, [1, 3])
        checkSelectsSeveral(
            List(fruits, id: \.id, editActions: .all, selection: several) { $fruit in Text(fruit.name) }, [1, 3])
    }

    @Test func `a list of trees selects elements by their IDs`() {
        let trees = fruits.wrappedValue
        checkSelectsOne(List(trees, children: \.children, selection: one) { Text($0.name) }, third: 3)
        checkSelectsOne(List(trees, id: \.id, children: \.children, selection: one) { Text($0.name) }, third: 3)
        checkSelectsSeveral(List(trees, children: \.children, selection: several) { Text($0.name) }, [1, 3])
        checkSelectsSeveral(List(trees, id: \.id, children: \.children, selection: several) { Text($0.name) }, [1, 3])
    }

    @Test func `a row of a tree opens to show its children`() {
        let trees = fruits.wrappedValue
        let lists: [any View] = [
            List(trees, children: \.children) { Text($0.name) },
            List(trees, id: \.id, children: \.children) { Text($0.name) },
            List(trees, children: \.children, selection: one) { Text($0.name) },
            List(trees, id: \.id, children: \.children, selection: several) { Text($0.name) },
        ]
        for list in lists {
            let screen = Screen(AnyView(list))
            #expect(screen.texts == ["apple", "pear", "plum"])
            screen.press(labeled: "Open")
            #expect(screen.texts == ["apple", "gala", "pear", "plum"])
        }
    }

    @Test func `a list without a selection has rows that cannot be selected`() {
        let screen = Screen(List(fruits.wrappedValue, id: \.name) { Text($0.name) })
        #expect(screen.texts == ["apple", "pear", "plum"])
        #expect(looks(screen).map(\.selects) == [nil])
        #expect(rows(screen).map(\.isSelected) == [nil, nil, nil])
    }

    @Test func `rows of bindings change their elements`() {
        let screen = Screen(List(fruits, id: \.id) { $fruit in TextField("Name", text: $fruit.name) })
        screen.type("quince", into: screen.fields[1].item)
        #expect(fruits.wrappedValue.map(\.name) == ["apple", "quince", "plum"])
    }

    @Test func `the edit actions of a list are those of its rows`() {
        let deletable = Screen(List(fruits, editActions: .delete) { $fruit in Text(fruit.name) })
        #expect(rows(deletable).map(\.isDeletable) == [true, true, true])
        #expect(rows(deletable).map(\.isMovable) == [false, false, false])
        let movable = Screen(List(fruits, id: \.id, editActions: .move) { $fruit in Text(fruit.name) })
        #expect(rows(movable).map(\.isDeletable) == [false, false, false])
        #expect(rows(movable).map(\.isMovable) == [true, true, true])
        let both = Screen(List(fruits, editActions: .all, selection: one) { $fruit in Text(fruit.name) })
        #expect(rows(both).map(\.isDeletable) == [true, true, true])
        #expect(rows(both).map(\.isMovable) == [true, true, true])
    }

    @Test func `a deleted row is removed from the collection of the binding`() {
        let screen = Screen(
            Reading { List(fruits, id: \.id, editActions: .all, selection: several) { $fruit in Text(fruit.name) } })
        screen.send(DeleteEvent(), to: screen.rows[1])
        #expect(fruits.wrappedValue.map(\.name) == ["apple", "plum"])
        #expect(screen.texts == ["apple", "plum"])
    }

    @Test func `a moved row moves in the collection of the binding`() {
        let screen = Screen(Reading { List(fruits, id: \.id, editActions: .move) { $fruit in Text(fruit.name) } })
        screen.send(MoveEvent(row: screen.rows[0].id, isAfter: false), to: screen.rows[2])
        #expect(fruits.wrappedValue.map(\.name) == ["plum", "apple", "pear"])
        #expect(screen.texts == ["plum", "apple", "pear"])
    }

    @Test func `a ForEach of bindings identifies elements by their IDs`() {
        let screen = Screen(VStack { ForEach(fruits) { $fruit in TextField("Name", text: $fruit.name) } })
        screen.type("damson", into: screen.fields[2].item)
        #expect(fruits.wrappedValue[2].name == "damson")
    }

    @Test func `the indexed IDs of a collection have its indices in both directions`() {
        let data = ForEach(fruits, editActions: .all) { $fruit in Text(fruit.name) }.data
        #expect(data.map(\.id) == [1, 2, 3])
        #expect(data.reversed().map(\.id) == [3, 2, 1])
        #expect(data.index(after: 0) == 1)
        #expect(data.index(before: 3) == 2)
    }
}
