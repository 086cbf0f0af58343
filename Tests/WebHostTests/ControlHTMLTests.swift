import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

@MainActor
struct ControlHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
            .replacing(#/ data-path="[0-9a-z]+"/#, with: "")
    }

    @Test func `a picker is a select that its label names`() {
        #expect(
            html(
                Picker("Order", selection: .constant(2)) {
                    Text("One").tag(1); Text("<Two>").tag(2)
                })
                == #"<div class="labeled compact" data-id="1"><div class="control-label hidden" data-id="2" id="label-2">"#
                + #"<span class="text" dir="auto" data-id="3">Order</span></div>"#
                + #"<select class="picker" data-value="1" data-id="6" aria-labelledby="label-2">"#
                + #"<option value="0" data-id="7">One</option><option value="1" data-id="8">&lt;Two&gt;</option></select></div>"#)
    }

    @Test func `a section of a picker is an option group`() {
        let html = html(
            Picker("Order", selection: .constant(2)) {
                Section("<Old>") { Text("One").tag(1) }
                Divider()
                Text("Two").tag(2)
            })
        let group = #/<optgroup label="[^"]*Old[^"]*" data-id="\d+"><option value="0" [^>]*>One<\/option><\/optgroup>/#
        #expect(html.contains(group))
        #expect(!html.contains("<Old>"))
        #expect(html.contains(#/<\/optgroup><hr class="divider[^>]*><option value="1"/#))
    }

    @Test func `an editor has no background if its style or a modifier says so`() {
        let editor = TextEditor(text: .constant("a"))
        #expect(html(editor).contains(#"class="field editor grows-x"#))
        #expect(html(editor.textEditorStyle(.plain)).contains(#"class="field plain editor grows-x"#))
        #expect(html(editor.scrollContentBackground(.hidden)).contains(#"class="field editor bare grows-x"#))
        #expect(html(editor.textFieldStyle(.plain)).contains(#"class="field editor grows-x"#))
        #expect(html(TextField("a", text: .constant("")).scrollContentBackground(.hidden)).contains("bare") == false)
    }

    @Test func `buttons of glass have a class of their own`() {
        #expect(html(Button("a") {}.buttonStyle(.glass)).contains(#"class="button glass""#))
        #expect(html(Button("a") {}.buttonStyle(.glassProminent)).contains(#"class="button prominent glass""#))
    }

    @Test func `choices are radio buttons of which one is a tab stop`() {
        let picker = Picker("Order", selection: .constant(2)) {
            Text("One").tag(1); Text("Two").tag(2)
        }
        let html = html(picker.pickerStyle(.segmented))
        #expect(html.contains(#"<div class="choices segmented grows-x" role="radiogroup" "#))
        #expect(
            html.contains(
                #"<button class="choice" type="button" role="radio" aria-checked="false" data-action="press" tabindex="-1" "#))
        #expect(
            html.contains(
                #"<button class="choice" type="button" role="radio" aria-checked="true" data-action="press" tabindex="0" "#))
    }

    @Test func `a field for several lines holds its text`() {
        #expect(
            html(TextEditor(text: .constant("\n</textarea>")).accessibilityLabel("Story"))
                .hasSuffix("aria-label=\"Story\">\n\n&lt;/textarea&gt;</textarea>"))
    }

    @Test func `a field tells the browser what it is for`() {
        let html = html(
            TextField("Mail", text: .constant("")).keyboardType(.emailAddress).textContentType(.emailAddress)
                .textInputAutocapitalization(.never).autocorrectionDisabled().submitLabel(.send))
        #expect(
            html.contains(
                #"autocomplete="email" spellcheck="false" autocorrect="off" inputmode="email" autocapitalize="none" enterkeyhint="send""#
            ))
    }

    @Test func `a secure field does not show its text`() {
        #expect(html(SecureField("Password", text: .constant(""))).contains(#"type="password""#))
    }

    @Test func `a slider has the range and the step of its values`() {
        let html = html(Slider(value: .constant(2.5), in: 0...10, step: 0.5) { Text("Value") })
        #expect(html.contains(#"type="range" min="0.0" max="10.0" step="0.5" value="2.5" "#))
    }

    @Test func `a date field has the limits of its range`() throws {
        let date = Date(timeIntervalSince1970: 1_528_967_979)
        let html = html(
            DatePicker("Day", selection: .constant(date), in: date...date.addingTimeInterval(864_000), displayedComponents: .date)
                .environment(\.timeZone, .gmt))
        #expect(html.contains(#"<input class="date-field" type="date" value="2018-06-14" min="2018-06-14" max="2018-06-24""#))
    }

    @Test func `a color field has the color in hexadecimal digits`() {
        #expect(
            html(ColorPicker("Color", selection: .constant(Color(red: 1, green: 0.5, blue: 0)))).contains(##"value="#ff8000""##))
        #expect(html(ColorPicker("Color", selection: .constant(.red))).contains(##"value="#d70015""##))
    }

    @Test func `the style sheet has the system colors in both appearances`() throws {
        let css = try String(decoding: #require(Assets.files["strata.css"]).bytes, as: UTF8.self)
        #expect(css.contains("--red: light-dark(#d70015, #ff7b72)"))
        #expect(css.contains("--separator: light-dark(#0000001a, #ffffff1f)"))
        #expect(css.contains("--black: #000000;"))
        // Forced colors replace some of them.
        let own = css.replacing(#/@media \(forced-colors: active\) \{.*?\n\}/#.dotMatchesNewlines(), with: "")
        for semantic in Color.Semantic.allCases where semantic != .clear {
            #expect(own.ranges(of: "--\(semantic.rawValue): ").count == 1, "\(semantic)")
        }
    }

    @Test func `the accent color of an app replaces that of the system in the style sheet`() {
        let color = Color(red: 1, green: 0.5, blue: 0)
        let own = Color.Semantic.makeStyleSheet(appAccent: color)
        #expect(own.contains("--accent: #ff8000;"))
        #expect(own.contains("--blue: light-dark(#0a5cc8, #5ea8ff)"))
        #expect(own.contains("--app-accent-fill: light-dark(var(--accent), color-mix(in srgb, var(--accent) 66%, #000))"))
        let system = Color.Semantic.makeStyleSheet(appAccent: nil)
        #expect(system.contains("--accent: light-dark(#0a5cc8, #5ea8ff);"))
        #expect(!system.contains("--app-accent-fill"))
    }

    @Test func `a color field has the light value of a system color, on white if it is translucent`() {
        #expect(html(ColorPicker("Color", selection: .constant(.indigo))).contains(##"value="#4a47c9""##))
        #expect(html(ColorPicker("Color", selection: .constant(Color(.separator)))).contains(##"value="#e5e5e5""##))
        #expect(html(ColorPicker("Color", selection: .constant(Color(.control)))).contains(##"value="#efeff0""##))
        #expect(html(ColorPicker("Color", selection: .constant(.clear))).contains(##"value="#000000""##))
    }

    @Test func `a color that sRGB does not have is drawn with its components`() {
        let red = Color(.displayP3, red: 1, green: 0, blue: 0).resolve(in: EnvironmentValues())
        #expect(html(Text("a").foregroundStyle(red)).contains("color:color(srgb 1.0931 -0.2267 -0.1501)"))
        #expect(html(Text("a").foregroundStyle(Color.Resolved(red: 1, green: 0, blue: 0))).contains("color:rgb(255 0 0)"))
    }

    @Test func `a color field converts Display P3 to sRGB`() {
        // The values follow from the matrices of CSS Color 4; both spaces have the same grays.
        #expect(
            html(ColorPicker("Color", selection: .constant(Color(.displayP3, red: 0.5, green: 0.5, blue: 0.5))))
                .contains(##"value="#808080""##))
        #expect(
            html(ColorPicker("Color", selection: .constant(Color(.displayP3, red: 1, green: 0, blue: 0))))
                .contains(##"value="#ff0000""##))
        #expect(
            html(ColorPicker("Color", selection: .constant(Color(.displayP3, red: 0.5, green: 0.25, blue: 0.25))))
                .contains(##"value="#893b3e""##))
    }

    @Test func `a link opens a new tab that learns nothing of this one`() throws {
        let url = try #require(URL(string: "https://example.com/?a=1&b=2"))
        #expect(
            html(Link("Go", destination: url))
                == #"<a class="link-control" href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer" data-id="1">"#
                + #"<span class="text" dir="auto" data-id="2">Go</span></a>"#)
        let script = try #require(URL(string: "javascript:alert(1)"))
        #expect(!html(Link("Go", destination: script)).contains("javascript"))
    }

    @Test func `the role of a button is a class`() {
        #expect(html(Button("No", role: .cancel) {}).hasPrefix(#"<button class="button automatic cancel" type="button" "#))
        #expect(html(Button("Go", role: .destructive) {}).hasPrefix(#"<button class="button automatic destructive" "#))
        #expect(html(Button("OK") {}).hasPrefix(#"<button class="button automatic" type="button" "#))
    }

    @Test func `a menu has the roles of ARIA`() {
        let html = html(Menu("Menu") { Button("One") {} })
        #expect(html.contains(#"<button class="button automatic menu-button" type="button" aria-haspopup="menu" "#))
        #expect(html.contains(#"<div class="menu-items" role="menu" popover="manual" "#))
        #expect(
            html.contains(#"<button class="button menu-item" type="button" data-action="press" role="menuitem" tabindex="-1" "#))
    }

    @Test func `entries that keep their menu open, and the order of a menu, have attributes`() {
        let entries = Group {
            Button("One") {}
            Toggle("Two", isOn: .constant(true))
            Picker("Three", selection: .constant(1)) { Text("a").tag(1) }
        }
        let html = html(Menu("Menu") { entries.menuActionDismissBehavior(.disabled) }.menuOrder(.priority))
        #expect(html.components(separatedBy: #"data-stays="""#).count == 4)
        #expect(html.contains(#"<div class="menu-items" role="menu" popover="manual" data-order="priority" "#))
        #expect(!self.html(Menu("Menu") { entries }).contains("data-stays"))
        #expect(!self.html(Menu("Menu") { entries }.menuOrder(.fixed)).contains("data-order"))
    }

    @Test func `a picker with a label for its value is named by its label and the value`() {
        let picker = Picker("Order", selection: .constant(1)) {
            Text("One").tag(1)
        } currentValueLabel: {
            Text("First")
        }
        let html = html(picker)
        #expect(!html.contains("<select"))
        #expect(html.contains(#"aria-labelledby="label-2 e5""#))
        #expect(html.contains(#"id="e5""#))
    }

    @Test func `progress and gauges say their values`() {
        #expect(
            html(ProgressView("Load", value: 1, total: 4)).contains(
                #"role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="25""#))
        #expect(
            html(Gauge(value: 0.5) { Text("G") }).contains(
                #"role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50""#))
    }

    @Test func `a tint is the accent of its control`() {
        #expect(html(Button("A") {}.tint(.red)).contains(#"style="--accent:var(--red)""#))
        #expect(html(Button("A") {}.tint(.red)).contains(#"class="button automatic tinted""#))
        #expect(!html(Button("A") {}).contains("tinted"))
        #expect(!html(List { Text("a").swipeActions { Button("Pin") {} } }.tint(.red)).contains("tinted"))
        #expect(html(List { Text("a").swipeActions { Button("Pin") {}.tint(.blue) } }).contains("tinted"))
    }
}
