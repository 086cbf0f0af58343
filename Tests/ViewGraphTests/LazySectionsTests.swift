import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

@MainActor
struct LazySectionsTests {
    typealias Item = ListTests.Item

    /// A section of items that is a collection itself, as those of a fetch request are.
    struct Page: RandomAccessCollection, Identifiable {
        let id: Int
        var items: [Item]
        var startIndex: Int { 0 }
        var endIndex: Int { items.count }
        subscript(position: Int) -> Item { items[position] }
    }

    @Observable final class Book {
        var pages: [Page]
        @ObservationIgnored var evaluated: [Int] = []

        init(pages: Int, rows: Int) {
            self.pages = (0..<pages).map { page in
                Page(id: page, items: (0..<rows).map { Item(id: page * rows + $0, name: "item \(page * rows + $0)") })
            }
        }

        var names: [String] { pages.flatMap(\.items).map(\.name) }
    }

    struct Pages: View {
        let book: Book
        var isFiltered = false
        var body: some View {
            List {
                ForEach(book.pages) { page in
                    let _ = book.evaluated.append(page.id)
                    Section("Page \(page.id)") {
                        ForEach(isFiltered ? page.items.filter { !$0.id.isMultiple(of: 3) } : page.items) { Text($0.name) }
                    }
                }
            }
        }
    }

    private func list(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .collection(.list) = $0.content { true } else { false } }
    }

    private func rowTexts(_ screen: Screen) -> [String] { screen.rows.flatMap { screen.texts(of: $0) } }

    @Test func `only the sections around the visible rows are evaluated`() {
        let book = Book(pages: 10_000, rows: 10)
        let screen = Screen(Pages(book: book))
        #expect(book.evaluated == [0, 1, 2, 3, 4])
        #expect(rowTexts(screen) == Array(book.names.prefix(50)))
        #expect(screen.gaps == [ListGap(firstRow: 50, rows: 99_950, headers: 9_995)])
    }

    @Test func `an edit evaluates the sections around the visible rows again, and no others`() {
        let book = Book(pages: 10_000, rows: 10)
        let screen = Screen(Pages(book: book))
        book.evaluated = []
        book.pages[2].items[3].name = "changed"
        screen.update()
        #expect(Set(book.evaluated) == [0, 1, 2, 3, 4])
        #expect(rowTexts(screen)[23] == "changed")
    }

    @Test func `scrolling makes the sections there and drops the others`() {
        let book = Book(pages: 1000, rows: 10)
        let screen = Screen(Pages(book: book))
        screen.send(VisibleRowsEvent(rows: 5000..<5010), to: list(screen))
        #expect(rowTexts(screen) == Array(book.names[4970..<5040]))
        #expect(screen.texts.contains("Page 500"))
        #expect(!screen.texts.contains("Page 0"))
        #expect(
            screen.gaps == [
                ListGap(firstRow: 0, rows: 4970, headers: 497), ListGap(firstRow: 5040, rows: 4960, headers: 496),
            ])
    }

    @Test func `sections with other rows than their data are counted one by one`() {
        let book = Book(pages: 100, rows: 10)
        let screen = Screen(Pages(book: book, isFiltered: true))
        let shown = book.pages.flatMap(\.items).filter { !$0.id.isMultiple(of: 3) }.map(\.name)
        #expect(rowTexts(screen) == Array(shown.prefix(50)))
        #expect(screen.gaps.reduce(0) { $0 + $1.rows } + screen.rows.count == shown.count)
        screen.send(VisibleRowsEvent(rows: 300..<310), to: list(screen))
        #expect(rowTexts(screen) == Array(shown[270..<340]))
    }

    @Test func `empty sections show beside the visible rows`() {
        let book = Book(pages: 6, rows: 2)
        for page in [0, 3, 5] { book.pages[page].items = [] }
        #expect(
            Screen(Pages(book: book)).texts == [
                "Page 0", "Page 1", "item 2", "item 3", "Page 2", "item 4", "item 5", "Page 3", "Page 4", "item 8", "item 9",
                "Page 5",
            ])
        for page in 0..<6 { book.pages[page].items = [] }
        #expect(Screen(Pages(book: book)).texts == (0..<6).map { "Page \($0)" })
    }

    @Test func `rows added to sections above leave the visible ones where they are`() {
        let book = Book(pages: 100, rows: 10)
        let screen = Screen(Pages(book: book))
        screen.send(VisibleRowsEvent(rows: 500..<520), to: list(screen))
        let before = rowTexts(screen)
        book.pages[3].items.insert(contentsOf: (0..<7).map { Item(id: -1 - $0, name: "new \($0)") }, at: 0)
        screen.update()
        #expect(rowTexts(screen) == before)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `random edits and scrolls keep the host in step`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let book = Book(pages: Int.random(in: 0...60, using: &random), rows: 5)
        let isFiltered = seed.isMultiple(of: 4)
        let screen = Screen(Pages(book: book, isFiltered: isFiltered))
        var nextID = 1000
        func page() -> Int { Int.random(in: 0..<book.pages.count, using: &random) }
        for _ in 0..<100 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where !book.pages.isEmpty: book.pages.remove(at: page())
            case 1:
                nextID += 20
                let items = (0..<Int.random(in: 0...12, using: &random)).map {
                    Item(id: nextID + $0, name: "item \(nextID + $0)")
                }
                book.pages.insert(Page(id: nextID, items: items), at: Int.random(in: 0...book.pages.count, using: &random))
            case 2 where !book.pages.isEmpty:
                let page = page()
                if !book.pages[page].items.isEmpty { book.pages[page].items.removeLast() }
            case 3 where !book.pages.isEmpty:
                nextID += 20
                book.pages[page()].items.insert(Item(id: nextID, name: "item \(nextID)"), at: 0)
            case 4: book.pages.shuffle(using: &random)
            default:
                let first = Int.random(in: 0...max(book.names.count, 1), using: &random)
                screen.send(VisibleRowsEvent(rows: first..<first + 20), to: list(screen))
            }
            screen.update()
            let names = book.pages.flatMap(\.items).filter { !isFiltered || !$0.id.isMultiple(of: 3) }.map(\.name)
            // The rows of the gaps before the first row.
            let first = screen.gaps.reduce(0) { $1.firstRow == $0 ? $0 + $1.rows : $0 }
            #expect(rowTexts(screen) == Array(names.dropFirst(first).prefix(screen.rows.count)), "seed \(seed)")
            #expect(screen.gaps.reduce(0) { $0 + $1.rows } + screen.rows.count == names.count, "seed \(seed)")
        }
    }
}
