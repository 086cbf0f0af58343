import SwiftUI

/// Fields for text and values, and their contents.
struct TextFieldPage: View {
    private enum Field { case name, number }

    @State private var text = ""
    @State private var number = 1.5
    @State private var password = ""
    @State private var story = "Once upon a time\nthere was an earthquake."
    @State private var submissions = 0
    @FocusState private var focus: Field?

    var body: some View {
        VStack(alignment: .leading) {
            TextField("Some words", text: $text).accessibilityIdentifier("textfield.field")
            Text(String(text.reversed())).foregroundStyle(.secondary).accessibilityIdentifier("textfield.reversed")
            TextField("Name", text: $text)
                .textFieldStyle(.roundedBorder)
                .textContentType(.name)
                .textInputAutocapitalization(.words)
                .focused($focus, equals: .name)
                .onSubmit { submissions += 1 }
                .accessibilityIdentifier("textfield.name")
            TextField("Number", value: $number, format: .number)
                .keyboardType(.decimalPad)
                .focused($focus, equals: .number)
                .accessibilityIdentifier("textfield.number")
            SecureField("Password", text: $password).accessibilityIdentifier("textfield.password")
            TextField("Several lines", text: $story, axis: .vertical).lineLimit(4).accessibilityIdentifier("textfield.lines")
            TextEditor(text: $story)
                .accessibilityLabel("Story")
                .accessibilityIdentifier("textfield.editor")
                .frame(height: 100)
            TextEditor(text: $story)
                .textEditorStyle(.plain)
                .accessibilityLabel("Story without a border")
                .frame(height: 60)
            TextField("City", text: $text)
                .textFieldStyle(SearchStyle())
                .accessibilityIdentifier("textfield.city")
                .submitLabel(.search)
                .submitScope()
                .autocorrectionDisabled()
                .textInputAutocapitalization(.never)
            HStack {
                Button("Name") { focus = .name }.accessibilityIdentifier("textfield.focusName")
                Button("Number") { focus = .number }
                Button("Done") { focus = nil }.accessibilityIdentifier("textfield.unfocus")
            }
            Text(
                verbatim:
                    "number \(number), focus \(name(of: focus)), \(submissions) submissions, \(password.count) secret, \(story.count) characters"
            )
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("textfield.state")
        }
    }

    private func name(of field: Field?) -> String {
        switch field {
        case .name: "name"
        case .number: "number"
        case nil: "none"
        }
    }
}

/// A custom style: a capsule with a magnifying glass.
private struct SearchStyle: TextFieldStyle {
    func _body(configuration: TextField<Self._Label>) -> some View {
        HStack {
            Image(systemName: "magnifyingglass").foregroundStyle(.secondary)
            configuration
        }
        .padding(.horizontal, 12)
        .padding(.vertical, 6)
        .background(.gray.opacity(0.12), in: .capsule)
    }
}
