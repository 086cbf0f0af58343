import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `ForEach` that Apple's reference shows, in views that change their data themselves.
@MainActor
struct FromReferenceForEach {
    struct Fruit: Identifiable, Hashable {
        var id: String { name }
        var name: String
        var isRipe = false
    }

    private struct NamedFont: Identifiable {
        let name: String
        let font: Font
        var id: String { name }
    }

    private struct Fonts: View {
        private let namedFonts = [NamedFont(name: "Large Title", font: .largeTitle), NamedFont(name: "Title", font: .title)]

        var body: some View { ForEach(namedFonts) { namedFont in Text(namedFont.name).font(namedFont.font) } }
    }

    @Test func `a constant collection`() { #expect(TestWindow(Fonts()).texts == ["Large Title", "Title"]) }

    private struct Ranges: View {
        @State private var count = 3

        var body: some View {
            Button("More") { count += 1 }
            ForEach(0..<count, id: \.self) { Text("Row \($0)") }
            ForEach(1...count, id: \.self) { number in Text(verbatim: "\(number)") }
            ForEach(0..<2) { Text("Fixed \($0)") }
            ForEach(Array(stride(from: 0, to: 4, by: 2)), id: \.self) { Text("Even \($0)") }
        }
    }

    @Test func `ranges`() throws {
        let window = TestWindow(Ranges())
        #expect(
            window.texts == ["More", "Row 0", "Row 1", "Row 2", "1", "2", "3", "Fixed 0", "Fixed 1", "Even 0", "Even 2"])
        try window.find(.button, "More").tap()
        #expect(
            window.texts == [
                "More", "Row 0", "Row 1", "Row 2", "Row 3", "1", "2", "3", "4", "Fixed 0", "Fixed 1", "Even 0", "Even 2",
            ])
    }

    private struct Fruits: View {
        @State private var fruits = [Fruit(name: "Apple"), Fruit(name: "Banana"), Fruit(name: "Cherry")]
        @State private var prices = ["Apple": 1, "Banana": 2]
        @State private var names = ["a", "b"]

        var body: some View {
            Button("Insert") { fruits.insert(Fruit(name: "New"), at: 0) }
            Button("Remove") { fruits.removeFirst() }
            Button("Reverse") { fruits.reverse() }
            Button("Change") {
                prices["Apple"] = 3
                names[0] = "c"
            }
            VStack {
                ForEach($fruits) { $fruit in
                    Toggle(fruit.name, isOn: $fruit.isRipe)
                }
            }
            HStack { ForEach(fruits) { fruit in Text("1 \(fruit.name)") } }
            HStack { ForEach(fruits, id: \.name) { Text("2 \($0.name)") } }
            HStack { ForEach(fruits.indices, id: \.self) { Text("3 \(fruits[$0].name)") } }
            HStack { ForEach(Array(fruits.enumerated()), id: \.offset) { index, fruit in Text("4 \(index) \(fruit.name)") } }
            HStack { ForEach(Array(zip(fruits.indices, fruits)), id: \.0) { index, fruit in Text("5 \(index) \(fruit.name)") } }
            HStack { ForEach(fruits.filter { $0.name.contains("a") }) { Text("6 \($0.name)") } }
            HStack { ForEach(fruits.reversed()) { Text("7 \($0.name)") } }
            HStack { ForEach(fruits.prefix(1)) { Text("8 \($0.name)") } }
            HStack { ForEach(prices.sorted(by: <), id: \.key) { key, value in Text("9 \(key) \(value)") } }
            HStack { ForEach(prices.keys.sorted(), id: \.self) { Text("10 \($0) \(prices[$0] ?? 0)") } }
            HStack { ForEach(names, id: \.self) { Text("11 \($0)") } }
            HStack { ForEach($names, id: \.self) { $name in Text("12 \(name)") } }
        }
    }

    private func rows(_ names: [String], _ prices: [String: Int], _ letters: [String]) -> [String] {
        var texts: [String] = ["Insert", "Remove", "Reverse", "Change"]
        texts += names
        texts += names.map { "1 \($0)" } + names.map { "2 \($0)" } + names.map { "3 \($0)" }
        texts += names.enumerated().map { "4 \($0) \($1)" } + names.enumerated().map { "5 \($0) \($1)" }
        texts += names.filter { $0.contains("a") }.map { "6 \($0)" } + names.reversed().map { "7 \($0)" }
        texts += names.prefix(1).map { "8 \($0)" }
        texts +=
            prices.keys.sorted().map { "9 \($0) \(prices[$0] ?? 0)" } + prices.keys.sorted().map { "10 \($0) \(prices[$0] ?? 0)" }
        texts += letters.map { "11 \($0)" } + letters.map { "12 \($0)" }
        return texts
    }

    @Test func `collections that change`() throws {
        let window = TestWindow(Fruits())
        let prices = ["Apple": 1, "Banana": 2]
        #expect(window.texts == rows(["Apple", "Banana", "Cherry"], prices, ["a", "b"]))
        try window.find(.button, "Insert").tap()
        #expect(window.texts == rows(["New", "Apple", "Banana", "Cherry"], prices, ["a", "b"]))
        try window.find(.toggle, "Banana").tap()
        try window.find(.button, "Remove").tap()
        try window.find(.button, "Reverse").tap()
        #expect(window.texts == rows(["Cherry", "Banana", "Apple"], prices, ["a", "b"]))
        #expect(window.all(.toggle).map(\.isOn) == [false, true, false])
        try window.find(.button, "Change").tap()
        #expect(window.texts == rows(["Cherry", "Banana", "Apple"], ["Apple": 3, "Banana": 2], ["c", "b"]))
        for _ in 0..<3 { try window.find(.button, "Remove").tap() }
        #expect(window.texts == rows([], ["Apple": 3, "Banana": 2], ["c", "b"]))
    }
}
