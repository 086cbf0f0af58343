import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

@MainActor
struct ListTests {
    struct Item: Identifiable, Equatable {
        let id: Int
        var name: String
    }

    @Observable final class Store {
        var items: [Item]
        var deleted: [IndexSet] = []
        @ObservationIgnored var reads = 0
        init(_ count: Int) { items = (0..<count).map { Item(id: $0, name: "item \($0)") } }
    }

    struct Flat: View {
        let store: Store
        var body: some View {
            List {
                ForEach(store.items) { item in
                    store.reads += 1
                    return Text(item.name)
                }
                .onDelete { store.deleted.append($0) }
            }
        }
    }

    private func list(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .collection(.list) = $0.content { true } else { false } }
    }

    @Test func onlyTheFirstRowsAreMadeOfManyThousand() {
        let store = Store(100_000)
        let screen = Screen(Flat(store: store))
        #expect(screen.rows.count == ListArrangement.initialRows)
        #expect(store.reads == ListArrangement.initialRows)
        #expect(screen.gaps == [ListGap(firstRow: 50, rows: 99_950, headers: 0)])
    }

    @Test func scrollingMakesTheRowsOnTheScreenAndDropsTheOthers() {
        let screen = Screen(Flat(store: Store(10_000)))
        screen.send(VisibleRowsEvent(rows: 5000..<5020), to: list(screen))
        #expect(screen.texts.first == "item 4970")
        #expect(screen.texts.last == "item 5049")
        #expect(screen.gaps.map(\.rows) == [4970, 4950])
        screen.send(VisibleRowsEvent(rows: 9990..<10_000), to: list(screen))
        #expect(screen.texts.last == "item 9999")
        #expect(screen.gaps.count == 1)
    }

    @Test func anAbsurdWindowIsCutToSize() {
        let screen = Screen(Flat(store: Store(10_000)))
        screen.send(VisibleRowsEvent(rows: 0..<Int.max / 2), to: list(screen))
        #expect(screen.rows.count <= ListArrangement.mostVisible + 2 * ListArrangement.margin)
        screen.send(VisibleRowsEvent(rows: Int.max / 2..<Int.max / 2 + 5), to: list(screen))
        #expect(screen.texts.last == "item 9999")
    }

    @Test func rowsAddedAboveDoNotMoveWhatIsLookedAt() {
        let store = Store(1000)
        let screen = Screen(Flat(store: store))
        screen.send(VisibleRowsEvent(rows: 500..<520), to: list(screen))
        let before = screen.texts
        store.items.insert(contentsOf: (2000..<2025).map { Item(id: $0, name: "new \($0)") }, at: 0)
        screen.update()
        #expect(screen.texts == before)
        #expect(screen.gaps.first?.rows == 495)
    }

    @Test func atTheTopNewRowsShow() {
        let store = Store(1000)
        let screen = Screen(Flat(store: store))
        store.items.insert(Item(id: -1, name: "newest"), at: 0)
        screen.update()
        #expect(screen.texts.first == "newest")
        #expect(screen.rows.count == 50)
        #expect(screen.lastMutations.sorted() == ["insert", "remove", "update"])
    }

    @Test func deletingNamesThePositionInTheData() {
        let store = Store(100)
        let screen = Screen(Flat(store: store))
        screen.send(DeleteEvent(), to: screen.rows[7])
        #expect(store.deleted == [IndexSet(integer: 7)])
        store.items.removeFirst(3)
        screen.update()
        screen.send(DeleteEvent(), to: screen.rows.first { screen.texts(of: $0) == ["item 7"] })
        #expect(store.deleted.last == IndexSet(integer: 4))
    }

    struct Sectioned: View {
        let store: Store
        var body: some View {
            List {
                Text("intro")
                ForEach(Dictionary(grouping: store.items) { $0.id / 10 }.sorted { $0.key < $1.key }, id: \.key) { group in
                    Section("Section \(group.key)") {
                        ForEach(group.value) { Text($0.name) }
                    }
                }
            }
        }
    }

    @Test func sectionsOutsideTheWindowAreOneGap() {
        let screen = Screen(Sectioned(store: Store(1000)))
        #expect(screen.all { $0 == .collection(.header(isListItem: true)) }.count == 5)
        #expect(screen.gaps == [ListGap(firstRow: 50, rows: 1, headers: 0), ListGap(firstRow: 51, rows: 950, headers: 95)])
        screen.send(VisibleRowsEvent(rows: 500..<510), to: list(screen))
        #expect(screen.texts.contains("Section 49"))
        #expect(!screen.texts.contains("Section 0"))
        #expect(
            screen.all { if case .collection(.section) = $0 { true } else { false } }.map(\.content).first
                == .collection(.section(firstRow: 461)))
    }

    @Test func aRowAndThenItsSectionMayGoBeforeTheHostHearsOfEither() {
        let store = Store(30)
        let screen = Screen(Sectioned(store: store))
        store.items.removeAll { $0.id == 15 }
        screen.graph.update()
        store.items.removeAll { $0.id / 10 == 1 }
        screen.graph.update()
        screen.update()
        #expect(!screen.texts.contains("Section 1"))
        #expect(screen.rows.count == 21)
    }

    @Test func whatIsClosedIsFreed() {
        weak var model: Store?
        do {
            let store = Store(1000)
            model = store
            let screen = Screen(Sectioned(store: store))
            screen.send(VisibleRowsEvent(rows: 500..<520), to: list(screen))
            screen.graph.close()
        }
        #expect(model == nil)
    }

    @Test func repeatedIdentitiesAreAllShown() {
        let store = Store(3)
        store.items.append(Item(id: 1, name: "again"))
        #expect(Screen(Flat(store: store)).texts == ["item 0", "item 1", "item 2", "again"])
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func randomEditsAndScrollsKeepTheHostInStep(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let store = Store(Int.random(in: 0...300, using: &random))
        let screen = seed % 2 == 0 ? Screen(Flat(store: store)) : Screen(Sectioned(store: store))
        var nextID = 1000
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where !store.items.isEmpty: store.items.remove(at: Int.random(in: 0..<store.items.count, using: &random))
            case 1:
                store.items.insert(
                    Item(id: nextID, name: "item \(nextID)"), at: Int.random(in: 0...store.items.count, using: &random))
                nextID += 1
            case 2 where !store.items.isEmpty: store.items[Int.random(in: 0..<store.items.count, using: &random)].name += "!"
            case 3: store.items.shuffle(using: &random)
            case 4: store.items.removeLast(min(store.items.count, Int.random(in: 0...40, using: &random)))
            default:
                let first = Int.random(in: 0...max(store.items.count, 1), using: &random)
                screen.send(VisibleRowsEvent(rows: first..<first + 20), to: list(screen))
            }
            screen.update()
            // What is shown is a stretch of the data, in order.
            if seed % 2 == 0 {
                let names = store.items.map(\.name)
                let start = screen.gaps.first.map { $0.firstRow == 0 ? $0.rows : 0 } ?? 0
                #expect(screen.texts == Array(names.dropFirst(start).prefix(screen.rows.count)), "seed \(seed)")
                #expect(screen.gaps.reduce(0) { $0 + $1.rows } + screen.rows.count == store.items.count, "seed \(seed)")
            }
        }
    }

    private struct Counters: View {
        let store: Store
        var body: some View {
            List { ForEach(store.items) { Counter(name: $0.name) } }
        }
    }

    private struct Counter: View {
        let name: String
        @State private var first: String?
        var body: some View {
            Text("\(name) \(first ?? "")").onAppear { first = name }
        }
    }

    @Test(arguments: [0..<20, 40..<60, 70..<90, 150..<170])
    func `rows with equal IDs do not exchange their state when the list is scrolled`(rows: Range<Int>) {
        let store = Store(0)
        store.items = (0..<200).map { Item(id: $0 < 100 ? 7 : 8, name: "\($0)") }
        let screen = Screen(Counters(store: store))
        for visible in [rows, 20..<40, rows] {
            screen.send(VisibleRowsEvent(rows: visible), to: list(screen))
            let first = max(visible.lowerBound - ListArrangement.margin, 0)
            let last = min(visible.upperBound + ListArrangement.margin, 200)
            #expect(screen.texts == (first..<last).map { "\($0) \($0)" })
        }
        #expect(WarningLog.messages.contains { $0.hasPrefix("The ID 7 occurs several times in a ForEach.") })
    }
}
