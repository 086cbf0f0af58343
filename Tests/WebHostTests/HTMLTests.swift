import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

@MainActor
struct HTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        // StablePathTests checks the paths.
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
            .replacing(#/ data-path="[0-9a-z]+"/#, with: "")
    }

    @Test func textIsEscapedWhereverItStands() {
        let nasty = #"<script>alert("1")</script> & 'two'"#
        #expect(
            html(Text(verbatim: nasty).help(Text(verbatim: nasty)))
                == ##"<span class="text" dir="auto" data-id="1" title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;">"##
                + ##"&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;</span>"##)
        #expect(
            html(TextField("\(nasty)", text: .constant(#"" onfocus="x"#)))
                == ##"<input class="field grows-x" type="text" value="&quot; onfocus=&quot;x" "##
                + ##"placeholder="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;" "##
                + ##"aria-label="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;two&#39;" maxlength="10000" autocomplete="off" spellcheck="false" data-id="1">"##
        )
    }

    @Test func `a carriage return in an attribute is a reference, which browsers do not change`() {
        #expect(html(TextField("Text", text: .constant("a\r\nb"))).contains("value=\"a&#13;\nb\""))
    }

    @Test func `the page has the translations of all words of its script`() {
        let scripts = Assets.files.filter { $0.key.hasSuffix(".js") }.map { String(decoding: $0.value.bytes, as: UTF8.self) }
        let used = Set(scripts.flatMap { $0.matches(of: /\bword\("([^"]+)"\)/).map { String($0.1) } })
        #expect(used == Set(ScriptWords.keys))
        #expect(ScriptWords.keys == ScriptWords.keys.sorted())
        // An app that translates none of them has no table.
        #expect(ScriptWords.translations == nil)
    }

    @Test func marksOfDirectionAndOtherScriptsAreKept() {
        #expect(html(Text(verbatim: "a\u{202E}b\u{0}ç日")).contains(">a\u{202E}b\u{0}ç日<") == false)
        #expect(html(Text(verbatim: "a\u{202E}bç日")).contains(">a\u{202E}bç日<"))
        #expect(html(Text(verbatim: "a\u{0}<")).contains(">a\u{FFFD}&lt;<"))
    }

    @Test func stacksAndBoxesBecomeStyle() {
        #expect(
            html(VStack(alignment: .leading, spacing: 4) { Text("a").padding(.horizontal, 8) })
                == #"<div class="vstack" style="gap:4px;align-items:flex-start" data-id="1">"#
                + #"<div class="box" style="padding:0px 8px 0px 8px" data-id="2"><span class="text" dir="auto" data-id="3">a</span></div></div>"#
        )
        #expect(
            html(
                Text("5").foregroundStyle(.white).frame(width: 50, height: 30).background(
                    .red, in: RoundedRectangle(cornerRadius: 9)))
                == #"<div class="box" style="background:var(--red);border-radius:9px" data-id="1">"#
                + #"<div class="frame" style="width:50px;height:30px;flex-shrink:0" data-id="2">"#
                + #"<span class="text" style="color:var(--white)" dir="auto" data-id="3">5</span></div></div>"#)
    }

    @Test func controlsSayWhatTheyAre() {
        #expect(
            html(
                Button("Go") {}.keyboardShortcut("r", modifiers: [.option, .shift]).disabled(true).accessibilityIdentifier("go"))
                == #"<button class="button automatic" type="button" data-action="press" aria-keyshortcuts="Alt+Shift+R" disabled="" "#
                + #"data-id="1" data-identifier="go"><span class="text" dir="auto" data-id="2">Go</span></button>"#)
        #expect(html(ProgressView()) == #"<div class="spinner" role="progressbar" aria-label="Loading" data-id="1"></div>"#)
        #expect(
            html(ProgressView(value: 1, total: 4))
                == #"<div class="progress grows-x" style="--fraction:0.25" role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="25" data-id="1"></div>"#
        )
    }

    @Test func `toggles have the roles and states of ARIA`() {
        #expect(
            html(Toggle("On", isOn: .constant(true)))
                == #"<button class="toggle switch grows-x" role="switch" aria-checked="true" type="button" data-id="1">"#
                + #"<span class="text" dir="auto" data-id="2">On</span></button>"#)
        #expect(
            html(Toggle("On", isOn: .constant(true)).labelsHidden())
                == #"<button class="toggle switch unlabeled" role="switch" aria-checked="true" type="button" data-id="1">"#
                + #"<span class="text" dir="auto" data-id="2">On</span></button>"#)
        let mixed = [Binding.constant(true), .constant(false)]
        #expect(
            html(Toggle("Both", sources: mixed, isOn: \.self).toggleStyle(.checkbox).disabled(true))
                .hasPrefix(
                    #"<button class="toggle checkbox" role="checkbox" aria-checked="mixed" type="button" disabled="" data-id="1">"#
                ))
        #expect(
            html(Toggle("On", isOn: .constant(false)).toggleStyle(.button))
                .hasPrefix(
                    #"<button class="toggle pressed button bordered" aria-pressed="false" type="button" data-id="1">"#))
        #expect(
            html(Toggle("On", isOn: .constant(false)).keyboardShortcut("r", modifiers: [.option, .shift]))
                .hasPrefix(
                    #"<button class="toggle switch grows-x" role="switch" aria-checked="false" type="button" "#
                        + #"aria-keyshortcuts="Alt+Shift+R""#))
    }

    @Test func `a page has a bar with its title, escaped`() {
        let html = html(NavigationStack { Text("x").navigationTitle("A <b>") })
        #expect(
            html.hasPrefix(
                #"<div class="stack grows-x grows-y" data-id="1"><div class="page grows-x grows-y" data-id="2">"#
                    + #"<header class="bar large" data-id="3"><h2 class="bar-title" dir="auto">A &lt;b&gt;</h2></header>"#))
    }

    private func stack(_ title: String) -> some View {
        NavigationStack(path: .constant([1])) {
            Text("Root").navigationTitle(Text(verbatim: title)).navigationDestination(for: Int.self) { _ in Text("Page") }
        }
    }

    @Test func `a Back button says where it leads, in the language of its stack`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let table = folder.appendingPathComponent("de.lproj/Localizable.strings")
        try FileManager.default.createDirectory(at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#""Back" = "Zurück"; "Back to %@" = "Zurück zu %@";"#.utf8).write(to: table)
        Localization.$appDirectory.withValue(folder) {
            let untitled = html(stack("").environment(\.locale, Locale(identifier: "de")))
            #expect(untitled.contains(#"aria-label="Zurück"><span dir="auto">Zurück</span>"#))
            let titled = html(stack("Parks").environment(\.locale, Locale(identifier: "de")))
            #expect(titled.contains(#"aria-label="Zurück zu Parks"><span dir="auto">Parks</span>"#))
        }
        #expect(html(stack("")).contains(#"aria-label="Back"><span dir="auto">Back</span>"#))
        #expect(html(stack("Back")).contains(#"aria-label="Back to Back"><span dir="auto">Back</span>"#))
    }

    @Test func `the bar of an editor has its title at the leading end`() {
        let html = html(NavigationStack { Text("x").navigationTitle("A").toolbarRole(.editor) })
        #expect(html.contains(#"<header class="bar leading-title" data-id="3"><h2 class="bar-title" dir="auto">A</h2>"#))
    }

    @Test func `a link is a button with the role of a link, disabled outside of a stack`() {
        #expect(
            html(NavigationLink("Go", value: 1))
                == #"<button class="link" type="button" role="link" data-action="press" disabled="" aria-disabled="true" data-id="1">"#
                + #"<span class="text" dir="auto" data-id="2">Go</span></button>"#)
    }

    @Test func `a field with a border has the class of its corners`() {
        let field = TextField("Name", text: .constant(""))
        #expect(html(field.textFieldStyle(.roundedBorder)).contains(#"class="field rounded"#))
        #expect(html(field.textFieldStyle(.squareBorder)).contains(#"class="field square"#))
    }

    @Test func `a link has the class of an arrow that is shown or hidden`() {
        func link(_ visibility: Visibility) -> String {
            html(NavigationLink("Go", value: 1).navigationLinkIndicatorVisibility(visibility))
        }
        #expect(link(.automatic).hasPrefix(#"<button class="link" "#))
        #expect(link(.visible).hasPrefix(#"<button class="link with-arrow" "#))
        #expect(link(.hidden).hasPrefix(#"<button class="link without-arrow" "#))
    }

    @Test func `a link with a button style is a button with the role of a link`() {
        #expect(
            html(NavigationLink("Go", value: 1).buttonStyle(.plain))
                == #"<button class="button plain" type="button" data-action="press" role="link" disabled="" data-id="1">"#
                + #"<span class="text" dir="auto" data-id="2">Go</span></button>"#)
    }

    @Test func `a sheet is a dialog that names itself and its heights`() {
        let html = html(Text("x").sheet(isPresented: .constant(true)) { Text("y").presentationDetents([.medium, .large]) })
        #expect(
            html.contains(
                #"<dialog class="sheet" style="--detent:50dvh" aria-label="Sheet" autofocus="" data-light="" data-detents="2" data-detent="0" data-id="2">"#
                    + #"<button type="button" class="grabber" aria-label="Height of the sheet"></button>"#))
    }

    @Test func rowsSectionsAndGapsOfAList() {
        let list = List {
            Section("A") {
                ForEach(0..<80) { Text("\($0)") }.onDelete { _ in }
            }
        }
        let html = html(list)
        #expect(
            html.hasPrefix(
                #"<div class="list grows-x grows-y" role="list" data-id="1"><section class="section" role="none" data-first-row="0" data-id="2"><div class="header" role="listitem" "#
            ))
        #expect(html.components(separatedBy: #"class="row deletable" role="listitem""#).count - 1 == 50)
        #expect(html.contains(#"role="heading" aria-level="2">A<"#))
        #expect(html.contains(#"aria-label="Delete""#))
        #expect(
            html.contains(#"style="--rows:30;--headers:0" aria-hidden="true" data-spacer="" data-first-row="50" data-rows="30""#))
    }

    @Test func `the header of a list with a selection names its section and is no heading`() {
        let list = List(selection: .constant(Set<Int>())) {
            Section("A") {
                ForEach(0..<2) { Text("\($0)") }
            }
        }
        let html = html(list)
        #expect(
            html.contains(
                #"<section class="section" role="group" data-first-row="0" data-id="2" aria-labelledby="label-3"><div class="header" data-id="3" id="label-3">"#
            ))
        #expect(!html.contains("heading"))
    }

    @Test func `a text of one line ends at a letter`() {
        #expect(html(Text("a").lineLimit(1)).contains(#"class="text clamped one-line""#))
        #expect(html(Text("a").lineLimit(2)).contains(#"class="text clamped""#))
    }

    @Test func `only a text of one line is cut at its start or in its middle`() {
        #expect(html(Text("a").lineLimit(1).truncationMode(.head)).contains(#"data-truncation="head""#))
        #expect(html(Text("a").lineLimit(1).truncationMode(.middle)).contains(#"data-truncation="middle""#))
        #expect(!html(Text("a").lineLimit(1).truncationMode(.tail)).contains("data-truncation"))
        #expect(!html(Text("a").lineLimit(2).truncationMode(.head)).contains("data-truncation"))
    }

    private struct Peak: Identifiable {
        let id = 1
        let name = "Denali"
    }

    @Test func `a table has the roles of one, and buttons in the titles that sort`() {
        let order = [KeyPathComparator(\Peak.name, order: .reverse)]
        let table = Table([Peak()], selection: .constant(Set([1])), sortOrder: .constant(order)) {
            TableColumn("Name", value: \.name) { Text($0.name) }.width(min: 50, ideal: 80)
            TableColumn("Size") { _ in Text("big") }.width(90).alignment(.trailing)
        }
        let html = html(table)
        #expect(
            html.hasPrefix(
                #"<div class="table inset grows-x grows-y" style="--columns:minmax(50px, 1fr) 90px" role="grid" "#
                    + #"aria-label="Table" aria-multiselectable="true" data-id="1"><div class="table-header" role="row" data-id="2">"#
                    + #"<div class="table-title" role="columnheader" aria-sort="descending" data-id="3"><button class="button plain" type="button""#
            ))
        #expect(html.contains(#"<div class="table-title trailing" role="columnheader" data-id"#))
        #expect(html.contains(#"<div class="list table-body grows-x grows-y" role="rowgroup" data-id"#))
        #expect(html.contains(#"role="row" aria-selected="true" tabindex="-1""#))
        #expect(html.contains(#"<div class="table-cell trailing" role="gridcell""#))
    }

    @Test func datesCarryTheirMomentForTheBrowserToKeepCurrent() {
        let date = Date(timeIntervalSince1970: 1_528_967_979)
        #expect(html(Text(date, style: .relative)).contains(#"<time datetime="2018-06-14T09:19:39Z" data-style="relative">"#))
    }

    @Test func aPageNamesItsWindowAndLoadsNothingFromElsewhere() {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "de_AT")
        let graph = WindowGraph(title: "A & B", environment: environment, content: Text("x"))
        graph.mount()
        let page = Page.html(of: graph, token: "abc", nonce: "def")
        #expect(
            page.hasPrefix(
                "<!doctype html>\n<html lang=\"de-AT\" dir=\"ltr\" data-window=\"abc\" data-live=\"connecting\"><head>"))
        #expect(page.contains("<title>A &amp; B</title>"))
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test func `a page tells the windows of people apart, and does not name the person`() throws {
        let graph = WindowGraph(title: "Test", content: Text("x"))
        graph.mount()
        func person(_ owner: String?) -> Substring? {
            Page.html(of: graph, token: "abc", nonce: "def", owner: owner).firstMatch(of: /data-person="([^"]*)"/)?.1
        }
        let ann = try #require(person(Digest.hex("ann")))
        #expect(person(Digest.hex("ann")) == ann)
        #expect(person(Digest.hex("bob")) != ann)
        #expect(person(nil) == nil)
        // The digest of the store of scenes stays on the server.
        #expect(ann != Digest.hex("ann"))
    }

    @Test(arguments: Color.Semantic.allCases.filter { $0 != .clear })
    func `every color has a value in the style sheet`(_ color: Color.Semantic) throws {
        let css = try String(decoding: #require(Assets.files["strata.css"]).bytes, as: UTF8.self)
        #expect(css.contains("--\(color.rawValue):"))
    }

    @Test(arguments: Font.TextStyle.allCases)
    func `every text style has a font in the style sheet`(_ style: Font.TextStyle) throws {
        let css = try String(decoding: #require(Assets.files["strata.css"]).bytes, as: UTF8.self)
        #expect(css.contains("--font-\(style.rawValue):"))
    }

    @Test func `compact forms of views and the compact size class have one limit`() throws {
        let css = try String(decoding: #require(Assets.files["strata.css"]).bytes, as: UTF8.self)
        let limits = css.matches(of: /@media \(max-width: ([0-9.]+)px\)/).map(\.1)
        #expect(Set(limits) == ["599.98"])
        let script = try String(decoding: #require(Assets.files["page/surroundings.js"]).bytes, as: UTF8.self)
        #expect(script.contains(#"isNarrow: matchMedia("(max-width: 599.98px)")"#))
    }

    @Test func `a section of a list with a selection keeps its role after an update`() throws {
        let graph = WindowGraph(
            title: "Test",
            content: List(selection: .constant(Int?.none)) {
                Section("Numbers") { ForEach(0..<3) { Text("\($0)") } }
            })
        graph.mount()
        func sections(_ element: Element) -> [Element] {
            if case .collection(.section) = element.content { return [element] }
            return element.children.flatMap(sections)
        }
        let section = try #require(sections(graph.root).first)
        #expect(HTMLRenderer.tag(of: section, in: section.parent)["role"] == "group")
        let operations = Patch([.update(section)], acknowledged: 0).operations
        guard case .attributes(_, let attributes)? = operations.first else {
            Issue.record("The patch has no attributes.")
            return
        }
        #expect(attributes["role"] == "group")
    }

    @Test func `lines above and below a row have their own colors`() {
        let html = html(
            List {
                Text("a").listRowSeparator(.visible, edges: .top).listRowSeparator(.hidden, edges: .bottom)
                    .listRowSeparatorTint(.red, edges: .top)
            })
        #expect(html.contains(#"class="row no-line line-above" style="--line-above:var(--red)""#))
    }

    @Test func `a popover names the edge that the app has chosen`() {
        let above = html(Text("a").popover(isPresented: .constant(true), arrowEdge: .top) { Text("b") })
        #expect(above.contains(#"data-edge="top""#))
        #expect(!html(Text("a").popover(isPresented: .constant(true)) { Text("b") }).contains("data-edge"))
    }

    @Test func `primitives of further gestures of an element name their group`() {
        #expect(
            html(Text("a").onTapGesture {}.gesture(TapGesture().simultaneously(with: LongPressGesture())))
                .contains(#"data-gestures="tap:normal:1 press:normal:0.5:10.0 tap:normal:1::1""#))
    }

    @Test func `a section of a menu shows its header, and is named by it`() {
        func shown(_ menu: some View) -> [Bool] {
            let html = html(menu)
            return [
                html.contains(#"class="menu-section" role="group" aria-label="Size""#),
                html.contains(#"<div class="menu-title" role="presentation">Size</div>"#),
            ]
        }
        let button = Button("S") {}
        #expect(shown(Menu("Menu") { Section("Size") { button } }) == [true, true])
        #expect(shown(Menu("Menu") { Section(header: Text("Size").bold()) { button } }) == [true, true])
        #expect(shown(Menu("Menu") { Section { button } }) == [false, false])
    }

    @Test func `a palette in a menu and the sign of a menu have classes of their own`() {
        let menu = Menu("Menu") { ControlGroup("Size") { Button("S") {} }.controlGroupStyle(.palette) }
        #expect(html(menu).contains(#"class="menu-section palette""#))
        #expect(html(menu.menuIndicator(.visible)).contains(" indicated"))
        #expect(!html(menu).contains("indicated"))
    }
}
