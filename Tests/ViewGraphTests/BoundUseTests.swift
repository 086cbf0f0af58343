import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// Controls and modifiers that take a collection or a binding to one, and show no rows of it, after
/// each kind of edit. `BoundCollectionTests` has the forms that show rows.
@MainActor
struct BoundUseTests {
    private let model = BoundModel()
    private let isPresented = Binding(StateBox(false))

    private var names: [String] { model.rows.map(\.name) }

    /// Edits the rows, and calls a closure after each edit.
    private func edit(_ screen: Screen, _ check: (_ edit: Comment) throws -> Void) rethrows {
        let rows = Bindable(model).rows
        let edits: [(Comment, () -> Void)] = [
            ("at first", {}),
            ("after an insertion", { rows.wrappedValue.insert(.new, at: 0) }),
            ("after the removal of the first", { rows.wrappedValue.remove(at: 0) }),
            ("after an edit", { rows.wrappedValue[0].name = "•edited" }),
            ("after a move", { rows.wrappedValue.swapAt(0, 2) }),
            ("after an edit by a binding", { rows[0].wrappedValue.name = "•through a binding" }),
            ("after a replacement", { rows.wrappedValue = [BoundRow(id: 9, name: "•other"), .new] }),
        ]
        for (comment, edit) in edits {
            edit()
            screen.update()
            try check(comment)
        }
    }

    // MARK: Pickers

    private struct Pickers: View {
        let form: Int
        @Bindable var model: BoundModel
        private let title = "Name"

        var body: some View { AnyView(AnyView(picker).pickerStyle(.inline)) }

        private var picker: any View {
            switch form {
            case 0: Picker("Name", sources: $model.rows, selection: \.name) { options }
            case 1: Picker(title, sources: $model.rows, selection: \.name) { options }
            case 2: Picker(sources: $model.rows, selection: \.name, content: { options }, label: { Text(title) })
            case 3:
                Picker("Name", sources: $model.rows, selection: \.name, content: { options }, currentValueLabel: { Text("now") })
            case 4:
                Picker(title, sources: $model.rows, selection: \.name, content: { options }, currentValueLabel: { Text("now") })
            default:
                Picker(
                    sources: $model.rows, selection: \.name, content: { options }, label: { Text(title) },
                    currentValueLabel: { Text("now") })
            }
        }

        private var options: some View {
            ForEach(["•one", "•two", "•three", "•new", "•edited", "•through a binding", "•other"], id: \.self) {
                Text(verbatim: $0).tag($0)
            }
        }
    }

    @Test(arguments: 0...5)
    func `a picker of several sources shows the first one, and sets those that there are`(_ form: Int) throws {
        let screen = Screen(Pickers(form: form, model: model))
        edit(screen) { edit in
            let selected = screen.choices.filter(\.content.isSelected)
            #expect(selected.flatMap { screen.texts(of: $0.item) } == [names[0]], edit)
        }
        let other = try #require(screen.choices.first { screen.texts(of: $0.item) == ["•two"] })
        screen.send(PressEvent(), to: other.item)
        #expect(names == ["•two", "•two"])
    }

    // MARK: Share links

    private struct Links: View {
        let form: Int
        let model: BoundModel
        private let title = "Names"

        var body: some View { AnyView(shared) }

        private var names: [String] { model.rows.map(\.name) }

        private var shared: any View {
            switch form {
            case 0: ShareLink(items: names)
            case 1: ShareLink("Names", items: names)
            case 2: ShareLink(title, items: names)
            case 3: ShareLink(Text(title), items: names)
            case 4: ShareLink(items: names) { Text(title) }
            case 5: ShareLink(items: names) { SharePreview($0) }
            case 6: ShareLink("Names", items: names) { SharePreview($0) }
            case 7: ShareLink(title, items: names) { SharePreview($0) }
            case 8: ShareLink(Text(title), items: names) { SharePreview($0) }
            default: ShareLink(items: names, preview: { SharePreview($0) }, label: { Text(title) })
            }
        }
    }

    @Test(arguments: 0...9)
    func `a share link shares the items that there are`(_ form: Int) {
        let screen = Screen(Links(form: form, model: model))
        edit(screen) { edit in
            let shares: [ShareContent] = screen.controls { if case .share(let share) = $0 { share } else { nil } }.map(\.content)
            #expect(shares.map(\.text) == [names.joined(separator: "\n")], edit)
            if form >= 5 { #expect(shares.map(\.subject) == [names[0]], edit) }
        }
    }

    // MARK: Search

    private struct Searching: View {
        let isPresented: Binding<Bool>?
        @Bindable var model: BoundModel
        @State private var text = ""

        var body: some View {
            if let isPresented {
                Text("x").searchable(text: $text, tokens: $model.rows, isPresented: isPresented) { Text($0.name) }
            } else {
                Text("x").searchable(text: $text, tokens: $model.rows) { Text($0.name) }
            }
        }
    }

    private struct Suggesting: View {
        let isPresented: Binding<Bool>?
        let chosen: Binding<[BoundRow]>
        @Bindable var model: BoundModel
        @State private var text = ""

        var body: some View {
            if let isPresented {
                Text("x").searchable(
                    text: $text, tokens: chosen, suggestedTokens: $model.rows, isPresented: isPresented
                ) { Text($0.name) }
            } else {
                Text("x").searchable(text: $text, tokens: chosen, suggestedTokens: $model.rows) { Text($0.name) }
            }
        }
    }

    @Test(arguments: [false, true])
    func `the tokens of a search field are the elements, each of which the user removes`(isPresentable: Bool) throws {
        let screen = Screen(Searching(isPresented: isPresentable ? isPresented : nil, model: model))
        var tokens: [(item: Screen.Item, content: String)] {
            screen.controls { if case .search(.token(let label)) = $0 { label } else { nil } }
        }
        edit(screen) { edit in #expect(tokens.map(\.content) == names, edit) }
        screen.send(PressEvent(), to: tokens.first?.item)
        #expect(model.rows == [.new])
        #expect(tokens.map(\.content) == names)
    }

    @Test(arguments: [false, true])
    func `the suggested tokens of a search field are the elements, of which the user adds one`(isPresentable: Bool) throws {
        let chosen = Binding(StateBox<[BoundRow]>([]))
        let screen = Screen(Suggesting(isPresented: isPresentable ? isPresented : nil, chosen: chosen, model: model))
        var completions: [Screen.Item] {
            screen.controls { if case .search(.completion) = $0 { true } else { nil } }.map(\.item)
        }
        screen.send(FocusEvent(isFocused: true), to: screen.fields.first?.item)
        screen.type("r", into: try #require(screen.fields.first).item)
        edit(screen) { edit in #expect(completions.flatMap(screen.texts) == names, edit) }
        screen.send(PressEvent(), to: completions.last)
        #expect(chosen.wrappedValue == [.new])
    }

    // MARK: Files

    private struct Note: FileDocument {
        static let readableContentTypes: [UTType] = [.plainText]
        let text: String

        init(_ text: String) { self.text = text }
        init(configuration: ReadConfiguration) throws { text = "" }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            FileWrapper(regularFileWithContents: Data(text.utf8))
        }
    }

    private final class Sheet: ReferenceFileDocument, @unchecked Sendable {
        static let readableContentTypes: [UTType] = [.plainText]
        let text: String

        init(_ text: String) { self.text = text }
        init(configuration: ReadConfiguration) throws { text = "" }

        func snapshot(contentType: UTType) throws -> String { text }

        func fileWrapper(snapshot: String, configuration: WriteConfiguration) throws -> FileWrapper {
            FileWrapper(regularFileWithContents: Data(snapshot.utf8))
        }
    }

    private struct Exporting: View {
        let areObjects: Bool
        let isPresented: Binding<Bool>
        let model: BoundModel

        var body: some View {
            if areObjects {
                Text("x").fileExporter(
                    isPresented: isPresented, documents: model.rows.map { Sheet($0.name) }, contentType: .plainText,
                    onCompletion: { (_: Result<[URL], any Error>) in })
            } else {
                Text("x").fileExporter(
                    isPresented: isPresented, documents: model.rows.map { Note($0.name) }, contentType: .plainText,
                    onCompletion: { (_: Result<[URL], any Error>) in })
            }
        }
    }

    @Test(arguments: [false, true])
    func `an export has the documents that there are`(areObjects: Bool) throws {
        let screen = Screen(Exporting(areObjects: areObjects, isPresented: isPresented, model: model))
        try edit(screen) { (edit) throws in
            isPresented.wrappedValue = true
            screen.update()
            let downloads = screen.graph.drainRequests().compactMap { request in
                if case .download(let id) = request { screen.graph.files.takeDownload(id) } else { nil }
            }
            #expect(try downloads.map { try String(contentsOf: $0.url, encoding: .utf8) } == names, edit)
            for download in downloads { screen.graph.files.finish(download, nil) }
        }
    }

    // MARK: Columns

    /// A table of one row, with a column for each element: a field for its name.
    private struct Columns: View {
        let hasID: Bool
        @Bindable var model: BoundModel

        var body: some View {
            if hasID {
                Table([BoundRow(id: 7, name: "row")]) {
                    TableColumnForEach($model.rows, id: \.id) { $column in
                        TableColumn(column.name) { _ in TextField("Name", text: $column.name) }
                    }
                }
            } else {
                Table([BoundRow(id: 7, name: "row")]) {
                    TableColumnForEach($model.rows) { $column in
                        TableColumn(column.name) { _ in TextField("Name", text: $column.name) }
                    }
                }
            }
        }
    }

    private func titles(_ screen: Screen) -> [String] {
        screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.map { screen.texts(of: $0)[0] }
    }

    @Test(arguments: [false, true])
    func `the columns of a table are the elements, which their cells edit`(hasID: Bool) throws {
        let screen = Screen(Columns(hasID: hasID, model: model))
        try edit(screen) { (edit) throws in
            #expect(titles(screen) == names, edit)
            #expect(screen.fields.map(\.content.text) == names, edit)
            let old = model.rows
            screen.type("•typed", into: try #require(screen.fields.last).item)
            #expect(names == old.dropLast().map(\.name) + ["•typed"], edit)
            #expect(titles(screen) == names, edit)
            model.rows = old
            screen.update()
        }
    }

    // MARK: Rotors

    private struct Rotors: View {
        let form: Int
        @Bindable var model: BoundModel

        var body: some View { AnyView(content) }

        private var content: any View {
            switch form {
            case 0:
                Text("x").accessibilityRotor("Rows") {
                    ForEach($model.rows) { $row in AccessibilityRotorEntry(row.name, id: row.id) }
                }
            case 1:
                Text("x").accessibilityRotor("Rows") {
                    ForEach($model.rows, id: \.id) { $row in AccessibilityRotorEntry(row.name, id: row.id) }
                }
            default: Text("x").accessibilityRotor("Rows", entries: model.rows, entryLabel: \.name)
            }
        }
    }

    @Test(arguments: 0...2)
    func `the entries of a rotor are the elements`(_ form: Int) {
        let screen = Screen(Rotors(form: form, model: model))
        edit(screen) { edit in
            _ = screen.graph.drainRequests()
            screen.send(RotorsEvent(), to: screen.item(0))
            let rotors = screen.graph.drainRequests().compactMap { request in
                if case .rotors(_, let rotors) = request { rotors } else { nil }
            }
            #expect(rotors.map { $0.map(\.entries) } == [[names]], edit)
        }
    }
}
