import Foundation
import Testing

@testable import StrataViewGraph

extension AccessibilityCustomContentKey {
    fileprivate static let depth = AccessibilityCustomContentKey("Depth")
    fileprivate static let place = AccessibilityCustomContentKey(Text("Place"), id: "place")
}

@MainActor
struct AccessibilityModifierTests {
    private func properties(_ view: some View) -> AccessibilityProperties {
        Screen(view).find { $0.traits.accessibility != AccessibilityProperties() }?.traits.accessibility
            ?? AccessibilityProperties()
    }

    @Test func `custom content is described in the order of the modifiers, the important first`() {
        let value = "10 km"
        let view = Text("Noto")
            .accessibilityCustomContent(.depth, value)
            .accessibilityCustomContent(.place, "Japan", importance: .high)
            .accessibilityCustomContent(.depth, Text("9 km"))
            .accessibilityCustomContent("Felt", "by many")
        #expect(properties(view).customDescriptions == ["Place: Japan", "Depth: 9 km", "Felt: by many"])
    }

    private struct CustomContentForms: View {
        private let string = "d"
        private let none: Text? = nil

        var body: some View {
            Text("a")
                .accessibilityCustomContent(AccessibilityCustomContentKey("A", id: "1"), Text("a"))
                .accessibilityCustomContent(AccessibilityCustomContentKey("B", id: "2"), "b")
                .accessibilityCustomContent(AccessibilityCustomContentKey("C", id: "3"), none)
                .accessibilityCustomContent(AccessibilityCustomContentKey("D", id: "4"), string)
                .accessibilityCustomContent(Text("E"), Text("e"))
                .accessibilityCustomContent("F", Text("f"), importance: .default)
                .accessibilityCustomContent("G", "g", importance: .default)
                .accessibilityCustomContent("H", string, importance: .high)
        }
    }

    @Test func `the forms of custom content`() {
        let all = ["H: d", "A: a", "B: b", "D: d", "E: e", "F: f", "G: g"]
        #expect(properties(CustomContentForms()).customDescriptions == all)
    }

    private struct InputLabelForms: View {
        private let strings = ["c", "d"]
        var body: some View {
            VStack {
                Button("1") {}.accessibilityInputLabels([Text("a"), Text("b")])
                Button("2") {}.accessibilityInputLabels(["b"])
                Button("3") {}.accessibilityInputLabels(strings)
                Button("4") {}.accessibility(inputLabels: [Text("e")])
            }
        }
    }

    @Test func `the forms of input labels`() {
        let labels = Screen(InputLabelForms()).all { _ in true }.filter { !$0.traits.accessibility.inputLabels.isEmpty }
            .map { $0.traits.accessibility.inputLabels }
        #expect(labels == [["a", "b"], ["b"], ["c", "d"], ["e"]])
    }

    private struct Conditions: View {
        let isEnabled: Bool
        private let string = "s"
        var body: some View {
            VStack {
                Button("1") {}.accessibilityHint(Text("h"), isEnabled: isEnabled).accessibilityValue(
                    Text("v"), isEnabled: isEnabled)
                Button("2") {}.accessibilityHint("h", isEnabled: isEnabled).accessibilityValue("v", isEnabled: isEnabled)
                Button("3") {}.accessibilityHint(string, isEnabled: isEnabled).accessibilityValue(string, isEnabled: isEnabled)
                Button("4") {}.accessibilityInputLabels([Text("l")], isEnabled: isEnabled)
                Button("5") {}.accessibilityInputLabels(["l"], isEnabled: isEnabled)
                Button("6") {}.accessibilityInputLabels([string], isEnabled: isEnabled)
                Button("7") {}.accessibilityHidden(true, isEnabled: isEnabled)
                Button("8") {}.accessibilityIdentifier("i", isEnabled: isEnabled)
            }
        }
    }

    @Test func `a property whose condition is false is not set`() {
        func count(_ isEnabled: Bool) -> Int {
            Screen(Conditions(isEnabled: isEnabled)).all { _ in true }.count { !$0.traits.isEmpty }
        }
        #expect(count(true) == count(false) + 8)
    }

    @Test func `the outermost modifier decides whether a view is hidden`() {
        #expect(properties(Text("a").accessibilityHidden(false).accessibilityHidden(true)).isHidden == true)
        #expect(properties(Text("a").accessibilityHidden(true).accessibilityHidden(false)).isHidden == false)
        let conditional = Text("a").accessibilityHidden(false, isEnabled: true).accessibilityHidden(true, isEnabled: true)
        #expect(properties(conditional).isHidden == true)
        #expect(properties(Text("a").accessibilityHidden(true).accessibilityHidden(false, isEnabled: false)).isHidden == true)
    }

    private struct Groups: View {
        @Namespace private var first
        @Namespace private var second
        var body: some View {
            HStack {
                Text("1").accessibilityLinkedGroup(id: "a", in: first)
                Text("2").accessibilityLinkedGroup(id: "a", in: first).accessibilityLinkedGroup(id: "a", in: second)
                Text("3").accessibilityLinkedGroup(id: "b", in: first)
                Text("4").accessibilityLabeledPair(role: .label, id: 1, in: second)
                Text("5").accessibilityLabeledPair(role: .content, id: 1, in: second)
            }
        }
    }

    @Test func `views with the same ID in a namespace are linked`() {
        let items = Screen(Groups()).all { _ in true }.map(\.traits.accessibility).filter { $0 != AccessibilityProperties() }
        #expect(items.count == 5)
        #expect(items[0].linkedGroups.count == 1)
        #expect(items[1].linkedGroups.count == 2)
        #expect(items[1].linkedGroups.contains(items[0].linkedGroups[0]))
        #expect(items[2].linkedGroups != items[0].linkedGroups)
        #expect(items[3].pair?.number == items[4].pair?.number)
        #expect(items[3].pair?.isLabel == true)
        #expect(items[4].pair?.isLabel == false)
    }

    private struct ChangingGroups: View {
        @State private var count = 0
        @Namespace private var space
        var body: some View {
            Button("Next") { count += 1 }
            Text("a").accessibilityLinkedGroup(id: count, in: space)
            if count % 2 == 0 { Text("b").accessibilityLabeledPair(role: .label, id: -1 - count, in: space) }
        }
    }

    @Test func `a window keeps the numbers of the groups that it shows, and uses none twice`() {
        let screen = Screen(ChangingGroups())
        var numbers: Set<Int> = []
        for _ in 1...10 {
            let accessibility = screen.all { _ in true }.map(\.traits.accessibility)
            for number in accessibility.flatMap(\.linkedGroups) { #expect(numbers.insert(number).inserted) }
            #expect(screen.graph.groupNumbers.count <= 2)
            screen.press("Next")
        }
        #expect(numbers.count == 10)
        screen.graph.close()
        #expect(screen.graph.groupNumbers.count == 0)
    }

    @Test func `a sort priority is that of the view`() {
        #expect(properties(Text("a").accessibilitySortPriority(2)).sortPriority == 2)
        #expect(properties(Text("a").accessibility(sortPriority: -1)).sortPriority == -1)
    }

    @Observable final class Model {
        var edges: [Edge] = []
    }

    @Test func `a scroll action receives the edge`() {
        let model = Model()
        let screen = Screen(Text("a").accessibilityScrollAction { model.edges.append($0) })
        for name in ["Scroll up", "Scroll down", "Scroll to the leading edge", "Scroll to the trailing edge"] {
            screen.press(name)
        }
        #expect(model.edges == [.top, .bottom, .leading, .trailing])
    }
}

@MainActor
struct AccessibilityFocusStateTests {
    private enum Part: Hashable {
        case title, name
    }

    private struct Page: View {
        @AccessibilityFocusState private var part: Part?
        @AccessibilityFocusState private var isButtonFocused: Bool
        @State private var name = ""

        var body: some View {
            Text("title").accessibilityFocused($part, equals: .title)
            TextField("name", text: $name).accessibilityFocused($part, equals: .name)
            Button("Go") { part = .title }.accessibilityFocused($isButtonFocused)
            Text(part.map { "\($0)" } ?? (isButtonFocused ? "button" : "none"))
        }
    }

    private func focusable(_ screen: Screen) -> [Screen.Item] {
        screen.all { _ in true }.filter { $0.traits.accessibility.isFocusTarget }
    }

    @Test func `setting the state asks for the focus, also of a view that is no control`() {
        let screen = Screen(Page())
        #expect(focusable(screen).map(\.traits.isFocused) == [false, false, false])
        screen.press("Go")
        #expect(focusable(screen).map(\.traits.isFocused) == [true, false, false])
        #expect(screen.texts.last == "title")
    }

    @Test func `a request counts beside another focus state, and a refusal clears it`() {
        struct Both: View {
            @FocusState private var isFocused: Bool
            @AccessibilityFocusState private var isRead: Bool
            var body: some View {
                TextField("name", text: .constant("")).focused($isFocused).accessibilityFocused($isRead)
                Button("Go") { isRead = true }
                Text(verbatim: "\(isFocused), \(isRead)")
            }
        }
        let screen = Screen(Both())
        screen.press("Go")
        #expect(focusable(screen).map(\.traits.isFocused) == [true])
        #expect(screen.texts.last == "false, true")
        screen.send(FocusEvent(isFocused: false, origin: .refusal), to: focusable(screen).first)
        #expect(screen.texts.last == "false, false")
    }

    @Test func `the state follows the focus`() {
        let screen = Screen(Page())
        let items = focusable(screen)
        screen.send(FocusEvent(isFocused: true), to: items[1])
        #expect(screen.texts.last == "name")
        screen.send(FocusEvent(isFocused: false), to: items[1])
        #expect(screen.texts.last == "none")
        screen.send(FocusEvent(isFocused: true), to: items[2])
        #expect(screen.texts.last == "button")
    }
}

@MainActor
struct AnnouncementTests {
    @Test(.timeLimit(.minutes(30))) func `an announcement is for the window of the action that posts it`() async {
        let first = Screen(Button("Post") { AccessibilityNotification.Announcement("12 imported").post() })
        let second = Screen(Text("a"))
        first.press("Post")
        // A task on the main actor sends it.
        while first.graph.requests.isEmpty { await Task.yield() }
        #expect(first.graph.drainRequests() == [.announce("12 imported")])
        #expect(second.graph.drainRequests() == [])
    }
}

@MainActor
struct TextSizeOfBrowserTests {
    private struct Page: View {
        @Environment(\.dynamicTypeSize) private var size
        @Environment(\.accessibilityDifferentiateWithoutColor) private var withoutColor
        @ScaledMetric(relativeTo: .title) private var width = 100.0
        var body: some View {
            Text("\(size)")
            Text(verbatim: "\(width)")
            Text(verbatim: "\(withoutColor)")
            Inner().dynamicTypeSize(...DynamicTypeSize.xLarge)
        }
    }

    private struct Inner: View {
        @Environment(\.dynamicTypeSize) private var size
        var body: some View { Text("\(size)") }
    }

    @Test func `the size of text is the closest to that of the browser`() {
        let screen = Screen(Page())
        #expect(screen.texts == ["large", "100.0", "false", "large"])
        screen.send(SurroundingsEvent(ignoresColors: true, textScale: 1.25), to: screen.item(0))
        #expect(screen.texts == ["xxLarge", "124.0", "true", "xLarge"])
        screen.send(SurroundingsEvent(textScale: 7), to: screen.item(0))
        #expect(screen.texts == ["accessibility5", "312.0", "false", "xLarge"])
    }

    @Test func `a forged size is limited`() throws {
        let json = Data(
            #"{"isVisible":true,"isNarrow":false,"isLow":false,"isDark":false,"prefersMoreContrast":false,"prefersLessMotion":false,"prefersLessTransparency":false,"scale":1,"textScale":1e300}"#
                .utf8)
        #expect(try JSONDecoder().decode(SurroundingsEvent.self, from: json).textScale == 8)
    }
}
