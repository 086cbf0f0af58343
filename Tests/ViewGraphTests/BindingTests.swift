import Observation
import Testing

@testable import StrataViewGraph

@MainActor
struct BindingTests {
    private final class Box<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
        var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
    }

    private struct SelectionKey: EnvironmentKey {
        static let defaultValue: Binding<Bool> = .constant(false)
    }

    @Test func `a binding to a sendable value is sendable`() {
        let binding: any Sendable = SelectionKey.defaultValue
        #expect(binding is Binding<Bool>)
    }

    @Test func `a binding to an optional unwraps, and keeps the last value`() throws {
        let box = Box<Int?>(1)
        let binding = try #require(Binding<Int>(box.binding))
        binding.wrappedValue = 2
        #expect(box.value == 2)
        box.value = nil
        #expect(binding.wrappedValue == 2)
        #expect(Binding<Int>(box.binding) == nil)
    }

    @Test func `a binding to a value is one to an optional, which ignores nil`() {
        let box = Box(1)
        let binding = Binding<Int?>(box.binding)
        binding.wrappedValue = 3
        #expect(box.value == 3)
        binding.wrappedValue = nil
        #expect(box.value == 3)
    }

    @Test func `a binding to an array is a collection of bindings`() {
        let box = Box([1, 2, 3])
        for element in box.binding { element.wrappedValue *= 2 }
        #expect(box.value == [2, 4, 6])
        #expect(box.binding.count == 3)
    }

    @Test func `a binding to a removed element keeps its value and ignores writes`() {
        let box = Box([1, 2])
        let last = box.binding[1]
        box.value.removeLast()
        #expect(last.wrappedValue == 2)
        last.wrappedValue = 5
        #expect(box.value == [1])
    }

    struct Drawer { var letters: [Letter] = [] }
    struct Letter { var text: String }

    @Observable final class Desk {
        var letters = [Letter(text: "a"), Letter(text: "b")]
        var more: [Letter]? = [Letter(text: "a"), Letter(text: "b")]
        var drawers = [Drawer(letters: [Letter(text: "c"), Letter(text: "d")])]
        var path = [1]
    }

    @Test func `an index that has gone can be bound again while an earlier binding is in use`() {
        let desk = Desk()
        let former = Bindable(desk).letters[1].text
        desk.letters.removeLast()
        let again = Bindable(desk).letters[1].text
        #expect(again.wrappedValue == "b")
        again.wrappedValue = "B"
        #expect(desk.letters.map(\.text) == ["a"])
        desk.letters.append(Letter(text: "e"))
        #expect(again.wrappedValue == "e")
        #expect(former.wrappedValue == "e")
        #expect(
            WarningLog.messages.contains {
                $0.hasPrefix("A binding to the element at an index of a Array<Letter> was made after")
            })
    }

    @Test func `an index that has gone can be bound again in a collection inside another one`() {
        let desk = Desk()
        let former = Bindable(desk).drawers[0].letters[1]
        desk.drawers[0].letters.removeLast()
        #expect(Bindable(desk).drawers[0].letters[1].wrappedValue.text == "d")
        desk.drawers = []
        #expect(Bindable(desk).drawers[0].letters[1].wrappedValue.text == "d")
        #expect(former.wrappedValue.text == "d")
    }

    @Test func `an index that has gone can be bound again in the value of an optional`() throws {
        let desk = Desk()
        let former = try #require(Binding<[Letter]>(Bindable(desk).more))[1].text
        desk.more?.removeLast()
        let again = try #require(Binding<[Letter]>(Bindable(desk).more))[1].text
        #expect(again.wrappedValue == "b")
        again.wrappedValue = "B"
        #expect(desk.more?.map(\.text) == ["a"])
        desk.more?.append(Letter(text: "e"))
        #expect(again.wrappedValue == "e")
        #expect(former.wrappedValue == "e")
    }

    @Test func `an index that has gone can be bound again in a value that was made optional`() throws {
        let desk = Desk()
        let former = try #require(Binding<[Letter]>(Binding<[Letter]?>(Bindable(desk).letters)))[1]
        desk.letters.removeLast()
        let again = try #require(Binding<[Letter]>(Binding<[Letter]?>(Bindable(desk).letters)))[1]
        #expect(again.wrappedValue.text == "b")
        #expect(former.wrappedValue.text == "b")
    }

    @Test func `the last value of a position is forgotten with the last binding to it`() {
        let values = LastValues()
        let owner = BindingSource(object: ObjectIdentifier(values), path: [])
        func source(_ position: Int) -> BindingSource { owner.appending(position) }
        let one = values.value(of: source(0), 1)
        do {
            let held = (0..<1_023).map { values.value(of: source($0), $0) }
            for position in 1_023..<1_123 { _ = values.value(of: source(position), position) }
            #expect(held[0] === one)
            withExtendedLifetime(held) { #expect(values.count == 1_023) }
        }
        #expect(values.count == 1)
        for position in 0..<33 { _ = values.value(of: source(position), position) }
        #expect(values.count == 1)
        let same: LastBoundValue<Int>? = values.value(of: source(0))
        #expect(same === one)
        let gone: LastBoundValue<Int>? = values.value(of: source(1))
        #expect(gone == nil)
    }

    private struct Pages: View {
        @Bindable var desk: Desk

        var body: some View {
            NavigationStack(path: $desk.path) {
                Text("Root").navigationDestination(for: Int.self) { index in
                    TextField("Text", text: $desk.letters[index].text)
                }
            }
        }
    }

    @Test func `a page that is bound by an index shows its last value after the element was removed`() throws {
        let desk = Desk()
        let screen = Screen(Pages(desk: desk))
        #expect(screen.fields.map(\.content.text) == ["b"])
        desk.letters.removeLast()
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["b"])
        screen.type("B", into: try #require(screen.fields.first).item)
        #expect(desk.letters.map(\.text) == ["a"])
        desk.letters.append(Letter(text: "e"))
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["e"])
    }

    private struct PagesOfOptional: View {
        @Bindable var desk: Desk

        var body: some View {
            if let letters = Binding($desk.more) {
                NavigationStack(path: $desk.path) {
                    Text("Root").navigationDestination(for: Int.self) { index in
                        TextField("Text", text: letters[index].text)
                    }
                }
            }
        }
    }

    @Test func `a page that is bound by an index in an optional shows its last value after the removal`() throws {
        let desk = Desk()
        let screen = Screen(PagesOfOptional(desk: desk))
        #expect(screen.fields.map(\.content.text) == ["b"])
        desk.more?.removeLast()
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["b"])
        screen.type("B", into: try #require(screen.fields.first).item)
        #expect(desk.more?.map(\.text) == ["a"])
    }

    private struct OwnPages: View {
        @State private var letters = ["a", "b"]
        @State private var path = [1]

        var body: some View {
            NavigationStack(path: $path) {
                Text("Root").navigationDestination(for: Int.self) { index in
                    TextField("Text", text: $letters[index])
                    Button("Remove") { letters.removeLast() }
                }
            }
        }
    }

    @Test func `a page that is bound by an index of a state shows its last value after the element was removed`() {
        let screen = Screen(OwnPages())
        screen.press("Remove")
        #expect(screen.fields.map(\.content.text) == ["b"])
    }

    @Test func `a binding writes in its transaction`() {
        var animations: [Animation?] = []
        let binding = Binding<Int>(get: { 0 }, set: { _, transaction in animations.append(transaction.animation) })
        binding.wrappedValue = 1
        binding.animation(.linear).wrappedValue = 2
        withAnimation(.easeIn) { binding.wrappedValue = 3 }
        #expect(animations == [nil, .linear, .easeIn])
    }

    @Observable final class Book {
        var title = "Emma"
    }

    private struct Editor: View {
        @Bindable var book: Book
        var body: some View {
            Renamer(title: $book.title)
            Text(book.title)
        }
    }

    private struct Renamer: View {
        @Binding var title: String
        var body: some View { Button("Rename") { title = "Persuasion" } }
    }

    @Test func `bindable makes bindings to an object's properties`() {
        let book = Book()
        let screen = Screen(Editor(book: book))
        screen.press("Rename")
        #expect(book.title == "Persuasion")
        #expect(screen.texts == ["Rename", "Persuasion"])
        Bindable(book).title.wrappedValue = "Sanditon"
        #expect(book.title == "Sanditon")
    }

    struct Owner: View {
        @MainActor static var made = 0
        @Observable final class Model {
            var count = 0
            @MainActor init() { Owner.made += 1 }
        }
        @State private var model = Model()
        var body: some View { Button("\(model.count)") { model.count += 1 } }
    }

    struct Outer: View {
        @State private var count = 0
        var body: some View {
            Owner()
            Button("Outer \(count)") { count += 1 }
        }
    }

    @Test func `a state's object is made once for each view that is shown`() {
        Owner.made = 0
        let screen = Screen(Outer())
        screen.press("Outer 0")
        screen.press("Outer 1")
        #expect(Owner.made == 1)
        screen.press("0")
        #expect(screen.texts == ["1", "Outer 2"])
    }
}
