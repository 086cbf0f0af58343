import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `List` that Apple's reference shows, in views that change their data themselves.
@MainActor
struct FromReferenceList {
    struct Ocean: Identifiable, Hashable {
        let name: String
        var id: String { name }
        var isWarm = false
    }

    struct FileItem: Hashable, Identifiable {
        var id: String { name }
        var name: String
        var children: [FileItem]?
    }

    private struct Static: View {
        var body: some View {
            List {
                Text("A List Item")
                Text("A Second List Item")
                Label("Third", systemImage: "star")
                HStack {
                    Text("Fourth")
                    Spacer()
                    Text("Detail")
                }
            }
        }
    }

    @Test func `static rows`() {
        let window = TestWindow(Static())
        #expect(window.all(.row).map(\.text) == ["A List Item", "A Second List Item", "Third", "Fourth Detail"])
    }

    private struct Oceans: View {
        @State private var oceans = [Ocean(name: "Pacific"), Ocean(name: "Atlantic"), Ocean(name: "Indian")]
        @State private var multiSelection = Set<String>()
        @State private var selection: String?
        let form: Int

        var body: some View {
            NavigationStack {
                list
                    .navigationTitle("Oceans")
                    .toolbar { EditButton() }
            }
            Button("Insert") { oceans.insert(Ocean(name: "Arctic"), at: 1) }
            Button("Remove") { oceans.removeFirst() }
            Button("Warm") { oceans[0].isWarm = true }
            Text("\(multiSelection.count) selections, \(selection ?? "none")")
        }

        @ViewBuilder private var list: some View {
            switch form {
            case 0: List(oceans) { Text($0.name + ($0.isWarm ? "!" : "")) }
            case 1: List(oceans, selection: $multiSelection) { Text($0.name + ($0.isWarm ? "!" : "")) }
            case 2: List(oceans, selection: $selection) { ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) }
            case 3: List(oceans, id: \.name) { Text($0.name + ($0.isWarm ? "!" : "")) }
            case 4: List($oceans) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) }
            case 5: List($oceans, id: \.name) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) }
            case 6: List($oceans, editActions: .all) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) }
            case 7:
                List($oceans, editActions: [.delete, .move], selection: $multiSelection) { $ocean in
                    Text(ocean.name + (ocean.isWarm ? "!" : ""))
                }
            case 8: List { ForEach(oceans) { Text($0.name + ($0.isWarm ? "!" : "")) }.onDelete { oceans.remove(atOffsets: $0) } }
            case 9: List { ForEach($oceans, editActions: .delete) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) } }
            case 10: List { Section("All") { ForEach($oceans) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) } } }
            case 11: List(oceans.indices, id: \.self) { Text(oceans[$0].name + (oceans[$0].isWarm ? "!" : "")) }
            case 12: List(selection: $selection) { ForEach(oceans) { Text($0.name + ($0.isWarm ? "!" : "")).tag($0.name) } }
            case 13: List(0..<oceans.count, id: \.self) { Text(oceans[$0].name + (oceans[$0].isWarm ? "!" : "")) }
            default: List($oceans, selection: $multiSelection) { $ocean in Text(ocean.name + (ocean.isWarm ? "!" : "")) }
            }
        }
    }

    @Test(arguments: 0...14) func `rows of data that change`(_ form: Int) throws {
        let window = TestWindow(Oceans(form: form))
        func rows() -> [String] { window.all(.row).map(\.text) }
        #expect(rows() == ["Pacific", "Atlantic", "Indian"])
        try window.find(.button, "Insert").tap()
        #expect(rows() == ["Pacific", "Arctic", "Atlantic", "Indian"])
        try window.find(.button, "Warm").tap()
        #expect(rows() == ["Pacific!", "Arctic", "Atlantic", "Indian"])
        try window.find(.button, "Remove").tap()
        #expect(rows() == ["Arctic", "Atlantic", "Indian"])
        if [6, 7, 8, 9].contains(form) {
            try window.find(.row, "Atlantic").delete()
            #expect(rows() == ["Arctic", "Indian"])
        }
        if [1, 7, 14].contains(form) {
            try window.find(.row, "Indian").select()
            #expect(window.texts.contains("1 selections, none"))
        }
        if [2, 12].contains(form) {
            try window.find(.row, "Indian").select()
            #expect(window.texts.contains("0 selections, Indian"))
        }
    }

    private struct Hierarchy: View {
        @State private var items = [
            FileItem(name: "users", children: [FileItem(name: "photos"), FileItem(name: "movies", children: [])]),
            FileItem(name: "newFolder"),
        ]

        var body: some View {
            List(items, children: \.children) { item in Text(item.name) }
            List($items, children: \.children) { $item in TextField("Name", text: $item.name) }
            Button("Add") { items[0].children?.insert(FileItem(name: "new"), at: 0) }
        }
    }

    @Test func `hierarchies`() throws {
        let window = TestWindow(Hierarchy())
        #expect(window.all(.textField).map(\.value) == ["users", "newFolder"])
        try window.find(.disclosure).expand()
        try window.all(.list)[1].find(.disclosure).expand()
        try window.find(.button, "Add").tap()
        #expect(window.all(.list)[0].texts == ["users", "new", "photos", "movies", "newFolder"])
        #expect(window.all(.textField).map(\.value) == ["users", "new", "photos", "movies", "newFolder"])
        try window.all(.textField)[1].type("typed")
        #expect(window.all(.list)[0].texts == ["users", "typed", "photos", "movies", "newFolder"])
    }

    private struct Sections: View {
        @State private var isExpanded = true
        @State private var oceans = [Ocean(name: "Pacific")]

        var body: some View {
            List {
                Section(header: Text("Header"), footer: Text("Footer")) { ForEach(oceans) { Text($0.name) } }
                Section("Title") { Text("One") }
                Section {
                    Text("Two")
                } header: {
                    Text("Above")
                } footer: {
                    Text("Below")
                }
                Section("Expandable", isExpanded: $isExpanded) { Text("Hidden") }
            }
            .listStyle(.sidebar)
            Button("Collapse") { isExpanded = false }
            Button("Insert") { oceans.append(Ocean(name: "Arctic")) }
        }
    }

    @Test func `sections`() throws {
        let window = TestWindow(Sections())
        let list = try window.find(.list)
        #expect(list.texts == ["Header", "Pacific", "Footer", "Title", "One", "Above", "Two", "Below", "Expandable", "Hidden"])
        try window.find(.button, "Collapse").tap()
        try window.find(.button, "Insert").tap()
        #expect(list.texts == ["Header", "Pacific", "Arctic", "Footer", "Title", "One", "Above", "Two", "Below", "Expandable"])
    }

    private struct Reminders: View {
        struct Reminder: Identifiable {
            let id: Int
            var title = ""
        }
        @State private var reminders = [Reminder(id: 0, title: "Milk"), Reminder(id: 1, title: "Bread")]
        @FocusState private var focused: Int?

        var body: some View {
            List {
                ForEach($reminders) { $reminder in
                    TextField("Reminder", text: $reminder.title)
                        .focused($focused, equals: reminder.id)
                        .onSubmit {
                            let index = reminders.firstIndex { $0.id == reminder.id } ?? 0
                            let new = Reminder(id: reminders.count)
                            reminders.insert(new, at: index + 1)
                            focused = new.id
                        }
                }
                .onDelete { reminders.remove(atOffsets: $0) }
            }
        }
    }

    @Test func `Return in a reminder makes the next one, which gets the focus`() throws {
        let window = TestWindow(Reminders())
        try window.all(.textField)[0].focus()
        try window.all(.textField)[0].submit()
        #expect(window.all(.textField).map(\.value) == ["Milk", "", "Bread"])
        #expect(window.all(.textField).map(\.isFocused) == [false, true, false])
        try window.all(.textField)[1].type("Tea")
        try window.all(.textField)[1].submit()
        try window.all(.textField)[2].type("Jam")
        #expect(window.all(.textField).map(\.value) == ["Milk", "Tea", "Jam", "Bread"])
        #expect(window.all(.textField).map(\.isFocused) == [false, false, true, false])
    }
}
