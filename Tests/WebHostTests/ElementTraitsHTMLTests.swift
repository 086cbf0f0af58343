import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct ElementTraitsHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    /// The attributes that traits add to a text.
    private func attributes(_ view: some View) -> String {
        let html = html(view)
        guard let start = html.range(of: #"data-id="1""#), let end = html.range(of: ">") else { return html }
        return html[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespaces)
    }

    @Test func `a text with a label is an image, and a heading keeps its role`() {
        #expect(attributes(Text("★★").accessibilityLabel("Two stars")) == #"aria-label="Two stars" role="img""#)
        #expect(
            attributes(Text("Title").accessibilityAddTraits(.isHeader)) == #"role="heading" aria-level="2""#)
        #expect(
            attributes(Text("Title").accessibilityHeading(.h4).accessibilityLabel("T"))
                == #"role="heading" aria-level="4" aria-label="T""#)
    }

    @Test func `the style of the pointer is a cursor`() {
        #expect(attributes(Text("Edge").pointerStyle(.columnResize)) == #"style="cursor:col-resize""#)
        #expect(attributes(Text("Edge").pointerStyle(nil)).isEmpty)
        #expect(html(Text("Edge").padding(3).pointerStyle(.grabIdle)).contains(#"style="padding:3px 3px 3px 3px;cursor:grab""#))
    }

    @Test func `a part of a text has a label of its own`() {
        let name = "three"
        let text = Text("a ") + Text("★★★").accessibilityLabel(name) + Text(" b").accessibilityLabel("c")
        let html = html(text)
        #expect(html.contains(#"a <span role="img" aria-label="three">★★★</span>"#))
        #expect(html.contains(#"<span role="img" aria-label="c"> b</span>"#))
    }

    @Test func `a label of a text that modifiers style is that of its element`() {
        let html = html(Text("★").bold().accessibilityLabel(Text("star")).italic())
        #expect(html.contains(#"aria-label="star" role="img">★</span>"#))
    }

    @Test func `hint and value describe what has no value of its own`() {
        #expect(
            attributes(Text("5").accessibilityValue("Five").accessibilityHint("Opens"))
                == #"aria-description="Five. Opens""#)
        #expect(
            html(ProgressView(value: 0.5).accessibilityValue("Half")).contains(#"aria-valuetext="Half""#))
    }

    @Test func `hidden elements and selected ones say so`() {
        #expect(attributes(Text("a").accessibilityHidden(true)) == #"aria-hidden="true""#)
        #expect(attributes(Text("a").accessibilityAddTraits(.isSelected)) == #"aria-current="true""#)
        #expect(html(Button("a") {}.accessibilityHidden(true)).contains(#"aria-hidden="true" tabindex="-1""#))
    }

    @Test func `the keyboard does not lead into hidden views`() {
        let controls = VStack {
            HStack {
                Button("a") {}
                TextField("b", text: .constant(""))
                Text("c").onTapGesture {}
            }
        }
        func stops(_ html: String) -> Int {
            html.matches(of: /<(button|input)(?![^>]*tabindex)|tabindex="0"/).count
        }
        #expect(stops(html(controls)) == 3)
        #expect(stops(html(controls.accessibilityHidden(true))) == 0)
        #expect(stops(html(controls.accessibilityElement(children: .ignore))) == 0)
        #expect(stops(html(controls.accessibilityElement(children: .contain))) == 3)
        #expect(stops(html(VStack { controls.accessibilityHidden(false) }.accessibilityHidden(true))) == 0)
        #expect(stops(html(controls.accessibilityChildren { Button("d") {} })) == 1)
        #expect(!attributes(Text("a").onTapGesture {}.accessibilityHidden(true)).contains(#"tabindex="0""#))
    }

    private struct Token: Identifiable {
        let id: String
    }

    @Test func `the keyboard does not lead to the parts of hidden views`() {
        func stops(_ html: String) -> Int {
            html.matches(of: /<(button|input|a)\b(?![^>]*tabindex="-1")|tabindex="0"/).count
        }
        let link = Text("See [the terms](https://example.org)")
        #expect(stops(html(link)) == 1)
        #expect(stops(html(link.accessibilityHidden(true))) == 0)
        #expect(stops(html(VStack { link }.accessibilityHidden(true))) == 0)
        #expect(stops(html(VStack { link }.accessibilityElement(children: .ignore))) == 0)
        #expect(stops(html(link.redacted(reason: .placeholder))) == 0)
        let list = List { ForEach(0..<1) { Text("\($0)") }.onDelete { _ in } }.refreshable {}
        #expect(html(list).contains(#"class="delete""#))
        #expect(html(list).contains(#"class="refresh""#))
        #expect(stops(html(list.accessibilityHidden(true))) == 0)
        #expect(stops(html(VStack { list }.accessibilityHidden(true))) == 0)
        let pages = NavigationStack(path: .constant([1])) {
            Text("a").navigationDestination(for: Int.self) { _ in
                Text("b").searchable(text: .constant(""), tokens: .constant([Token(id: "c")])) { Text($0.id) }
            }
        }
        #expect(html(pages).contains(#"class="back""#))
        #expect(html(pages).contains(#"class="search-remove""#))
        #expect(stops(html(pages.accessibilityHidden(true))) == 0)
        let columns = NavigationSplitView {
            Text("a")
        } detail: {
            Text("b")
        }
        #expect(html(columns).contains(#"class="sidebar-button""#))
        #expect(html(columns).contains(#"class="back column-back""#))
        #expect(stops(html(columns.accessibilityHidden(true))) == 0)
    }

    private struct Hiding: View {
        @State private var isHidden = false
        var body: some View {
            VStack { HStack { Button("a") {} } }.accessibilityHidden(isHidden)
            Button("Change") { isHidden.toggle() }
        }
    }

    private struct HidingLink: View {
        @State private var isHidden = false
        var body: some View {
            VStack { Text("See [the terms](https://example.org)") }.accessibilityHidden(isHidden)
            Button("Change") { isHidden.toggle() }
        }
    }

    @Test func `the links of a text are updated when it is hidden and shown`() throws {
        let graph = WindowGraph(title: "Test", content: HidingLink())
        graph.mount()
        _ = graph.flush()
        let text = try #require(graph.root.children.first?.children.first)
        let change = try #require(graph.root.children.last)
        func isStop() -> [Bool] {
            Patch(graph.flush(), acknowledged: 0).operations.compactMap {
                if case .inside(text.id, let html) = $0 { !html.contains("tabindex=-1") } else { nil }
            }
        }
        graph.send(PressEvent(), to: change.id)
        #expect(isStop() == [false])
        graph.send(PressEvent(), to: change.id)
        #expect(isStop() == [true])
    }

    @Test func `the controls of a view are updated when it is hidden and shown`() throws {
        let graph = WindowGraph(title: "Test", content: Hiding())
        graph.mount()
        _ = graph.flush()
        let inner = try #require(graph.root.children.first?.children.first?.children.first)
        let change = try #require(graph.root.children.last)
        func index() -> [String?] {
            Patch(graph.flush(), acknowledged: 0).operations.compactMap {
                if case .attributes(inner.id, let attributes) = $0 { attributes["tabindex"] ?? "none" } else { nil }
            }
        }
        graph.send(PressEvent(), to: change.id)
        #expect(index() == ["-1"])
        graph.send(PressEvent(), to: change.id)
        #expect(index() == ["none"])
    }

    @Test func `combined children name their element`() {
        let stack = HStack {
            Text("a"); Text("b")
        }
        #expect(attributes(stack.accessibilityElement(children: .combine)) == #"role="group" id="e1" aria-labelledby="e1""#)
        #expect(
            attributes(stack.accessibilityElement().accessibilityLabel("Both")) == #"aria-label="Both" role="img""#)
    }

    @Test func `the children of a view that ignores them are hidden, and its actions are not`() {
        let stars = HStack {
            Image(systemName: "star")
            Button("Rate") {}
        }
        let ignored = html(stars.accessibilityElement(children: .ignore).accessibilityLabel("No stars"))
        #expect(ignored.matches(of: /<span[^>]*data-id="2"[^>]*aria-hidden="true"/).count == 1)
        #expect(ignored.matches(of: /<button[^>]*data-id="3"[^>]*aria-hidden="true" tabindex="-1"/).count == 1)
        let contained = html(stars.accessibilityElement(children: .contain))
        #expect(contained.matches(of: /data-id="[23]"[^>]*aria-hidden/).isEmpty)
        let withAction = html(stars.accessibilityAction(named: "Add") {}.accessibilityElement())
        #expect(withAction.matches(of: /class="hstack[^>]*aria-hidden="true"/).count == 1)
        #expect(withAction.matches(of: /class="layer[^>]*aria-hidden/).isEmpty)
        #expect(withAction.matches(of: /class="accessibility-elements[^>]*aria-hidden/).isEmpty)
    }

    private struct Rating: View {
        @State private var isOneElement = false
        var body: some View {
            HStack { Text("a") }.accessibilityElement(children: isOneElement ? .ignore : .contain)
            Button("Change") { isOneElement.toggle() }
        }
    }

    @Test func `the children of a view are updated when it begins and ends to ignore them`() throws {
        let graph = WindowGraph(title: "Test", content: Rating())
        graph.mount()
        _ = graph.flush()
        let text = try #require(graph.root.children.first?.children.first)
        let button = try #require(graph.root.children.last)
        func hidden() -> [String?] {
            Patch(graph.flush(), acknowledged: 0).operations.compactMap {
                if case .attributes(text.id, let attributes) = $0 { attributes["aria-hidden"] ?? "none" } else { nil }
            }
        }
        graph.send(PressEvent(), to: button.id)
        #expect(hidden() == ["true"])
        graph.send(PressEvent(), to: button.id)
        #expect(hidden() == ["none"])
    }

    @Test func `actions for assistive technology are buttons in a group`() {
        let html = html(Text("Noto").accessibilityAction(named: "Delete") {})
        #expect(html.contains(#"class="accessibility-elements""#))
        #expect(html.contains(#"role="group" aria-label="Actions""#))
        #expect(html.contains("Delete</"))
    }

    @Test func `the group of actions has the name of their category`() {
        let edit = html(Text("Noto").accessibilityActions(category: .edit) { Button("Delete") {} })
        #expect(edit.contains(#"role="group" aria-label="Edit""#))
        #expect(!edit.contains(#"aria-label="Actions""#))
        let category = AccessibilityActionCategory("Table")
        let table = html(Text("Noto").accessibilityActions(category: category) { Button("Delete") {} })
        #expect(table.contains(#"role="group" aria-label="Table""#))
    }

    @Test func `a text with a tap gesture can be pressed by the keyboard`() {
        #expect(attributes(Text("a").onTapGesture {}) == #"data-gestures="tap:normal:1" role="button" tabindex="0""#)
        #expect(
            attributes(VStack { Button("b") {} }.onTapGesture(count: 2) {}) == #"data-gestures="tap:normal:2""#)
        #expect(
            attributes(Text("a").simultaneousGesture(DragGesture(minimumDistance: 3)))
                == #"data-gestures="drag:simultaneous:3.0""#)
        let pinch = MagnifyGesture(minimumScaleDelta: 0.5).simultaneously(with: RotateGesture(minimumAngleDelta: .radians(1)))
        #expect(attributes(Text("a").gesture(pinch)) == #"data-gestures="magnify:normal:0.5 rotate:normal:1.0""#)
    }

    @Test func `a view with a tap gesture that says what it is can be pressed by the keyboard, too`() {
        let press = #"data-gestures="tap:normal:1""#
        let stack = HStack {
            Text("a")
            Text("b")
        }
        #expect(
            attributes(Text("a").onTapGesture {}.accessibilityAddTraits(.isButton)) == #"role="button" \#(press) tabindex="0""#)
        #expect(
            attributes(stack.onTapGesture {}.accessibilityLabel("Both"))
                == #"aria-label="Both" \#(press) role="button" tabindex="0""#)
        #expect(
            attributes(stack.onTapGesture {}.accessibilityElement(children: .combine))
                == #"id="e1" aria-labelledby="e1" \#(press) role="button" tabindex="0""#)
        #expect(
            attributes(stack.onTapGesture {}.accessibilityElement(children: .contain))
                == #"role="group" \#(press) tabindex="0""#)
        #expect(
            attributes(Text("a").onTapGesture {}.accessibilityAddTraits(.isLink)) == #"role="link" \#(press) tabindex="0""#)
        #expect(
            attributes(Text("a").onTapGesture {}.accessibilityAddTraits(.isHeader))
                == #"role="heading" aria-level="2" \#(press) tabindex="0""#)
        let image = html(Image(systemName: "star").onTapGesture {}.accessibilityAddTraits(.isButton))
        #expect(image.contains(#"role="button""#))
        #expect(image.contains(#"tabindex="0""#))
        let removed = html(stack.onTapGesture {}.accessibilityLabel("Both").accessibilityRemoveTraits(.isButton))
        #expect(removed.contains(#"role="group""#))
        #expect(removed.contains(#"tabindex="0""#))
    }

    @Test func `a view with a tap gesture is a button with a label, too, and a picture remains one`() {
        let press = #"data-gestures="tap:normal:1""#
        let button = #"aria-label="Two" \#(press) role="button" tabindex="0""#
        #expect(attributes(Text("★★").onTapGesture {}.accessibilityLabel("Two")) == button)
        #expect(attributes(Text("★★").accessibilityLabel("Two").onTapGesture {}) == button)
        let circle = html(Circle().onTapGesture {}.accessibilityLabel("Alarm"))
        #expect(circle.contains(#"aria-label="Alarm" \#(press) role="button" tabindex="0""#))
        let stack = HStack {
            Text("a")
            Text("b")
        }
        #expect(attributes(stack.accessibilityElement().accessibilityLabel("Two").onTapGesture {}) == button)
        for picture in [
            html(Image(systemName: "star").onTapGesture {}.accessibilityLabel("Star")),
            html(Text("★").onTapGesture {}.accessibilityLabel("Star").accessibilityAddTraits(.isImage)),
            html(Text("★").onTapGesture {}.accessibilityLabel("Star").accessibilityRemoveTraits(.isButton)),
        ] {
            #expect(picture.contains(#"role="img""#))
            #expect(!picture.contains(#"role="button""#))
            #expect(picture.contains(#"tabindex="0""#))
        }
    }

    @Test func `keys are listed by their code points`() {
        #expect(attributes(Text("a").onKeyPress(.upArrow) { .handled }) == #"data-keys="f700" data-key-phases="3""#)
        #expect(attributes(Text("a").onKeyPress { _ in .handled }) == #"data-keys="*" data-key-phases="3""#)
    }

    @Test func `custom content is a part of the description`() {
        let view = Text("a").accessibilityHint("Opens").accessibilityCustomContent("Depth", "10 km")
        #expect(attributes(view) == #"aria-description="Opens. Depth: 10 km""#)
    }

    @Test func `a view whose children are replaced is hidden unless it has a label`() {
        let drawing = VStack { Text("a") }
        let plain = html(drawing.accessibilityChildren { Text("b") })
        #expect(plain.contains(#"role="group""#))
        #expect(plain.contains(#"aria-hidden="true""#))
        let labeled = html(drawing.accessibilityLabel("Rain").accessibilityChildren { Text("b") })
        #expect(labeled.contains(#"aria-label="Rain" role="img""#))
        #expect(!labeled.contains("aria-hidden"))
        let group = html(drawing.accessibilityChildren { Text("b") }.accessibilityLabel("Rain"))
        #expect(group.contains(#"aria-label="Rain" role="group""#))
    }

    @Test func `input labels are other names in the menu of rotors`() {
        let html = html(Button("a") {}.accessibilityInputLabels(["Send", "Mail"]))
        #expect(html.contains("data-input-labels=\"Send\nMail\""))
    }

    @Test func `a higher sort priority is read first`() {
        #expect(html(Text("a").accessibilitySortPriority(2)).contains("reading-order:-200"))
        #expect(html(Text("a").accessibilitySortPriority(-.infinity)).contains("reading-order:1000000"))
        #expect(html(Text("a").accessibilitySortPriority(.nan)).contains("reading-order:0"))
    }

    private struct Pair: View {
        @Namespace private var space
        var body: some View {
            HStack {
                Text("Depth").accessibilityLabeledPair(role: .label, id: 1, in: space)
                Text("10 km").accessibilityLabeledPair(role: .content, id: 1, in: space)
                Button("Edit") {}.accessibilityLabeledPair(role: .content, id: 1, in: space)
            }
        }
    }

    @Test func `the content of a labeled pair is named by its label`() {
        let html = html(Pair())
        #expect(html.contains(#"data-id="2" id="pair-1""#))
        #expect(html.contains(#"data-id="3" id="e3" role="group" aria-labelledby="pair-1 e3""#))
        #expect(html.contains(#"data-id="4" aria-labelledby="pair-1""#))
    }

    @Test func `a modal view is a dialog, and one with direct interaction an application`() {
        #expect(attributes(Text("a").accessibilityAddTraits(.isModal)) == #"role="dialog" aria-modal="true""#)
        #expect(attributes(Text("a").accessibilityAddTraits(.allowsDirectInteraction)) == #"role="application""#)
    }

    @Test func `a view with a tap gesture is no button without the trait`() {
        #expect(attributes(Text("a").onTapGesture {}).contains(#"role="button""#))
        let view = Text("a").onTapGesture {}.accessibilityRemoveTraits(.isButton)
        #expect(!attributes(view).contains("role="))
        #expect(attributes(view).contains(#"tabindex="0""#))
    }

    private struct Focused: View {
        @AccessibilityFocusState private var isFocused: Bool
        var body: some View {
            VStack {
                Text("a").accessibilityFocused($isFocused)
                Button("b") {}.accessibilityFocused($isFocused)
            }
        }
    }

    @Test func `the target of an accessibility focus can have the focus, and no further stop of the Tab key`() {
        let html = html(Focused())
        #expect(html.components(separatedBy: #"data-focus="false""#).count == 3)
        #expect(html.components(separatedBy: #"tabindex="-1""#).count == 2)
    }

    private struct Size: View {
        var body: some View {
            VStack {
                Text("a").font(.title)
                Text("b").font(.title).dynamicTypeSize(.large)
                Text("c").font(.custom("Inter", size: 10))
            }
        }
    }

    @Test func `text that the browser enlarges is not enlarged twice`() {
        let graph = WindowGraph(title: "Test", content: Size())
        graph.mount()
        graph.send(SurroundingsEvent(textScale: 1.24), to: 0)
        _ = graph.flush()
        let html = HTMLRenderer.html(of: graph.root.children[0], in: graph.root)
        #expect(html.components(separatedBy: "font-size").count == 3)
        #expect(html.contains("var(--size-title) * 0.80"))
        #expect(html.contains("font-size:12.4px"))
    }

    @Test func `rotors and announcements are operations of a patch`() {
        let rotor = RotorContent(title: "\"T\"", replaced: nil, element: 4, entries: ["a", "b"])
        let patch = Patch(
            operations: [
                .request(.rotors(revision: 2, [rotor, rotor])), .request(.reveal(element: 4, range: nil)),
                .request(.reveal(element: 5, range: 1..<3)), .request(.announce("Hi")),
            ], acknowledged: 0)
        let content = #"["\"T\"",null,4,["a","b"]]"#
        #expect(
            patch.json.contains(
                #"["rotors",2,[\#(content),\#(content)]],["reveal",4,null,null],["reveal",5,1,3],["announce","Hi"]"#))
    }

    @Test func `a transition lists its effects`() {
        #expect(
            attributes(Text("a").transition(.move(edge: .top).combined(with: .opacity)))
                == #"data-transition="move:top opacity/move:top opacity""#)
        #expect(attributes(Text("a").transition(.identity)) == #"data-transition="/""#)
    }

    private struct Twirl: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            content.rotationEffect(.degrees(phase.value * 90))
        }
    }

    @Test func `an app's own transition is written as declarations`() {
        #expect(
            attributes(Text("a").transition(Twirl()))
                == #"data-transition="css:transform%3Arotate%28%2D90deg%29/css:transform%3Arotate%2890deg%29""#)
    }

    @Test func `the effects of symbols are listed with their triggers`() {
        #expect(
            attributes(Text("a").symbolEffect(.pulse, options: .repeat(2), isActive: true).symbolEffect(.bounce.up, value: 1))
                == #"data-symbol-effects="bounce-up:1.0:1:0.0:0 pulse:1.0:2:0.0:on""#)
    }
}
