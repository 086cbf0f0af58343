import Foundation
import SwiftUI

// Focus and accessibility as the documentation and the sessions write them.

private struct LoginForm: View {
    enum Field: Hashable { case username, password }

    @State private var username = ""
    @State private var password = ""
    @FocusState private var focusedField: Field?
    @FocusState private var isSearching: Bool
    @FocusState private var row: UUID?
    @Namespace private var menu
    @Environment(\.resetFocus) private var resetFocus
    @Environment(\.isFocused) private var isFocused

    var body: some View {
        Form {
            TextField("Username", text: $username).focused($focusedField, equals: .username).onSubmit { focusedField = .password }
            SecureField("Password", text: $password).focused($focusedField, equals: .password)
            TextField("Search", text: $username).focused($isSearching)
            Button("Sign In") {
                if username.isEmpty { focusedField = .username } else { focusedField = nil }
                isSearching = true
                resetFocus(in: menu)
            }
            .prefersDefaultFocus(username.isEmpty, in: menu)
            Details(field: $focusedField, isSearching: $isSearching)
        }
        .focusScope(menu)
        .defaultFocus($focusedField, .username)
        .defaultFocus($row, nil, priority: .userInitiated)
        .defaultFocus($isSearching, true)
        .onChange(of: focusedField) { old, new in print(old ?? .password, new ?? .username) }
        .onAppear { focusedField = .username }
        .focusable(interactions: .activate)
        .focusEffectDisabled()
        .focusable(true, interactions: [.edit, .activate])
        .onKeyPress(.space) { .handled }
        .onKeyPress(keys: [.upArrow, .downArrow], phases: .down) { $0.key == .upArrow ? .handled : .ignored }
        .onKeyPress(characters: .alphanumerics) { press in press.modifiers.contains(.command) ? .ignored : .handled }
    }
}

private struct Details: View {
    var field: FocusState<LoginForm.Field?>.Binding
    @FocusState.Binding var isSearching: Bool

    var body: some View {
        Button("Clear") { (field.wrappedValue, isSearching) = (nil, false) }.focused(field, equals: .password)
        TextField("More", text: .constant("")).focused($isSearching)
    }
}

// MARK: Focused values

private final class NoteModel: ObservableObject {
    @Published var text = ""
}

@Observable
private final class Recipe {
    var title = ""
}

private struct NoteTextKey: FocusedValueKey {
    typealias Value = Binding<String>
}

extension FocusedValues {
    fileprivate var noteText: NoteTextKey.Value? {
        get { self[NoteTextKey.self] }
        set { self[NoteTextKey.self] = newValue }
    }
    @Entry fileprivate var selectedTitle: String?
    @Entry fileprivate var selectedRecipe: Binding<Recipe>?
}

private struct Editor: View {
    @State private var text = ""
    @State private var recipe = Recipe()
    @StateObject private var note = NoteModel()

    var body: some View {
        TextEditor(text: $text)
            .focusedValue(\.noteText, $text)
            .focusedValue(\.selectedTitle, text.isEmpty ? nil : text)
            .focusedSceneValue(\.noteText, $text)
            .focusedSceneValue(\.selectedRecipe, $recipe)
            .focusedObject(note)
            .focusedSceneObject(note)
            .focusedValue(recipe)
            .focusedSceneValue(recipe)
    }
}

private struct NoteCommands: Commands {
    @FocusedBinding(\.noteText) private var text
    @FocusedValue(\.selectedTitle) private var title
    @FocusedValue(\.selectedTitle) private var other: String?
    @FocusedValue(Recipe.self) private var recipe
    @FocusedObject private var note: NoteModel?
    @Environment(\.openWindow) private var openWindow

    var body: some Commands {
        SidebarCommands()
        CommandMenu("Note") {
            Button("Clear \(title ?? "")") { text = "" }.disabled(text == nil).keyboardShortcut(
                .delete, modifiers: [.command, .shift])
            Button("Reset") { note?.text = "" }.keyboardShortcut("r")
            Button("Rename") { recipe?.title = "" }
        }
        CommandGroup(replacing: .newItem) { Button("New Note") { openWindow(id: "note") }.keyboardShortcut("n") }
        CommandGroup(after: .sidebar) { Divider() }
    }
}

// MARK: Accessibility

private struct Trip: Identifiable {
    let id = UUID()
    var name = ""
    var isVIP = false
}

private struct Messages: View {
    let messages: [Trip]
    let text = "Hello world"
    @Namespace private var namespace
    @AccessibilityFocusState private var focused: Trip.ID?
    @AccessibilityFocusState private var isFocused: Bool

    private var ranges: [Range<String.Index>] { text.ranges(of: "o") }

    var body: some View {
        ScrollViewReader { scroll in
            List(messages) { message in
                Text(message.name)
                    .accessibilityRotorEntry(id: message.id, in: namespace)
                    .accessibilityFocused($focused, equals: message.id)
                    .accessibilityCustomContent("Sender", message.name)
                    .accessibilityCustomContent("Size", Text("3 MB"), importance: .high)
                    .accessibilityCustomContent(.vip, Text(message.isVIP ? "Yes" : "No"), importance: .default)
                    .accessibilityCustomContent(AccessibilityCustomContentKey(Text("Kind"), id: "kind"), Text("Mail"))
            }
            .accessibilityRotor("VIP Messages") {
                ForEach(messages) { message in
                    if message.isVIP {
                        AccessibilityRotorEntry(message.name, id: message.id, in: namespace) { scroll.scrollTo(message.id) }
                    }
                }
            }
            .accessibilityRotor("Named") {
                ForEach(messages, id: \.id) { AccessibilityRotorEntry(Text($0.name), id: $0.id) }
                AccessibilityRotorEntry("Last", id: messages.count, in: namespace)
            }
        }
        Group {
            Text(text)
                .accessibilityRotor(.headings, textRanges: ranges)
                .accessibilityRotor("Os", textRanges: ranges)
                .accessibilityRotor(Text("Os"), textRanges: ranges)
                .accessibilityRotor(LocalizedStringKey("Os"), textRanges: ranges)
            VStack {}
                .accessibilityRotor("Names", entries: messages, entryLabel: \.name)
                .accessibilityRotor(Text("Names"), entries: messages, entryLabel: \.name)
                .accessibilityRotor(.links, entries: messages, entryLabel: \.name)
                .accessibilityRotor("IDs", entries: messages, entryID: \.id, entryLabel: \.name)
                .accessibilityRotor(.boldText, entries: messages, entryID: \.id, entryLabel: \.name)
        }
        VStack {}
            .accessibilityRotor(.headings(level: .h2)) { ForEach(messages) { AccessibilityRotorEntry($0.name, id: $0.id) } }
            .accessibilityRotor(.links(visited: true)) { AccessibilityRotorEntry("Home", id: 3, textRange: nil) }
            .accessibilityFocused($isFocused)
            .onAppear { AccessibilityNotification.Announcement("Loaded").post() }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits([.isHeader, .isButton])
            .accessibilityAction(named: "Archive") {}
            .accessibilityAdjustableAction { $0 == .increment ? print("+") : print("-") }
            .accessibilityLinkedGroup(id: "group", in: namespace)
            .accessibilityLabeledPair(role: .label, id: "pair", in: namespace)
            .accessibilityRepresentation { Slider(value: .constant(0.5)) }
            .accessibilityChildren { ForEach(messages) { Text($0.name) } }
            .focusSection()
            .accessibilityHeading(.h1)
    }
}

extension AccessibilityCustomContentKey {
    fileprivate static let vip = AccessibilityCustomContentKey("VIP")
}
