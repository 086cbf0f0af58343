import Foundation
import Observation
import OpenCombine
import Testing

@testable import StrataViewGraph

/// Initializers and projected values of state, bindings and observed objects.
@MainActor
struct StateFormTests {
    private struct Counter: View {
        @State private var count: Int
        @State private var name: String?

        init(from count: Int) {
            _count = State(initialValue: count)
            _name = State()
        }

        var body: some View {
            Text("\(name ?? "none") \(count)")
            Button("More") {
                count += 1
                name = "some"
            }
        }
    }

    @Test func `a state begins with its initial value, and an optional one with nil`() {
        let screen = Screen(Counter(from: 5))
        #expect(screen.texts == ["none 5", "More"])
        screen.press("More")
        #expect(screen.texts == ["some 6", "More"])
    }

    private final class Book: ObservableObject {
        @Published var title = "Emma"
    }

    private struct Field: View {
        @Binding var text: String
        var body: some View { Button("Rename") { text = "Persuasion" } }
    }

    private struct Editor: View {
        @ObservedObject private var book: Book

        init(_ book: Book) { _book = ObservedObject(initialValue: book) }

        var body: some View {
            Text(book.title)
            Field(text: $book.title)
        }
    }

    @Test func `the projected value of an observed object has bindings to its properties`() {
        let book = Book()
        let screen = Screen(Editor(book))
        #expect(screen.texts == ["Emma", "Rename"])
        screen.press("Rename")
        #expect(book.title == "Persuasion")
        #expect(screen.texts == ["Persuasion", "Rename"])
        book.title = "Emma"
        screen.update()
        #expect(screen.texts == ["Emma", "Rename"])
    }

    @Observable final class Page: Identifiable {
        let id: Int
        var title = "One"
        init(id: Int) { self.id = id }
    }

    /// Renames the page of a wrapper that it gets as an argument.
    private func rename(@Bindable _ page: Page) {
        let title = $page.title
        title.wrappedValue = "Two"
    }

    @Test func `a wrapper can be passed on, and has the identity of its object`() {
        let page = Page(id: 7)
        let bindable = Bindable(page)
        #expect(bindable.id == 7)
        let copy = Bindable(projectedValue: bindable)
        #expect(copy.wrappedValue === page)
        rename(page)
        #expect(page.title == "Two")
        copy.title.wrappedValue = "Three"
        #expect(page.title == "Three")
    }

    private final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
        var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
    }

    @Test func `a binding whose type is erased writes values of the original type`() {
        let box = Box(1)
        let erased = Binding<AnyHashable>(box.binding)
        #expect(erased.wrappedValue == AnyHashable(1))
        erased.wrappedValue = AnyHashable(3)
        #expect(box.value == 3)
    }

    @Test func `the positions of a binding are those of its collection`() {
        let box = Box(["a", "b", "c"])
        let binding = box.binding
        #expect(binding.indices == 0..<3)
        #expect(binding.index(after: 0) == 1)
        #expect(binding.index(before: 3) == 2)
        var index = binding.endIndex
        binding.formIndex(before: &index)
        #expect(index == 2)
        #expect(binding.reversed().map(\.wrappedValue) == ["c", "b", "a"])
        binding[index].wrappedValue = "z"
        #expect(box.value == ["a", "b", "z"])
    }

    @Test func `the transaction of a binding is empty until it is set`() {
        var animations: [Animation?] = []
        var binding = Binding<Int>(get: { 0 }, set: { _, transaction in animations.append(transaction.animation) })
        #expect(binding.transaction.animation == nil)
        binding.transaction = Transaction(animation: .linear)
        #expect(binding.transaction.animation == .linear)
        binding.wrappedValue = 1
        #expect(animations == [.linear])
    }

    private struct Draggable: View {
        @GestureState private var isDragging: Bool
        @GestureState private var distance: Double?
        let log: (String) -> Void

        init(log: @escaping (String) -> Void) {
            self.log = log
            _isDragging = GestureState(initialValue: false, resetTransaction: Transaction(animation: .linear))
            _distance = GestureState(reset: { value, _ in log("reset \(value ?? 0)") })
        }

        var body: some View {
            Text("drag")
                .gesture(
                    DragGesture()
                        .updating($isDragging) { _, isDragging, _ in isDragging = true }
                        .updating($distance) { value, distance, _ in distance = Double(value.predictedEndLocation.x) })
            Text("\(isDragging ? "yes" : "no") \(Int(distance ?? -1))")
        }
    }

    @Test func `a gesture's state begins with its initial value, to which it is reset`() {
        var log: [String] = []
        let screen = Screen(Draggable { log.append($0) })
        let drag = screen.find { screen.texts(of: $0) == ["drag"] && !$0.traits.interaction.gestures.isEmpty }
        #expect(screen.texts.last == "no -1")
        screen.send(GestureEvent(phase: .began, x: 20, startX: 5, velocityX: 40), to: drag)
        #expect(screen.texts.last == "yes 30")
        #expect(log.isEmpty)
        screen.send(GestureEvent(phase: .ended, x: 20, startX: 5, velocityX: 40), to: drag)
        #expect(screen.texts.last == "no -1")
        #expect(log == ["reset 30.0"])
    }

    @Test func `a long press tells that it is pressed before its action, in the older order of closures`() {
        var log: [String] = []
        let screen = Screen(
            Text("press").onLongPressGesture(minimumDuration: 1, pressing: { log.append($0 ? "down" : "up") }) {
                log.append("done")
            })
        let press = screen.find { !$0.traits.interaction.gestures.isEmpty }
        screen.send(GestureEvent(phase: .began), to: press)
        #expect(log == ["down"])
        screen.send(GestureEvent(phase: .ended), to: press)
        #expect(log.contains("done"))
        #expect(log.contains("up"))
    }

    @Test func `a tap has its location in an older coordinate space`() {
        var locations: [Double] = []
        let space = CoordinateSpace.global
        #expect(space.isGlobal)
        #expect(!space.isLocal)
        let screen = Screen(Text("tap").onTapGesture(coordinateSpace: space) { locations.append(Double($0.x)) })
        screen.send(
            GestureEvent(x: 30, y: 40, originX: 10, originY: 10),
            to: screen.find { !$0.traits.interaction.gestures.isEmpty })
        #expect(locations == [30])
    }
}
