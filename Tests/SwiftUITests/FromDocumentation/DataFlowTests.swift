import Combine
import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `State`, `Binding`, observable objects and `Bindable` by their documentation.
@MainActor
struct DataFlowTests {
    @Observable
    final class Book {
        var title = "A"
        var pages = 1
    }

    final class Library: ObservableObject {
        @Published var count = 0
        var hidden = 0
    }

    // MARK: Bindings

    @Test func `a constant binding ignores new values`() {
        let binding = Binding.constant(1)
        binding.wrappedValue = 2
        #expect(binding.wrappedValue == 1)
    }

    @Test func `a binding of closures calls them`() {
        let value = DocumentedValue(1)
        let binding = Binding(get: { value.value * 10 }, set: { value.value = $0 })
        #expect(binding.wrappedValue == 10)
        binding.wrappedValue = 3
        #expect(value.value == 3)
    }

    @Test func `a member of a binding is a binding to the property`() {
        let fruit = DocumentedValue(DocumentedFruit(id: 1, name: "Apple"))
        let name = Bindable(fruit).value.name
        name.wrappedValue = "Pear"
        #expect(fruit.value == DocumentedFruit(id: 1, name: "Pear"))
    }

    @Test func `unwrapping a binding to nil fails`() {
        let unwrapped: Binding<Int>? = Binding(Binding<Int?>.constant(nil))
        #expect(unwrapped == nil)
    }

    @Test func `unwrapping a binding to an optional value sets it`() throws {
        let value = DocumentedValue<Int?>(1)
        let binding: Binding<Int> = try #require(Binding(Bindable(value).value))
        binding.wrappedValue = 2
        #expect(value.value == 2)
    }

    @Test func `a binding can be projected to an optional value`() {
        let value = DocumentedValue(1)
        let binding = Binding<Int?>(Bindable(value).value)
        binding.wrappedValue = 2
        #expect(value.value == 2)
    }

    @Test func `a binding is a collection of bindings if its value is a collection`() {
        let values = DocumentedValue([1, 2, 3])
        for binding in Bindable(values).value { binding.wrappedValue *= 2 }
        #expect(values.value == [2, 4, 6])
    }

    private struct Player: View {
        @State private var isPlaying = false

        var body: some View {
            Text(isPlaying ? "playing" : "paused").accessibilityIdentifier("state")
            PlayButton(isPlaying: $isPlaying)
        }
    }

    private struct PlayButton: View {
        @Binding var isPlaying: Bool

        var body: some View { Button("Play") { isPlaying.toggle() } }
    }

    @Test func `a view that changes a binding changes the state of the view above`() throws {
        let window = TestWindow(Player())
        try window.find(.button, "Play").tap()
        #expect(try window.find(identifier: "state").text == "playing")
    }

    // MARK: Observation

    private struct BookView: View {
        let book: Book
        let log: DocumentationLog

        var body: some View {
            let _ = log.events.append("body")
            Text(book.title)
        }
    }

    @Test func `a view is updated by changes of the properties that its body reads`() {
        let (book, log) = (Book(), DocumentationLog())
        let window = TestWindow(BookView(book: book, log: log))
        book.title = "B"
        #expect(window.texts == ["B"])
    }

    @Test func `a view is not updated by changes of properties that its body does not read`() {
        let (book, log) = (Book(), DocumentationLog())
        let window = TestWindow(BookView(book: book, log: log))
        let count = log.events.count
        book.pages = 2
        _ = window.texts
        #expect(log.events.count == count)
    }

    private struct Editor: View {
        @Bindable var book: Book

        var body: some View { TextField("Title", text: $book.title) }
    }

    @Test func `a bindable object has bindings to its properties`() throws {
        let book = Book()
        let window = TestWindow(Editor(book: book))
        try window.find(.textField).type("C")
        #expect(book.title == "C")
    }

    private struct BookReader: View {
        @Environment(Book.self) private var book: Book?

        var body: some View { Text(book?.title ?? "none") }
    }

    @Test func `an observable object of the environment is found by its type`() {
        let book = Book()
        let window = TestWindow { BookReader().environment(book) }
        #expect(window.texts == ["A"])
        book.title = "D"
        #expect(window.texts == ["D"])
    }

    @Test func `an optional object of the environment is nil if there is none`() {
        #expect(TestWindow(BookReader()).texts == ["none"])
    }

    @Test func `the closest object of the environment is used`() {
        let (outer, inner) = (Book(), Book())
        inner.title = "inner"
        let window = TestWindow { VStack { BookReader().environment(inner) }.environment(outer) }
        #expect(window.texts == ["inner"])
    }

    // MARK: Observable objects

    private struct LibraryView: View {
        @ObservedObject var library: Library

        var body: some View { Text("\(library.count) \(library.hidden)") }
    }

    @Test func `an observed object updates the view when a published property changes`() {
        let library = Library()
        let window = TestWindow(LibraryView(library: library))
        library.count = 3
        #expect(window.texts == ["3 0"])
    }

    @Test func `sending objectWillChange updates the view`() {
        let library = Library()
        let window = TestWindow(LibraryView(library: library))
        library.objectWillChange.send()
        library.hidden = 4
        #expect(window.texts == ["0 4"])
    }

    private struct Owner: View {
        let title: String
        @StateObject private var library = Library()

        var body: some View {
            Text("\(title) \(library.count)").accessibilityIdentifier("state")
            Button("Add") { library.count += 1 }
        }
    }

    @Test func `a state object is kept while the view's inputs change`() throws {
        let title = DocumentedValue("A")
        let window = TestWindow(ValueHost(title) { Owner(title: $0.wrappedValue) })
        try window.find(.button, "Add").tap()
        title.value = "B"
        #expect(try window.find(identifier: "state").text == "B 1")
    }

    @Test func `another identity of the view makes a new state object`() throws {
        let title = DocumentedValue("A")
        let window = TestWindow(ValueHost(title) { Owner(title: $0.wrappedValue).id($0.wrappedValue) })
        try window.find(.button, "Add").tap()
        title.value = "B"
        #expect(try window.find(identifier: "state").text == "B 0")
    }

    private struct Shared: View {
        @EnvironmentObject private var library: Library

        var body: some View {
            Text("\(library.count)")
            Button("Add") { library.count += 1 }
        }
    }

    @Test func `an environment object is shared by the views below`() throws {
        let library = Library()
        let window = TestWindow { VStack { Shared() }.environmentObject(library) }
        try window.find(.button, "Add").tap()
        #expect(library.count == 1)
        #expect(window.texts.first == "1")
    }

    @Test func `a view receives the values of a publisher`() {
        let log = DocumentationLog()
        let subject = PassthroughSubject<Int, Never>()
        let window = TestWindow { Text("A").onReceive(subject) { log.events.append("\($0)") } }
        subject.send(1)
        subject.send(2)
        _ = window.texts
        #expect(log.events == ["1", "2"])
    }
}
