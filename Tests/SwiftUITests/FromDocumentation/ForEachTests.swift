import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `ForEach` and outlines by their documentation.
@MainActor
struct ForEachTests {
    @Test func `a ForEach of a range has a view for each number`() {
        #expect(TestWindow { ForEach(2..<5) { Text("\($0)") } }.texts == ["2", "3", "4"])
    }

    @Test func `a ForEach of identifiable elements follows the order of the collection`() {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(ValueHost(fruits) { items in ForEach(items.wrappedValue) { Text($0.name) } })
        #expect(window.texts == ["Apple", "Banana", "Cherry"])
        fruits.value.reverse()
        #expect(window.texts == ["Cherry", "Banana", "Apple"])
    }

    @Test func `a ForEach with a key path identifies elements by it`() {
        #expect(TestWindow { ForEach(["A", "B"], id: \.self) { Text($0) } }.texts == ["A", "B"])
    }

    @Test func `a ForEach of a binding passes bindings to its elements`() throws {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(
            ValueHost(fruits) { items in ForEach(items) { $fruit in TextField("Name", text: $fruit.name) } })
        try window.all(.textField)[1].type("Blueberry")
        #expect(fruits.value.map(\.name) == ["Apple", "Blueberry", "Cherry"])
    }

    private struct Counter: View {
        let name: String
        @State private var count = 0

        var body: some View {
            Text("\(name) \(count)")
            Button("Add to \(name)") { count += 1 }
        }
    }

    @Test func `the state of an element's view follows its identity`() throws {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(ValueHost(fruits) { items in ForEach(items.wrappedValue) { Counter(name: $0.name) } })
        try window.find(.button, "Add to Banana").tap()
        fruits.value.reverse()
        fruits.value.removeFirst()
        #expect(window.texts.contains("Banana 1"))
        #expect(window.texts.contains("Apple 0"))
    }

    @Test func `a new identity of an element resets the state of its view`() throws {
        let fruits = DocumentedValue(DocumentedFruit.three)
        let window = TestWindow(ValueHost(fruits) { items in ForEach(items.wrappedValue) { Counter(name: $0.name) } })
        try window.find(.button, "Add to Banana").tap()
        fruits.value[1].id = 20
        #expect(window.texts.contains("Banana 0"))
    }

    // MARK: Outlines

    private struct File: Identifiable, Hashable {
        var id: String { name }
        let name: String
        var children: [File]?
    }

    private let files = [
        File(name: "Users", children: [File(name: "Ann", children: [File(name: "Photo")]), File(name: "Empty", children: [])]),
        File(name: "Readme"),
    ]

    @Test func `an outline group shows children of an element when it is expanded`() throws {
        let window = TestWindow { List { OutlineGroup(files, children: \.children) { Text($0.name) } } }
        #expect(window.texts.contains("Readme"))
        #expect(!window.texts.contains("Ann"))
        try window.find(.disclosure, "Users").expand()
        #expect(window.texts.contains("Ann"))
        #expect(!window.texts.contains("Photo"))
    }

    @Test func `an element whose children are nil is a leaf`() {
        let window = TestWindow { List { OutlineGroup(files, children: \.children) { Text($0.name) } } }
        #expect(window.all(.disclosure).map(\.label) == ["Users"])
    }

    @Test func `an empty array of children is a branch`() throws {
        let window = TestWindow { List { OutlineGroup(files, children: \.children) { Text($0.name) } } }
        try window.find(.disclosure, "Users").expand()
        #expect(window.all(.disclosure, "Empty").count == 1)
    }

    @Test func `a list with children is an outline`() throws {
        let window = TestWindow { List(files, children: \.children) { Text($0.name) } }
        try window.find(.disclosure, "Users").expand()
        try window.find(.disclosure, "Ann").expand()
        #expect(window.texts.contains("Photo"))
    }
}
