import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

/// Views with hostile texts have the same tags and attributes as with a harmless text, in a page and
/// in a patch.
@MainActor
struct InjectionTests {
    /// A view with a text in one place.
    struct Specimen: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the text is shown as it is, so that the HTML must contain it.
        var shows = true
        let view: @MainActor @Sendable (String) -> AnyView

        init<Content: View>(
            _ name: String, shows: Bool = true, @ViewBuilder _ view: @escaping @MainActor @Sendable (String) -> Content
        ) {
            testDescription = name
            self.shows = shows
            self.view = { AnyView(view($0)) }
        }
    }

    private struct Row: Identifiable {
        var id: String
    }

    nonisolated static let specimens: [Specimen] = texts + controls + names + presentations

    nonisolated private static let texts = [
        Specimen("Text") { Text(verbatim: $0) },
        Specimen("Text of an interpolation") { Text("Hello, \($0)!") },
        Specimen("bold Text") { Text("\(Text(verbatim: $0).bold()) and more") },
        Specimen("font name", shows: false) { Text("a").font(.custom("a" + $0, size: 12)) },
        Specimen("help") { Text("a").help($0) },
        Specimen("accessibility label") { Text("a").accessibilityLabel(Text(verbatim: $0)) },
        Specimen("accessibility hint") { Text("a").accessibilityHint(Text(verbatim: $0)) },
        Specimen("accessibility value") { Circle().accessibilityValue(Text(verbatim: $0)) },
        Specimen("accessibility identifier") { Text("a").accessibilityIdentifier($0) },
        Specimen("Label") { Label($0, systemImage: "star") },
        Specimen("GroupBox") { GroupBox($0) { Text("a") } },
        Specimen("DisclosureGroup") { DisclosureGroup($0) { Text("a") } },
        Specimen("LabeledContent") { LabeledContent($0, value: $0) },
        Specimen("ContentUnavailableView") { ContentUnavailableView($0, systemImage: "star", description: Text(verbatim: $0)) },
        Specimen("section of a list") { text in
            List {
                Section {
                    Text(verbatim: text)
                } header: {
                    Text(verbatim: text)
                }
            }
        },
        Specimen("rows with IDs") { text in List([Row(id: text)]) { Text(verbatim: $0.id).badge(text) } },
        Specimen("column of a table") { text in Table([Row(id: text)]) { TableColumn(text) { Text(verbatim: $0.id) } } },
    ]

    nonisolated private static let controls = [
        Specimen("Button") { text in Button(text) {} },
        Specimen("Toggle") { Toggle($0, isOn: .constant(true)) },
        Specimen("title of a TextField") { TextField($0, text: .constant("a")) },
        Specimen("text of a TextField") { TextField("a", text: .constant($0)) },
        Specimen("SecureField") { SecureField("a", text: .constant($0)) },
        Specimen("field of several lines") { TextField("a", text: .constant($0), axis: .vertical) },
        Specimen("TextEditor") { TextEditor(text: .constant($0)) },
        Specimen("Picker") { text in Picker(text, selection: .constant(text)) { Text(verbatim: text).tag(text) } },
        Specimen("segmented Picker") { text in
            Picker(text, selection: .constant(text)) { Text(verbatim: text).tag(text) }.pickerStyle(.segmented)
        },
        Specimen("DatePicker") { DatePicker($0, selection: .constant(Date(timeIntervalSince1970: 0))) },
        Specimen("ColorPicker") { ColorPicker($0, selection: .constant(.red)) },
        Specimen("Stepper") { Stepper($0, value: .constant(1)) },
        Specimen("Slider") { text in Slider(value: .constant(1)) { Text(verbatim: text) } },
        Specimen("ProgressView") { ProgressView($0, value: 0.5) },
        Specimen("Gauge") { text in Gauge(value: 0.5) { Text(verbatim: text) } },
        Specimen("Menu") { text in Menu(text) { Button(text) {} } },
        Specimen("title of a Link") { Link($0, destination: URL(string: "https://example.com")!) },
        Specimen("ShareLink") { ShareLink($0, item: $0) },
        Specimen("search") { Text("a").searchable(text: .constant($0), prompt: $0) },
        Specimen("keyboard shortcut", shows: false) { text in
            Button("a") {}.keyboardShortcut(KeyEquivalent(text.first ?? "a"))
        },
    ]

    nonisolated private static let names = [
        Specimen("name of a symbol", shows: false) { Image(systemName: "unknown " + $0) },
        Specimen("name of an image", shows: false) { Image($0) },
        Specimen("address of an image", shows: false) {
            AsyncImage(url: URL(string: "https://a.example/" + $0) ?? URL(string: "https://a.example/"))
        },
        Specimen("path of a page", shows: false) { text in
            NavigationStack(path: .constant([text])) {
                Text("a").navigationDestination(for: String.self) { Text(verbatim: $0).navigationTitle(text) }
            }
        },
    ]

    nonisolated private static let presentations = [
        Specimen("navigation title") { text in NavigationStack { Text("a").navigationTitle(text).navigationSubtitle(text) } },
        Specimen("tab") { text in TabView { Text("a").tabItem { Text(verbatim: text) } } },
        Specimen("alert") { text in
            Text("a").alert(text, isPresented: .constant(true)) {
                Button(text) {}
            } message: {
                Text(verbatim: text)
            }
        },
        Specimen("confirmation dialog") { text in
            Text("a").confirmationDialog(text, isPresented: .constant(true), titleVisibility: .visible) { Button(text) {} }
        },
        Specimen("sheet") { text in Text("a").sheet(isPresented: .constant(true)) { Text(verbatim: text) } },
    ]

    private func render(_ view: AnyView, title: String = "Test") -> (page: String, patch: String) {
        let graph = WindowGraph(title: title, content: view)
        graph.mount()
        _ = graph.flush()
        return (Page.html(of: graph, token: "0", nonce: "0"), HTMLRenderer.html(of: graph.root, in: nil, .compact))
    }

    /// The text as browsers show it: a null character is replaced.
    private func shown(_ text: String) -> String { text.replacing("\0", with: "\u{FFFD}") }

    private func compare(_ html: String, with expected: String, _ text: String, shows: Bool) {
        let (tokens, harmless) = (HTMLTokens(html), HTMLTokens(expected))
        #expect(tokens.tags == harmless.tags, "The text \(text.debugDescription) changes the tags.")
        for tag in tokens.tags {
            #expect(
                !tag.attributes.contains { $0.name.lowercased().hasPrefix("on") },
                "The text \(text.debugDescription) is an event handler.")
            for (name, value) in tag.attributes where ["href", "src", "action", "formaction", "data-opened-url"].contains(name) {
                let scheme = value.unicodeScalars.filter { $0.value > 0x20 }.prefix { $0 != ":" }
                let isCode = ["javascript", "vbscript"].contains(String(String.UnicodeScalarView(scheme)).lowercased())
                #expect(!isCode, "The text \(text.debugDescription) is code in \(name).")
            }
        }
        // A style element has one rule for each one of the harmless page, and no other element inside.
        func braces(_ tokens: HTMLTokens) -> Int { tokens.texts.joined().filter { $0 == "{" }.count }
        if !text.contains("{") { #expect(braces(tokens) == braces(harmless)) }
        guard shows else { return }
        let values = tokens.tags.flatMap { $0.attributes.map(\.value) } + tokens.texts
        #expect(values.contains { $0.contains(shown(text)) }, "The text \(text.debugDescription) is not shown.")
    }

    @Test(arguments: specimens)
    func `no text becomes markup`(_ specimen: Specimen) {
        let harmless = render(specimen.view(InjectionCorpus.harmless))
        for text in InjectionCorpus.texts {
            let (page, patch) = render(specimen.view(text))
            compare(page, with: harmless.page, text, shows: specimen.shows)
            compare(patch, with: harmless.patch, text, shows: specimen.shows)
        }
    }

    @Test func `the title of a window is text`() {
        let harmless = render(AnyView(Text("a")), title: InjectionCorpus.harmless)
        for text in InjectionCorpus.texts {
            compare(render(AnyView(Text("a")), title: text).page, with: harmless.page, text, shows: true)
        }
    }

    @Test func `no address of a link runs code in the page`() {
        for text in InjectionCorpus.texts {
            guard let url = URL(string: text) else { continue }
            let view = AnyView(Link("a", destination: url))
            for tag in HTMLTokens(render(view).page).tags {
                guard let address = tag.attributes.first(where: { $0.name == "href" && tag.name == "a" })?.value else { continue }
                #expect(!address.lowercased().contains("script:"), "\(address)")
                #expect(!address.lowercased().hasPrefix("data:"), "\(address)")
            }
        }
    }

    @Test func `a patch with any text is JSON that contains the text`() throws {
        for text in InjectionCorpus.texts {
            let patch = Patch(operations: [.inside(id: 1, html: text), .attributes(id: 2, [text: text])], acknowledged: 3)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(patch.json.utf8)) as? [String: Any])
            let operations = try #require(object["operations"] as? [[Any]])
            // Foundation drops a byte order mark at the beginning of a string.
            let read = text.replacing("\u{FEFF}", with: "")
            #expect(operations.count == 2)
            #expect((operations[0].last as? String)?.replacing("\u{FEFF}", with: "") == read)
            #expect((operations[1].last as? [String: String])?.values.first?.replacing("\u{FEFF}", with: "") == read)
        }
    }
}
