import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `NavigationStack`, `NavigationPath` and `NavigationLink` by their documentation.
@MainActor
struct NavigationTests {
    private struct Detail: View {
        let name: String
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            Text("Detail \(name)")
            Button("Back from \(name)") { dismiss() }
        }
    }

    private func stack(_ path: DocumentedValue<[String]>) -> TestWindow {
        TestWindow(
            ValueHost(path) { path in
                NavigationStack(path: path) {
                    NavigationLink("Open A", value: "A").navigationDestination(for: String.self) { Detail(name: $0) }
                }
            })
    }

    @Test func `a link appends its value to the path and shows its destination`() throws {
        let path = DocumentedValue<[String]>([])
        let window = stack(path)
        #expect(!window.texts.contains("Detail A"))
        try window.find(.any, "Open A").tap()
        #expect(path.value == ["A"])
        #expect(window.texts.contains("Detail A"))
    }

    @Test func `a path that the app sets shows the destination of its last value`() {
        let path = DocumentedValue<[String]>([])
        let window = stack(path)
        path.value = ["A", "B"]
        #expect(window.texts.contains("Detail B"))
    }

    @Test func `an initial path is shown`() {
        let window = stack(DocumentedValue(["C"]))
        #expect(window.texts.contains("Detail C"))
    }

    @Test func `removing all values of the path returns to the root`() {
        let path = DocumentedValue(["A", "B"])
        let window = stack(path)
        path.value.removeAll()
        #expect(window.texts.contains("Open A"))
        #expect(!window.texts.contains("Detail A"))
        #expect(!window.texts.contains("Detail B"))
    }

    @Test func `dismissing a destination removes it from the path`() throws {
        let path = DocumentedValue(["A", "B"])
        let window = stack(path)
        try window.find(.button, "Back from B").tap()
        #expect(path.value == ["A"])
        #expect(window.texts.contains("Detail A"))
    }

    @Test func `a link whose value is nil is disabled`() throws {
        let window = TestWindow {
            NavigationStack { NavigationLink("Open", value: nil as String?).accessibilityIdentifier("link") }
        }
        #expect(try !window.find(identifier: "link").isEnabled)
    }

    @Test func `a link with a destination view shows it`() throws {
        let window = TestWindow { NavigationStack { NavigationLink("Open") { Text("Destination") } } }
        try window.find(.any, "Open").tap()
        #expect(window.texts.contains("Destination"))
    }

    @Test func `a destination with a Boolean is shown while it is true`() throws {
        let isPresented = DocumentedValue(false)
        let window = TestWindow(
            ValueHost(isPresented) { value in
                NavigationStack { Text("Root").navigationDestination(isPresented: value) { Detail(name: "D") } }
            })
        #expect(!window.texts.contains("Detail D"))
        isPresented.value = true
        #expect(window.texts.contains("Detail D"))
        try window.find(.button, "Back from D").tap()
        #expect(!isPresented.value)
    }

    @Test func `a destination with an item is shown while there is one`() throws {
        let item = DocumentedValue<String?>(nil)
        let window = TestWindow(
            ValueHost(item) { value in
                NavigationStack { Text("Root").navigationDestination(item: value) { Detail(name: $0) } }
            })
        item.value = "X"
        #expect(window.texts.contains("Detail X"))
        try window.find(.button, "Back from X").tap()
        #expect(item.value == nil)
    }

    @Test func `a stack with a type-erased path shows destinations of several types`() {
        let path = DocumentedValue(NavigationPath())
        let window = TestWindow(
            ValueHost(path) { path in
                NavigationStack(path: path) {
                    Text("Root")
                        .navigationDestination(for: String.self) { Text("String \($0)") }
                        .navigationDestination(for: Int.self) { Text("Number \($0)") }
                }
            })
        path.value.append("A")
        #expect(window.texts.contains("String A"))
        path.value.append(7)
        #expect(window.texts.contains("Number 7"))
        path.value.removeLast()
        #expect(window.texts.contains("String A"))
    }

    // MARK: Paths

    @Test func `a path counts its elements`() {
        var path = NavigationPath()
        #expect(path.isEmpty)
        path.append("A")
        path.append(2)
        #expect(path.count == 2)
        #expect(!path.isEmpty)
        path.removeLast()
        #expect(path.count == 1)
    }

    @Test func `a path removes as many of its last elements as it is told`() {
        var path = NavigationPath(["A", "B", "C"])
        path.removeLast(2)
        #expect(path == NavigationPath(["A"]))
    }

    @Test func `paths with equal elements are equal`() {
        #expect(NavigationPath([1, 2]) == NavigationPath([1, 2]))
        #expect(NavigationPath([1, 2]) != NavigationPath([2, 1]))
    }

    private struct Uncodable: Hashable {}

    @Test func `a path is codable if all of its elements are`() {
        var path = NavigationPath(["A"])
        #expect(path.codable != nil)
        path.append(Uncodable())
        #expect(path.codable == nil)
    }

    @Test func `a path that is encoded and decoded has the same elements`() throws {
        var path = NavigationPath(["A"])
        path.append(DocumentedFruit(id: 1, name: "Apple"))
        let data = try JSONEncoder().encode(#require(path.codable))
        let decoded = try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data)
        #expect(NavigationPath(decoded) == path)
    }

    // MARK: Split views

    private struct Split: View {
        @State private var selection: Int?

        var body: some View {
            NavigationSplitView {
                List(DocumentedFruit.three, selection: $selection) { Text($0.name) }
            } detail: {
                Text(selection.map { "Number \($0)" } ?? "Nothing")
            }
        }
    }

    @Test func `a selection in the sidebar updates the detail`() throws {
        let window = TestWindow(Split())
        #expect(window.texts.contains("Nothing"))
        try window.find(.row, "Banana").select()
        #expect(window.texts.contains("Number 2"))
    }

    private struct LinkedSplit: View {
        @State private var selection: String?

        var body: some View {
            NavigationSplitView {
                List(selection: $selection) {
                    NavigationLink("Inbox", value: "in")
                    NavigationLink("Outbox", value: "out")
                }
            } detail: {
                Text(selection ?? "Nothing")
            }
        }
    }

    @Test func `a link with a value in a sidebar's list sets the selection of the list`() throws {
        let window = TestWindow(LinkedSplit())
        try window.find(.any, "Outbox").tap()
        #expect(window.texts.contains("out"))
    }

    // MARK: Tabs

    private func tabs(_ selection: DocumentedValue<String>) -> TestWindow {
        TestWindow(
            ValueHost(selection) { value in
                TabView(selection: value) {
                    Tab("Inbox", systemImage: "tray", value: "in") { Text("First page") }
                    Tab("Outbox", systemImage: "tray.fill", value: "out") { Text("Second page") }
                }
            })
    }

    @Test func `choosing a tab sets the selection to its value`() throws {
        let selection = DocumentedValue("in")
        let window = tabs(selection)
        #expect(try window.find(.tab, "Inbox").isSelected == true)
        try window.find(.tab, "Outbox").tap()
        #expect(selection.value == "out")
        #expect(window.texts.contains("Second page"))
    }

    @Test func `a selection that the app sets shows the tab with the value`() throws {
        let selection = DocumentedValue("in")
        let window = tabs(selection)
        selection.value = "out"
        #expect(try window.find(.tab, "Outbox").isSelected == true)
        #expect(window.texts.contains("Second page"))
    }

    @Test func `a tab item with a tag is selected by the tag`() throws {
        let selection = DocumentedValue(1)
        let window = TestWindow(
            ValueHost(selection) { value in
                TabView(selection: value) {
                    Text("First page").tabItem { Text("One") }.tag(1)
                    Text("Second page").tabItem { Text("Two") }.tag(2)
                }
            })
        try window.find(.tab, "Two").tap()
        #expect(selection.value == 2)
    }
}
