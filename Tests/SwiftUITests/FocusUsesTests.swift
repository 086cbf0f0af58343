import StrataViewTesting
import SwiftUI
import Testing

/// The uses of the focus that Apple's documentation and articles about it show, in each of their
/// forms.
@MainActor
struct FocusUsesTests {
    private enum Field: Hashable {
        case username, password
    }

    private struct SignIn: View {
        @State private var username = ""
        @State private var password = ""
        @State private var message = "Sign in"
        @FocusState private var focusedField: Field?

        var body: some View {
            Form {
                TextField("Username", text: $username)
                    .focused($focusedField, equals: .username)
                    .submitLabel(.next)
                SecureField("Password", text: $password)
                    .focused($focusedField, equals: .password)
                    .submitLabel(.go)
                Button("Sign In") {
                    if username.isEmpty {
                        focusedField = .username
                    } else if password.isEmpty {
                        focusedField = .password
                    } else {
                        message = "Welcome"
                    }
                }
                Text(message)
            }
            .onSubmit {
                switch focusedField {
                case .username: focusedField = .password
                default: message = "Submitted"
                }
            }
            .defaultFocus($focusedField, .username, priority: .userInitiated)
        }
    }

    @Test func `a form moves the focus to the field that is missing`() throws {
        let window = TestWindow(SignIn())
        #expect(try window.find(.textField, "Username").isFocused)
        try window.find(.textField, "Username").type("ada")
        try window.find(.textField, "Username").submit()
        #expect(try window.find(.textField, "Password").isFocused)
        try window.find(.textField, "Username").focus()
        try window.find(.button, "Sign In").tap()
        #expect(try window.find(.textField, "Password").isFocused)
        try window.find(.textField, "Password").submit()
        #expect(window.texts.contains("Submitted"))
    }

    private final class Document: ObservableObject {
        @Published var title = "Draft"
    }

    @Observable
    final class Selection {
        var name = "nothing"
    }

    private struct Status: View {
        @FocusedObject private var document: Document?
        @FocusedValue(\.caption) private var caption: String?
        @FocusedBinding(\.isMarked) private var isMarked: Bool?
        @FocusedValue(Selection.self) private var selection

        var body: some View {
            let mark = isMarked.map { "\($0)" } ?? "none"
            Text("\(document?.title ?? "none") \(caption ?? "none") \(mark) \(selection?.name ?? "none")")
            Button("Mark") { isMarked?.toggle() }
            if let title = $document?.title { TextField("Title", text: title) }
        }
    }

    private struct Editor: View {
        @StateObject private var document = Document()
        @State private var selection = Selection()
        @State private var isMarked = false

        var body: some View {
            Status()
            TextField("Text", text: .constant(""))
                .focusedObject(document)
                .focusedValue(\.caption, "caption")
                .focusedValue(\.isMarked, $isMarked)
                .focusedValue(selection)
            TextField("Other", text: .constant("")).focusedObject(nil as Document?).focusedValue(\.caption, nil)
        }
    }

    @Test func `values, bindings and objects of the view with the focus`() throws {
        let window = TestWindow(Editor())
        #expect(window.texts.first == "none none none none")
        try window.find(.textField, "Text").focus()
        #expect(window.texts.first == "Draft caption false nothing")
        try window.find(.button, "Mark").tap()
        #expect(window.texts.first == "Draft caption true nothing")
        try window.find(.textField, "Title").type("Final")
        #expect(window.texts.first == "Final caption true nothing")
        try window.find(.textField, "Other").focus()
        #expect(window.texts.first == "none none none none")
    }

    private struct SceneEditor: View {
        @StateObject private var document = Document()
        @State private var selection = Selection()
        @State private var isMarked = true

        var body: some View {
            Status()
            Text("text")
                .focusedSceneObject(document)
                .focusedSceneObject(Optional(document))
                .focusedSceneValue(\.caption, "scene")
                .focusedSceneValue(\.isMarked, $isMarked)
                .focusedSceneValue(selection)
        }
    }

    @Test func `values of the scene need no focus`() {
        #expect(TestWindow(SceneEditor()).texts.first == "Draft scene true nothing")
    }

    private struct Finder: View {
        @State private var text = ""
        @FocusState private var isSearchFocused: Bool
        @FocusState private var field: Field?

        var body: some View {
            NavigationStack {
                List { Text("\(isSearchFocused) \(field == .username)") }
                    .toolbar { Button("Find") { isSearchFocused = true } }
                    .searchable(text: $text)
                    .searchFocused($isSearchFocused)
                    .searchFocused($field, equals: .username)
            }
        }
    }

    @Test func `a button begins a search`() throws {
        let window = TestWindow(Finder())
        #expect(window.texts.contains("false false"))
        try window.find(.button, "Find").tap()
        #expect(window.texts.contains("true true"))
        #expect(try window.find(.button, "Cancel").isEnabled)
        try window.find(.button, "Cancel").tap()
        #expect(window.texts.contains("false false"))
    }
}

extension FocusedValues {
    @Entry fileprivate var caption: String?
    @Entry fileprivate var isMarked: Binding<Bool>?
}
