import OpenCombine
import Testing

@testable import StrataViewGraph

private struct NoteKey: FocusedValueKey {
    typealias Value = String
}

private struct TitleKey: FocusedValueKey {
    typealias Value = Binding<String>
}

private struct ActionKey: FocusedValueKey {
    typealias Value = () -> Void
}

extension FocusedValues {
    fileprivate var note: String? {
        get { self[NoteKey.self] }
        set { self[NoteKey.self] = newValue }
    }

    fileprivate var title: Binding<String>? {
        get { self[TitleKey.self] }
        set { self[TitleKey.self] = newValue }
    }

    fileprivate var action: (() -> Void)? {
        get { self[ActionKey.self] }
        set { self[ActionKey.self] = newValue }
    }
}

@MainActor
struct FocusedValueTests {
    private struct Reader: View {
        @FocusedValue(\.note) var note
        var body: some View { Text(verbatim: note ?? "none") }
    }

    private struct Notes: View {
        @State var second = "b"
        var body: some View {
            Reader()
            VStack {
                TextField("1", text: .constant("")).focusedValue(\.note, "a")
                TextField("2", text: .constant("")).focusedValue(\.note, second)
                TextField("3", text: .constant("")).focusedValue(\.note, nil)
                TextField("4", text: .constant(""))
            }
            .focusedValue(\.note, "around")
            Button("Change") { second = "changed" }
        }
    }

    /// The elements that report the focus, from top to bottom.
    private func reporters(_ screen: Screen) -> [Screen.Item] {
        screen.all { _ in true }.filter { $0.id != 0 && screen.graph.element($0.id)?.handles(FocusEvent.self) == true }
    }

    @Test func `a value is that of the view with the focus, and changes as the focus moves`() {
        let screen = Screen(Notes())
        let (stack, fields) = (reporters(screen)[0], Array(reporters(screen).dropFirst()))
        #expect(fields.count == 3)
        #expect(screen.texts.first == "none")
        screen.send(FocusEvent(isFocused: true), to: fields[0])
        #expect(screen.texts.first == "a")
        screen.send(FocusEvent(isFocused: true), to: fields[1])
        #expect(screen.texts.first == "b")
        // The last field sets none, so the stack around it reports the focus.
        screen.send(FocusEvent(isFocused: true), to: stack)
        #expect(screen.texts.first == "around")
        screen.send(FocusEvent(isFocused: true), to: screen.root)
        #expect(screen.texts.first == "none")
    }

    @Test func `nil removes the value of the views around`() {
        let screen = Screen(Notes())
        screen.send(FocusEvent(isFocused: true), to: reporters(screen)[3])
        #expect(screen.texts.first == "none")
    }

    @Test func `a value that changes while its view has the focus is read again`() {
        let screen = Screen(Notes())
        screen.send(FocusEvent(isFocused: true), to: reporters(screen)[2])
        #expect(screen.texts.first == "b")
        screen.press("Change")
        #expect(screen.texts.first == "changed")
    }

    @Test func `a value of the scene is there wherever the focus is`() {
        struct Window: View {
            @State var isShown = true
            var body: some View {
                Reader()
                TextField("1", text: .constant("")).focusedValue(\.note, "field")
                if isShown { Text("shown").focusedSceneValue(\.note, "scene") }
                Button("Hide") { isShown = false }
            }
        }
        let screen = Screen(Window())
        #expect(screen.texts.first == "scene")
        screen.send(FocusEvent(isFocused: true), to: reporters(screen)[0])
        #expect(screen.texts.first == "field")
        screen.send(FocusEvent(isFocused: false), to: reporters(screen)[0])
        #expect(screen.texts.first == "scene")
        screen.press("Hide")
        #expect(screen.texts.first == "none")
    }

    @Test func `a value of several views is that of each`() {
        let screen = Screen(
            VStack {
                Reader()
                Group {
                    TextField("1", text: .constant(""))
                    TextField("2", text: .constant(""))
                }
                .padding()
                .focusedValue(\.note, "both")
            })
        #expect(reporters(screen).count == 2)
        for reporter in reporters(screen) {
            screen.send(FocusEvent(isFocused: true), to: reporter)
            #expect(screen.texts.first == "both")
            screen.send(FocusEvent(isFocused: false), to: reporter)
            #expect(screen.texts.first == "none")
        }
    }

    @Test func `a focused binding writes the value of the view with the focus`() {
        struct Clear: View {
            @FocusedBinding(\.title) var title
            var body: some View {
                Text(verbatim: title ?? "none")
                Button("Clear") { title = "" }
                Button("Long") { $title.wrappedValue = "long" }
            }
        }
        struct Window: View {
            @State var title = "title"
            var body: some View {
                Clear()
                TextField("1", text: $title).focusedValue(\.title, $title)
            }
        }
        let screen = Screen(Window())
        #expect(screen.texts.first == "none")
        screen.press("Clear")
        #expect(screen.fields[0].content.text == "title")
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        #expect(screen.texts.first == "title")
        screen.press("Clear")
        #expect(screen.fields[0].content.text == "")
        #expect(screen.texts.first == "")
        screen.press("Long")
        #expect(screen.texts.first == "long")
    }

    private final class Model: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        var name = "model" { willSet { objectWillChange.send() } }
    }

    @Test func `a focused object is observed`() {
        struct Name: View {
            @FocusedObject var model: Model?
            var body: some View {
                Text(verbatim: model?.name ?? "none")
                Button("Rename") { $model?.name.wrappedValue = "renamed" }
            }
        }
        struct Window: View {
            let model: Model
            var body: some View {
                Name()
                TextField("1", text: .constant("")).focusedObject(model)
            }
        }
        let screen = Screen(Window(model: Model()))
        #expect(screen.texts.first == "none")
        screen.send(FocusEvent(isFocused: true), to: reporters(screen)[0])
        #expect(screen.texts.first == "model")
        screen.press("Rename")
        #expect(screen.texts.first == "renamed")
    }

    @Observable
    final class Document {
        var name = "document"
    }

    @Test func `an observable object is found by its type`() {
        struct Name: View {
            @FocusedValue(Document.self) var document
            var body: some View { Text(verbatim: document?.name ?? "none") }
        }
        let screen = Screen(
            VStack {
                Name()
                Text("here").focusedSceneValue(Document())
            })
        #expect(screen.texts.first == "document")
    }

    private struct NoteCommands: Commands {
        @FocusedValue(\.note) var note
        @FocusedValue(\.action) var action
        var body: some Commands {
            CommandMenu("Note") {
                Button("Show \(note ?? "none")") { action?() }.disabled(note == nil)
            }
            CommandGroup(after: .help) { Reader() }
        }
    }

    private struct WithCommands: App {
        struct Content: View {
            @State var count = 0
            var body: some View {
                TextField("1", text: .constant(""))
                    .focusedValue(\.note, "a")
                    .focusedValue(\.action) { count += 1 }
                Text(verbatim: "count \(count)")
            }
        }

        var body: some Scene {
            WindowGroup { Content() }
                .commands {
                    NoteCommands()
                    CommandMenu("Other") { Button("Other") {} }
                }
        }
    }

    @Test func `menus read the values of their own window`() {
        let app = AppInstance(WithCommands(), name: "Test")
        let (one, other) = (Screen(app.makeWindow(WindowRequest())), Screen(app.makeWindow(WindowRequest())))
        #expect(one.texts.contains("Show none"))
        one.send(FocusEvent(isFocused: true), to: reporters(one)[0])
        #expect(one.texts.contains("Show a"))
        #expect(one.texts.contains("a"))
        #expect(other.texts.contains("Show none"))
        one.press("Show a")
        #expect(one.texts.contains("count 1"))
        one.press("Show a")
        #expect(one.texts.contains("count 2"))
        #expect(other.texts.contains("count 0"))
        one.send(FocusEvent(isFocused: false), to: reporters(one)[0])
        #expect(one.texts.contains("Show none"))
        #expect(one.texts.contains("Other"))
    }
}
