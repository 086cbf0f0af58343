import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Lazy stacks and grids, which make the views near the visible ones.
@MainActor
struct LazyStackTests {
    typealias Item = ListTests.Item
    typealias Store = ListTests.Store

    struct Column: View {
        let store: Store
        var body: some View {
            ScrollView {
                Text("above")
                LazyVStack {
                    ForEach(store.items) { item in
                        store.reads += 1
                        return Text(item.name)
                    }
                }
            }
        }
    }

    struct Tiles: View {
        let store: Store
        var body: some View {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 40))]) { ForEach(store.items) { Text($0.name) } }
        }
    }

    /// The element of a lazy stack or grid.
    private func lazy(_ screen: Screen) -> Screen.Item? {
        screen.find {
            switch $0.content {
            case .layout(.stack(let stack)): stack.fillsCross
            case .layout(.lazyGrid): true
            default: false
            }
        }
    }

    private func isSection(_ content: ElementContent) -> Bool {
        if case .collection(.section) = content { true } else { false }
    }

    @Test(arguments: [100, 100_000])
    func `a lazy stack makes its first views, of few and of many`(count: Int) {
        let store = Store(count)
        let screen = Screen(Column(store: store))
        #expect(store.reads == ListArrangement.initialRows)
        #expect(screen.texts == ["above"] + (0..<50).map { "item \($0)" })
        #expect(screen.gaps == [ListGap(firstRow: 50, rows: count - 50, headers: 0)])
        #expect(screen.rows.isEmpty)
    }

    @Test func `the views of a lazy stack are its own children`() {
        let screen = Screen(Column(store: Store(3)))
        #expect(lazy(screen)?.children.map(screen.texts) == [["item 0"], ["item 1"], ["item 2"]])
    }

    @Test func `scrolling makes the views there and removes the others`() {
        let store = Store(10_000)
        let screen = Screen(Column(store: store))
        screen.send(VisibleRowsEvent(rows: 5000..<5020), to: lazy(screen))
        #expect(screen.texts == ["above"] + (4970..<5050).map { "item \($0)" })
        #expect(screen.gaps.map(\.rows) == [4970, 4950])
        #expect(store.reads == 50 + 80)
    }

    @Test func `a grid makes as many views beyond each end as are visible`() {
        let screen = Screen(Tiles(store: Store(10_000)))
        screen.send(VisibleRowsEvent(rows: 5000..<5100), to: lazy(screen))
        #expect(screen.texts == (4900..<5200).map { "item \($0)" })
    }

    @Test func `views inserted above the visible ones leave these where they are`() {
        let store = Store(1000)
        let screen = Screen(Column(store: store))
        screen.send(VisibleRowsEvent(rows: 500..<520), to: lazy(screen))
        let before = screen.texts
        store.items.insert(contentsOf: (2000..<2025).map { Item(id: $0, name: "new \($0)") }, at: 0)
        screen.update()
        #expect(screen.texts == before)
        #expect(screen.gaps.first?.rows == 495)
    }

    private struct Pairs: View {
        let count: Int
        var body: some View {
            LazyVStack {
                ForEach(0..<count, id: \.self) { number in
                    Text("\(number)")
                    Divider()
                }
            }
        }
    }

    @Test func `several views of each element are counted without making them`() {
        let screen = Screen(Pairs(count: 1000))
        #expect(screen.texts == (0..<25).map { "\($0)" })
        #expect(screen.all { $0 == .layout(.divider) }.count == 25)
        #expect(screen.gaps == [ListGap(firstRow: 50, rows: 1950, headers: 0)])
        // The range begins with the divider of an element.
        screen.send(VisibleRowsEvent(rows: 1031..<1040), to: lazy(screen))
        #expect(lazy(screen)?.children.dropFirst().first?.content == .layout(.divider))
        #expect(screen.texts == (501..<535).map { "\($0)" })
    }

    private struct Conditional: View {
        let count: Int
        var body: some View {
            LazyVStack {
                ForEach(0..<count, id: \.self) { number in
                    if number.isMultiple(of: 2) { Text(verbatim: "\(number)") }
                }
            }
        }
    }

    @Test func `views of an unknown number are evaluated, and shown near the visible ones`() {
        let screen = Screen(Conditional(count: 400))
        #expect(screen.texts == (0..<50).map { "\($0 * 2)" })
        screen.send(VisibleRowsEvent(rows: 190..<200), to: lazy(screen))
        #expect(screen.texts == (130..<200).map { "\($0 * 2)" })
        #expect(screen.gaps.reduce(0) { $0 + $1.rows } + screen.texts.count == 200)
    }

    struct Sectioned: View {
        let store: Store
        var pins = PinnedScrollableViews.sectionHeaders
        var body: some View {
            LazyVStack(pinnedViews: pins) {
                Text("intro")
                ForEach(Dictionary(grouping: store.items) { $0.id / 10 }.sorted { $0.key < $1.key }, id: \.key) { group in
                    Section {
                        ForEach(group.value) { Text($0.name) }
                    } header: {
                        Text("Header \(group.key)")
                    } footer: {
                        Text("Footer \(group.key)")
                    }
                }
            }
        }
    }

    @Test func `a section contains its header, views and footer, and gaps stand for the others`() {
        let screen = Screen(Sectioned(store: Store(1000)))
        let sections = screen.all(isSection)
        #expect(sections.count == 5)
        #expect(screen.texts(of: sections[0]) == ["Header 0"] + (0..<10).map { "item \($0)" } + ["Footer 0"])
        #expect(sections[0].children.first?.content == .layout(.sectionEdge(.top, isPinned: true)))
        #expect(sections[0].children.last?.content == .layout(.sectionEdge(.bottom, isPinned: false)))
        screen.send(VisibleRowsEvent(rows: 500..<510), to: lazy(screen))
        #expect(screen.texts.contains("Header 49"))
        #expect(!screen.texts.contains("Header 0"))
    }

    @Test func `the gaps of a grid stand for either sections or cells outside them`() {
        let screen = Screen(
            LazyVGrid(columns: [GridItem()]) {
                ForEach(0..<20, id: \.self) { section in Section { ForEach(0..<10, id: \.self) { Text("\(section) \($0)") } } }
                ForEach(0..<500, id: \.self) { Text(verbatim: "cell \($0)") }
            })
        screen.send(VisibleRowsEvent(rows: 600..<610), to: lazy(screen))
        #expect(
            screen.gaps.prefix(2) == [
                ListGap(firstRow: 0, rows: 200, headers: 20), ListGap(firstRow: 200, rows: 370, headers: 0),
            ])
        #expect(screen.texts.first == "cell 370")
    }

    @Test func `a section in a section shows its header among the views`() {
        let screen = Screen(
            LazyVStack {
                Section {
                    Text("a")
                    Section {
                        Text("b")
                    } header: {
                        Text("inner")
                    }
                    ForEach(0..<2, id: \.self) { number in Section("section \(number)") { Text("row \(number)") } }
                } header: {
                    Text("outer")
                }
            })
        #expect(screen.texts == ["outer", "a", "inner", "b", "section 0", "row 0", "section 1", "row 1"])
    }

    @Observable fileprivate final class Groups {
        var names = [["a", "b"], ["c"]]
        /// The positions of removed names that rows have asked for.
        @ObservationIgnored var missing: [Int] = []

        func name(_ item: Int, of group: Int) -> String {
            if names[group].indices.contains(item) { return names[group][item] }
            missing.append(item)
            return "missing"
        }
    }

    private struct Grouped: View {
        let groups: Groups
        let isList: Bool

        var body: some View {
            if isList {
                List { rows }
            } else {
                LazyVStack { rows }
            }
        }

        private var rows: some View {
            ForEach(groups.names.indices, id: \.self) { group in
                LazyHStack {
                    ForEach(groups.names[group].indices, id: \.self) { Text(verbatim: groups.name($0, of: group)) }
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `rows of a lazy stack in a lazy row are evaluated with the present data only`(isList: Bool) {
        let groups = Groups()
        let screen = Screen(Grouped(groups: groups, isList: isList))
        #expect(screen.texts == ["a", "b", "c"])
        groups.names[0].removeLast()
        screen.update()
        #expect(screen.texts == ["a", "c"])
        #expect(groups.missing == [])
        groups.names = [[], ["d", "e"], ["f"]]
        screen.update()
        #expect(screen.texts == ["d", "e", "f"])
        #expect(groups.missing == [])
    }

    private struct Counters: View {
        var body: some View {
            LazyVStack { ForEach(0..<200, id: \.self) { Counter(number: $0) } }
        }
    }

    private struct Counter: View {
        let number: Int
        @State private var count = 0
        var body: some View { Button("\(number): \(count)") { count += 1 } }
    }

    @Test func `a view keeps its state while it exists, and loses it with its element`() {
        let screen = Screen(Counters())
        screen.press("20: 0")
        screen.send(VisibleRowsEvent(rows: 40..<50), to: lazy(screen))
        #expect(screen.texts.contains("20: 1"))
        screen.send(VisibleRowsEvent(rows: 100..<110), to: lazy(screen))
        screen.send(VisibleRowsEvent(rows: 0..<10), to: lazy(screen))
        #expect(screen.texts.contains("20: 0"))
    }

    private struct Lifecycle: View {
        let log: Log
        var body: some View {
            LazyVStack {
                ForEach(0..<200, id: \.self) { number in
                    Text("\(number)").onAppear { log.shown.insert(number) }.onDisappear { log.shown.remove(number) }
                }
            }
        }
    }

    private final class Log { var shown: Set<Int> = [] }

    @Test func `views appear and disappear as they are made and removed`() {
        let log = Log()
        let screen = Screen(Lifecycle(log: log))
        #expect(log.shown == Set(0..<50))
        screen.send(VisibleRowsEvent(rows: 100..<110), to: lazy(screen))
        #expect(log.shown == Set(70..<140))
    }

    @Test func `a stack does not change its growth with the views that it has`() {
        let screen = Screen(LazyVStack { ForEach(0..<100, id: \.self) { _ in Color.red } })
        #expect(lazy(screen)?.growth == .horizontal)
    }

    @Test func `what is closed is freed`() {
        weak var model: Store?
        do {
            let store = Store(1000)
            model = store
            let screen = Screen(Sectioned(store: store))
            screen.send(VisibleRowsEvent(rows: 500..<520), to: lazy(screen))
            screen.graph.close()
        }
        #expect(model == nil)
    }

    @Test(arguments: 1...9 as ClosedRange<UInt64>)
    func `random edits and scrolls show what a full rendering shows`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let store = Store(Int.random(in: 0...300, using: &random))
        func screen() -> Screen {
            switch seed % 3 {
            case 0: Screen(Column(store: store))
            case 1: Screen(Tiles(store: store))
            default: Screen(Sectioned(store: store))
            }
        }
        let edited = screen()
        var nextID = 1000
        for _ in 0..<200 {
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
                edited.send(VisibleRowsEvent(rows: first..<first + 20), to: lazy(edited))
            }
            edited.update()
            let inGaps = edited.gaps.reduce(0) { $0 + $1.rows }
            let made = edited.texts.filter { $0.hasPrefix("item") || $0 == "intro" }
            #expect(inGaps + made.count == store.items.count + (seed % 3 == 2 ? 1 : 0), "seed \(seed)")
        }
        // A window that is opened now has the same views in the same range.
        edited.send(VisibleRowsEvent(rows: 40..<60), to: lazy(edited))
        let opened = screen()
        opened.send(VisibleRowsEvent(rows: 40..<60), to: lazy(opened))
        #expect(edited.texts == opened.texts, "seed \(seed)")
        #expect(edited.gaps == opened.gaps, "seed \(seed)")
    }
}
