import Observation
import StrataViewTesting
import SwiftUI
import Testing

/// The place of the focus, as the documentation of `FocusState`, `defaultFocus`,
/// `prefersDefaultFocus` and `focusedSceneObject` describes it.
@MainActor
struct FocusPlacementTests {
    private struct Switch: View {
        @FocusState private var isFocused: Bool
        @State private var text = ""

        var body: some View {
            TextField("Name", text: $text).focused($isFocused)
            Text("\(isFocused)").accessibilityIdentifier("state")
            Button("Focus") { isFocused = true }
            Button("End") { isFocused = false }
        }
    }

    private func state(_ window: TestWindow) throws -> String { try window.find(identifier: "state").text }

    @Test func `a Boolean focus state is false until its view has the focus`() throws {
        let window = TestWindow(Switch())
        #expect(try state(window) == "false")
        try window.find(.textField, "Name").focus()
        #expect(try state(window) == "true")
        window.endFocus()
        #expect(try state(window) == "false")
    }

    @Test func `setting a Boolean focus state moves the focus to its view, and away`() throws {
        let window = TestWindow(Switch())
        try window.find(.button, "Focus").tap()
        #expect(try window.find(.textField, "Name").isFocused)
        try window.find(.button, "End").tap()
        #expect(try !window.find(.textField, "Name").isFocused)
        #expect(try state(window) == "false")
    }

    private struct Numbered: View {
        @FocusState private var index: Int?
        @State private var texts = ["", "", ""]

        var body: some View {
            ForEach(0..<3, id: \.self) { number in
                TextField("Field \(number)", text: $texts[number]).focused($index, equals: number)
            }
            Text(index.map(String.init) ?? "nil").accessibilityIdentifier("state")
            Button("Next") { index = ((index ?? -1) + 1) % 3 }
        }
    }

    @Test func `the values of a focus state can have any hashable type`() throws {
        let window = TestWindow(Numbered())
        #expect(try state(window) == "nil")
        try window.find(.button, "Next").tap()
        #expect(try window.find(.textField, "Field 0").isFocused)
        try window.find(.textField, "Field 2").focus()
        #expect(try state(window) == "2")
    }

    private struct Parent: View {
        @FocusState private var isNaming: Bool

        var body: some View {
            Child(isNaming: $isNaming)
            Text("\(isNaming)").accessibilityIdentifier("state")
            Button("Name") { isNaming = true }
        }
    }

    private struct Child: View {
        @FocusState.Binding var isNaming: Bool

        var body: some View {
            TextField("Name", text: .constant("")).focused($isNaming)
            Button("Done") { isNaming = false }
        }
    }

    @Test func `a view passes its focus state to another view as a binding`() throws {
        let window = TestWindow(Parent())
        try window.find(.button, "Name").tap()
        #expect(try window.find(.textField, "Name").isFocused)
        #expect(try state(window) == "true")
        try window.find(.button, "Done").tap()
        #expect(try !window.find(.textField, "Name").isFocused)
        #expect(try state(window) == "false")
    }

    private struct Removing: View {
        @FocusState private var isFocused: Bool
        @State private var isShown = true

        var body: some View {
            if isShown { TextField("Name", text: .constant("")).focused($isFocused) }
            Text("\(isFocused)").accessibilityIdentifier("state")
            Toggle("Shown", isOn: $isShown)
        }
    }

    @Test func `the state is false when the view with the focus was removed`() throws {
        let window = TestWindow(Removing())
        try window.find(.textField, "Name").focus()
        #expect(try state(window) == "true")
        try window.find(.toggle, "Shown").tap()
        #expect(try state(window) == "false")
    }

    // MARK: Default focus

    private struct Scoped: View {
        @Namespace private var namespace
        @Environment(\.resetFocus) private var resetFocus
        @FocusState private var field: String?
        let prefersSecond: Bool

        var body: some View {
            VStack {
                TextField("First", text: .constant("")).focused($field, equals: "first").prefersDefaultFocus(
                    !prefersSecond, in: namespace)
                TextField("Second", text: .constant("")).focused($field, equals: "second").prefersDefaultFocus(
                    prefersSecond, in: namespace)
                TextField("Third", text: .constant("")).focused($field, equals: "third")
                Button("Reset") { resetFocus(in: namespace) }
            }
            .focusScope(namespace)
            Text(field ?? "nil").accessibilityIdentifier("state")
        }
    }

    @Test(arguments: [true, false])
    func `the view that prefers the default focus of its scope has it at first`(prefersSecond: Bool) throws {
        let window = TestWindow(Scoped(prefersSecond: prefersSecond))
        #expect(try state(window) == (prefersSecond ? "second" : "first"))
    }

    @Test func `resetting the focus of a scope moves it to the view that prefers it`() throws {
        let window = TestWindow(Scoped(prefersSecond: true))
        try window.find(.textField, "Third").focus()
        #expect(try state(window) == "third")
        try window.find(.button, "Reset").tap()
        #expect(try state(window) == "second")
    }

    private struct Defaulted: View {
        private enum Field: Hashable { case name, code }
        @FocusState private var field: Field?

        var body: some View {
            VStack {
                TextField("Name", text: .constant("")).focused($field, equals: .name)
                TextField("Code", text: .constant("")).focused($field, equals: .code)
            }
            .defaultFocus($field, .code, priority: .userInitiated)
            Text(field == .code ? "code" : "other").accessibilityIdentifier("state")
        }
    }

    @Test func `a default focus sets the state and moves the focus when the window appears`() throws {
        let window = TestWindow(Defaulted())
        #expect(try window.find(.textField, "Code").isFocused)
        #expect(try state(window) == "code")
    }

    // MARK: Focused objects

    @Observable
    fileprivate final class Editor {
        var name: String
        init(_ name: String) { self.name = name }
    }

    private struct Editors: View {
        @State private var first = Editor("first")
        @State private var second = Editor("second")

        var body: some View {
            TextField("A", text: $first.name).focusedValue(first)
            TextField("B", text: $second.name).focusedValue(second)
            Inspector()
        }
    }

    private struct Inspector: View {
        @FocusedValue(Editor.self) private var editor

        var body: some View { Text(editor?.name ?? "nil").accessibilityIdentifier("state") }
    }

    @Test func `a focused value can be an observable object that is found by its type`() throws {
        let window = TestWindow(Editors())
        #expect(try state(window) == "nil")
        try window.find(.textField, "B").focus()
        #expect(try state(window) == "second")
        try window.find(.textField, "B").type("renamed")
        #expect(try state(window) == "renamed")
        try window.find(.textField, "A").focus()
        #expect(try state(window) == "first")
    }

    private final class Document: ObservableObject {
        @Published var title = "Draft"
    }

    private struct Documents: View {
        @StateObject private var document = Document()

        var body: some View {
            Text("Content").focusedSceneObject(document)
            TitleBar()
        }
    }

    private struct TitleBar: View {
        @FocusedObject private var document: Document?

        var body: some View {
            Text(document?.title ?? "nil").accessibilityIdentifier("state")
            if let title = $document?.title { TextField("Title", text: title) }
        }
    }

    @Test func `an object of the scene is available without the focus, with bindings to its properties`() throws {
        let window = TestWindow(Documents())
        #expect(try state(window) == "Draft")
        try window.find(.textField, "Title").type("Final")
        #expect(try state(window) == "Final")
    }
}
