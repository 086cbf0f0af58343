import Foundation
import Testing

@testable import StrataViewGraph

/// `ScrollViewProxy` and views that are not made yet.
@MainActor
struct ScrollTargetTests {
    /// Returns the texts of the elements to which the host is asked to scroll.
    private func targets<Content: View>(of id: some Hashable, in content: Content) -> [String] {
        let screen = Screen(
            ScrollViewReader { proxy in
                Button("Go") { proxy.scrollTo(id, anchor: .top) }
                content
            })
        screen.press("Go")
        return screen.all { _ in true }.filter { $0.traits.layout.scrollRequest != nil }.map { screen.texts(of: $0)[0] }
    }

    private struct Item: Identifiable {
        let id: Int
        var name: String { "name \(id)" }
    }

    private static let items = (0..<5_000).map(Item.init)

    @Test func `a view of a lazy stack that does not exist yet`() {
        #expect(targets(of: 4_000, in: LazyVStack { ForEach(Self.items) { Text($0.name) } }) == ["name 4000"])
    }

    @Test func `the second element of several views`() {
        let stack = LazyHStack {
            ForEach(Self.items) { item in
                Text(item.name)
                Text("more")
            }
        }
        #expect(targets(of: 4_000, in: stack) == ["name 4000"])
    }

    @Test func `a view of a lazy grid in a section`() {
        let grid = LazyVGrid(columns: [GridItem(), GridItem()]) {
            ForEach(0..<50, id: \.self) { section in
                Section("\(section)") { ForEach(Self.items[section * 100..<section * 100 + 100]) { Text($0.name) } }
            }
        }
        #expect(targets(of: 4_321, in: grid) == ["name 4321"])
    }

    @Test func `a row of a list in a section that does not exist yet`() {
        let list = List {
            ForEach(0..<50, id: \.self) { section in
                Section("\(section)") { ForEach(Self.items[section * 100..<section * 100 + 100]) { Text($0.name) } }
            }
        }
        #expect(targets(of: 4_321, in: list) == ["name 4321"])
    }

    @Test func `the sections that were searched are removed again`() {
        let book = LazySectionsTests.Book(pages: 500, rows: 10)
        let screen = Screen(
            ScrollViewReader { proxy in
                Button("Go") { proxy.scrollTo("nowhere") }
                Button("Edit") { book.pages[0].items[0].name = "edited" }
                LazySectionsTests.Pages(book: book)
            })
        screen.press("Go")
        book.evaluated = []
        screen.press("Edit")
        #expect(Set(book.evaluated) == [0, 1, 2, 3, 4])
    }

    @Test func `a section by the ID of its element`() {
        let list = List {
            ForEach(["a", "b", "c"], id: \.self) { name in Section(name) { ForEach(0..<200, id: \.self) { Text("\($0)") } } }
        }
        #expect(targets(of: "c", in: list) == ["c"])
    }

    @Test func `a section by an identity of its own`() {
        let list = List {
            Section("first") { ForEach(0..<200, id: \.self) { Text("\($0)") } }
            Section("second") { ForEach(0..<200, id: \.self) { Text("\($0)") } }.id("second")
        }
        #expect(targets(of: "second", in: list) == ["second"])
    }

    @Test func `a row that exists outside the range`() {
        let list = List {
            ForEach(Self.items.prefix(500)) { item in
                if item.id != 3 { Text(item.name) }
            }
        }
        #expect(targets(of: 400, in: list) == ["name 400"])
    }

    @Test func `a view inside a row that exists outside the range`() {
        let stack = LazyVStack {
            ForEach(Self.items.prefix(100)) { Text($0.name) }
            HStack {
                Text("one")
                Text("two").id("two")
            }
        }
        #expect(targets(of: "two", in: stack) == ["two"])
    }

    @Test func `a view whose own identity differs from that of its element`() {
        let stack = LazyVStack { ForEach(0..<5_000, id: \.self) { number in Text(verbatim: "n\(number)").id("own \(number)") } }
        #expect(targets(of: "own 3000", in: stack) == ["n3000"])
    }

    @Test func `a row of a table`() {
        let table = Table(Self.items) { TableColumn("Name") { Text($0.name) } }
        #expect(targets(of: 4_000, in: table) == ["name 4000"])
    }

    @Test func `the last of a million`() {
        #expect(targets(of: 999_999, in: List(0..<1_000_000, id: \.self) { Text(verbatim: "\($0)") }) == ["999999"])
    }
}
