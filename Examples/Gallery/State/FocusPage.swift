import SwiftUI

/// The keyboard focus: states that follow and move it, values for the menus, and defaults.
struct FocusPage: View {
    private enum Field { case name, city, locked, nowhere }

    @State private var name = "Ada"
    @State private var city = "Delft"
    @State private var beside = "words"
    @State private var command = "none"
    @State private var isCityShown = true
    @State private var isSheetShown = false
    @State private var isScopeShown = false
    @FocusState private var focus: Field?

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            Row {
                TextField("Name", text: $name)
                    .focused($focus, equals: .name)
                    .focusedValue(\.focusPageText, $name)
                    .accessibilityIdentifier("focus.name")
                if isCityShown {
                    TextField("City", text: $city)
                        .focused($focus, equals: .city)
                        .focusedValue(\.focusPageText, $city)
                        .onSubmit { isCityShown = false }
                        .accessibilityIdentifier("focus.city")
                }
                TextField("Locked", text: .constant("locked")).disabled(true).focused($focus, equals: .locked)
            }
            HStack(spacing: 12) {
                Button("Name") { focus = .name }.accessibilityIdentifier("focus.setname")
                Button("Locked") { focus = .locked }.accessibilityIdentifier("focus.setlocked")
                Button("Nowhere") { focus = .nowhere }.accessibilityIdentifier("focus.setnowhere")
                Button("Sheet") { isSheetShown = true }.accessibilityIdentifier("focus.sheet")
                    .sheet(isPresented: $isSheetShown) { FocusSheet() }
                Button("Scope") { isScopeShown = true }.accessibilityIdentifier("focus.scope")
                    .sheet(isPresented: $isScopeShown) { Scope() }
            }
            Text("Focus: \(focusName)").accessibilityIdentifier("focus.state")
            FocusedText()
            VStack(alignment: .leading) {
                Tile().focusable()
                TextField("Beside the tile", text: $beside).accessibilityIdentifier("focus.beside")
            }
            .onMoveCommand { command = "moved \($0)" }
            .onDeleteCommand { command = "deleted" }
            .onExitCommand { command = "left" }
            Text("Command: \(command)").accessibilityIdentifier("focus.command")
            Sections()
            Letters()
        }
        .toolbar {
            ToolbarItemGroup(placement: .keyboard) {
                Button("Next field") { focus = focus == .name ? .city : .name }.accessibilityIdentifier("focus.next")
                Button("Leave") { focus = nil }.accessibilityIdentifier("focus.leave")
            }
        }
    }

    private var focusName: String {
        switch focus {
        case .name: "name"
        case .city: "city"
        case .locked: "locked"
        case .nowhere: "nowhere"
        case nil: "none"
        }
    }
}

extension FocusedValues {
    /// The text of the field with the focus.
    @Entry var focusPageText: Binding<String>?
}

/// A command for the field with the focus, which each window has for itself.
struct FocusCommands: Commands {
    @FocusedBinding(\.focusPageText) private var text

    var body: some Commands {
        CommandGroup(after: .help) {
            Button("Shout") { text = text?.uppercased() }
                .disabled(text == nil)
                .accessibilityIdentifier("command.shout")
        }
    }
}

/// The text of the field with the focus.
private struct FocusedText: View {
    @FocusedBinding(\.focusPageText) private var text

    var body: some View {
        Text("Text: \(text ?? "none")").foregroundStyle(.secondary).accessibilityIdentifier("focus.text")
    }
}

/// A view that knows whether it has the focus.
private struct Tile: View {
    @Environment(\.isFocused) private var isFocused

    var body: some View {
        Text(isFocused ? "With the focus" : "Without the focus")
            .foregroundStyle(isFocused ? Color.black : Color.primary)
            .padding(8)
            .background(isFocused ? .yellow : .gray.opacity(0.15), in: RoundedRectangle(cornerRadius: 6))
            .accessibilityIdentifier("focus.tile")
    }
}

/// Two sections, between which the arrow keys move the focus although their buttons are at different
/// heights.
private struct Sections: View {
    var body: some View {
        HStack {
            VStack {
                ForEach(["1", "2"], id: \.self) { button($0) }
                Spacer()
            }
            .focusSection()
            Spacer()
            VStack {
                Spacer()
                ForEach(["A", "B"], id: \.self) { button($0) }
            }
            .focusSection()
        }
        .frame(width: 260, height: 180)
    }

    private func button(_ name: String) -> some View {
        Button(name) {}.accessibilityIdentifier("focus.section.\(name)")
    }
}

/// Rows that are removed after a question.
private struct Letters: View {
    @State private var letters = ["a", "b", "c"]
    @State private var removed = ""
    @State private var isAsking = false

    var body: some View {
        List {
            ForEach(letters, id: \.self) { letter in
                Button("Remove \(letter)") {
                    removed = letter
                    isAsking = true
                }
                .accessibilityIdentifier("focus.remove.\(letter)")
            }
        }
        .frame(height: 150)
        .alert("Remove \(removed)?", isPresented: $isAsking) {
            Button("Remove", role: .destructive) { letters.removeAll { $0 == removed } }
            Button("Cancel", role: .cancel) {}
        }
    }
}

/// A sheet with a scope in which the second field is preferred.
private struct Scope: View {
    @Namespace private var scope
    @Environment(\.resetFocus) private var resetFocus
    @State private var first = ""
    @State private var second = ""

    var body: some View {
        Row {
            TextField("First", text: $first).accessibilityIdentifier("focus.first")
            TextField("Second", text: $second).prefersDefaultFocus(in: scope).accessibilityIdentifier("focus.second")
            Button("Reset") { resetFocus(in: scope) }.accessibilityIdentifier("focus.reset")
        }
        .padding()
        .focusScope(scope)
    }
}

/// A sheet whose second field has the focus by default.
private struct FocusSheet: View {
    private enum Field { case title, note }

    @State private var title = ""
    @State private var note = ""
    @FocusState private var focus: Field?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack {
            TextField("Title", text: $title).focused($focus, equals: .title)
            TextField("Note", text: $note).focused($focus, equals: .note).accessibilityIdentifier("focus.note")
            Text(focus == .note ? "The note has the focus" : "The note does not have the focus")
                .accessibilityIdentifier("focus.sheetstate")
            Button("Done") { dismiss() }.accessibilityIdentifier("focus.done")
        }
        .padding()
        .defaultFocus($focus, .note)
    }
}
