import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// The focus as the documentation of `FocusState`, `FocusedValue` and their modifiers describes it.
@MainActor
struct FocusTests {
    private enum Field: Hashable { case name, code, other }

    private struct Form: View {
        @State private var text = ""
        @FocusState private var field: Field?
        var initial: Field?

        var body: some View {
            TextField("Name", text: $text).focused($field, equals: .name)
            TextField("Code", text: $text).focused($field, equals: .code)
            TextField("Free", text: $text)
            Button("To code") { field = .code }
            Button("End") { field = nil }
            Text(field.map { "\($0)" } ?? "none").accessibilityIdentifier("state")
                .defaultFocus($field, initial)
        }
    }

    private func state(_ window: TestWindow) throws -> String { try window.find(identifier: "state").text }

    @Test func `moving the focus to a field sets the state to its value`() throws {
        let window = TestWindow(Form())
        #expect(try state(window) == "none")
        try window.find(.textField, "Name").focus()
        #expect(try state(window) == "name")
        try window.find(.textField, "Code").focus()
        #expect(try state(window) == "code")
    }

    @Test func `the state is nil while none of its fields has the focus`() throws {
        let window = TestWindow(Form())
        try window.find(.textField, "Name").focus()
        window.endFocus()
        #expect(try state(window) == "none")
    }

    @Test func `setting the state moves the focus`() throws {
        let window = TestWindow(Form())
        try window.find(.textField, "Name").focus()
        try window.find(.button, "To code").tap()
        #expect(try window.find(.textField, "Code").isFocused)
        #expect(try !window.find(.textField, "Name").isFocused)
        #expect(try state(window) == "code")
    }

    @Test func `setting the state to nil ends the focus`() throws {
        let window = TestWindow(Form())
        try window.find(.textField, "Name").focus()
        try window.find(.button, "End").tap()
        #expect(try !window.find(.textField, "Name").isFocused)
    }

    @Test func `a default focus is given when the view appears`() throws {
        let window = TestWindow(Form(initial: .code))
        #expect(try window.find(.textField, "Code").isFocused)
    }

    // "Avoid ambiguous focus bindings", in the documentation of FocusState.
    private struct Ambiguous: View {
        @State private var text = ""
        @FocusState private var field: Field?
        @FocusState private var isFocused: Bool

        var body: some View {
            TextField("First", text: $text).focused($field, equals: .name)
            TextField("Second", text: $text).focused($field, equals: .name)
            TextField("Third", text: $text).focused($isFocused)
            TextField("Fourth", text: $text).focused($isFocused)
            Button("Name") { field = .name }
            Button("Done") { isFocused = false }
            Text("\(field == .name) \(isFocused)").accessibilityIdentifier("state")
        }
    }

    @Test func `of two fields with one value, setting it moves the focus to the first`() throws {
        let window = TestWindow(Ambiguous())
        try window.find(.button, "Name").tap()
        #expect(try window.find(.textField, "First").isFocused)
        #expect(try state(window) == "true false")
    }

    @Test func `of two fields with one value, the focus stays in the one that the user chooses`() throws {
        let window = TestWindow(Ambiguous())
        try window.find(.textField, "Second").focus()
        #expect(try window.find(.textField, "Second").isFocused)
        #expect(try state(window) == "true false")
    }

    @Test func `fields with one Boolean are left together`() throws {
        let window = TestWindow(Ambiguous())
        try window.find(.textField, "Third").focus()
        try window.find(.textField, "Fourth").focus()
        #expect(try window.find(.textField, "Fourth").isFocused)
        #expect(try state(window) == "false true")
        try window.find(.button, "Done").tap()
        #expect(try !window.find(.textField, "Fourth").isFocused)
        #expect(try state(window) == "false false")
    }

    private struct Container: View {
        @State private var text = ""
        @FocusState private var isInside: Bool

        var body: some View {
            VStack { TextField("Inner", text: $text) }.focused($isInside)
            Text("\(isInside)").accessibilityIdentifier("state")
        }
    }

    @Test func `the state of a container is true while the focus is inside`() throws {
        let window = TestWindow(Container())
        try window.find(.textField, "Inner").focus()
        #expect(try state(window) == "true")
    }

    // "Nest focusable views", in the documentation of FocusState.
    private struct Nested: View {
        @State private var text = ""
        @FocusState private var field: Field?

        var body: some View {
            VStack { TextField("Inner", text: $text).focused($field, equals: .name) }
                .accessibilityIdentifier("container")
                .focusable()
                .focused($field, equals: .other)
            Text(field.map { "\($0)" } ?? "none").accessibilityIdentifier("state")
        }
    }

    @Test func `one state distinguishes a field from the view around it`() throws {
        let window = TestWindow(Nested())
        try window.find(identifier: "container").focus()
        #expect(try state(window) == "other")
        try window.find(.textField, "Inner").focus()
        #expect(try state(window) == "name")
        #expect(try window.find(.textField, "Inner").isFocused)
        try window.find(identifier: "container").focus()
        #expect(try state(window) == "other")
    }

    private struct Twice: View {
        @State private var text = ""
        @FocusState private var field: Field?

        var body: some View {
            TextField("Full name", text: $text).focused($field, equals: .name).focused($field, equals: .code)
            Button("Name") { field = .name }
            Button("Code") { field = .code }
            Text(field.map { "\($0)" } ?? "none").accessibilityIdentifier("state")
        }
    }

    @Test(arguments: ["Name", "Code"])
    func `a field with two values gets the focus for each of them`(button: String) throws {
        let window = TestWindow(Twice())
        try window.find(.button, button).tap()
        #expect(try window.find(.textField, "Full name").isFocused)
        #expect(try state(window) == button.lowercased())
    }

    // MARK: Focused values

    private struct Editor: View {
        @State private var first = "one"
        @State private var second = "two"

        var body: some View {
            TextField("First", text: $first).focusedValue(\.checkedText, $first).focusedValue(\.checkedTitle, "first")
            TextField("Second", text: $second).focusedValue(\.checkedText, $second)
            TextField("Third", text: .constant(""))
            Panel()
        }
    }

    private struct Panel: View {
        @FocusedBinding(\.checkedText) private var text
        @FocusedValue(\.checkedTitle) private var title

        var body: some View {
            Text("\(text ?? "nil") \(title ?? "nil")").accessibilityIdentifier("state")
            Button("Clear") { text = "new" }
        }
    }

    @Test func `a focused value is that of the view with the focus, and nil without one`() throws {
        let window = TestWindow(Editor())
        #expect(try state(window) == "nil nil")
        try window.find(.textField, "First").focus()
        #expect(try state(window) == "one first")
        try window.find(.textField, "Second").focus()
        #expect(try state(window) == "two nil")
        try window.find(.textField, "Third").focus()
        #expect(try state(window) == "nil nil")
    }

    @Test func `a focused binding reads and writes the value of the view with the focus`() throws {
        let window = TestWindow(Editor())
        let field = try window.find(.textField, "Second")
        try field.focus()
        try field.type("typed")
        #expect(try state(window) == "typed nil")
    }

    private struct Scene: View {
        @State private var text = "scene"
        @State private var isShown = true

        var body: some View {
            if isShown { Text("Content").focusedSceneValue(\.checkedText, $text).focusedSceneValue(\.checkedTitle, "title") }
            Button("Remove") { isShown = false }
            Panel()
        }
    }

    @Test func `a scene value is available wherever the focus is`() throws {
        let window = TestWindow(Scene())
        #expect(try state(window) == "scene title")
        try window.find(.button, "Clear").tap()
        #expect(try state(window) == "new title")
    }

    @Test func `a scene value ends with its view`() throws {
        let window = TestWindow(Scene())
        try window.find(.button, "Remove").tap()
        #expect(try state(window) == "nil nil")
    }

    private final class Model: ObservableObject {
        @Published var count = 0
    }

    private struct Counter: View {
        @StateObject private var model = Model()

        var body: some View {
            TextField("Field", text: .constant("")).focusedObject(model)
            Observer()
        }
    }

    private struct Observer: View {
        @FocusedObject private var model: Model?

        var body: some View {
            Text(model.map { "\($0.count)" } ?? "none").accessibilityIdentifier("state")
            Button("Add") { model?.count += 1 }
        }
    }

    @Test func `a focused object is observed`() throws {
        let window = TestWindow(Counter())
        #expect(try state(window) == "none")
        try window.find(.textField, "Field").focus()
        #expect(try state(window) == "0")
        try window.find(.button, "Add").tap()
        #expect(try state(window) == "1")
    }
}

private struct CheckedTextKey: FocusedValueKey {
    typealias Value = Binding<String>
}

extension FocusedValues {
    fileprivate var checkedText: CheckedTextKey.Value? {
        get { self[CheckedTextKey.self] }
        set { self[CheckedTextKey.self] = newValue }
    }
    @Entry fileprivate var checkedTitle: String?
}
