import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct StateTests {
    struct Counter: View {
        var title = "Count"
        @State private var count = 0

        var body: some View {
            VStack {
                Text("\(title) \(count)")
                Button("More") { count += 1 }
            }
        }
    }

    @Test func aChangeUpdatesWhatReadsItAndNothingElse() {
        let screen = Screen(Counter())
        #expect(screen.texts == ["Count 0", "More"])
        screen.press("More")
        #expect(screen.texts == ["Count 1", "More"])
        #expect(screen.lastMutations == ["update"])
    }

    private struct EarlyName: ExpressibleByStringLiteral {
        let text: String
        init(stringLiteral text: String) { self.text = text }
    }

    private struct Early: View {
        @State private var name: EarlyName = "initial"

        init(_ name: EarlyName) { self.name = name }

        var body: some View {
            Text(verbatim: name.text)
            Button("Rename") { name = "renamed" }
        }
    }

    @Test func `setting a state before its view is shown has no effect`() {
        let screen = Screen(Early("early"))
        #expect(screen.texts == ["initial", "Rename"])
        #expect(WarningLog.messages.contains { $0.hasPrefix("A @State of type EarlyName was set before its view was shown") })
        screen.press("Rename")
        #expect(screen.texts == ["renamed", "Rename"])
    }

    struct Two: View {
        @State private var isFirst = true
        @State private var title = "A"

        var body: some View {
            VStack {
                if isFirst { Counter(title: title) } else { Counter(title: title) }
                Button("Switch") { isFirst.toggle() }
                Button("Rename") { title = "B" }
            }
        }
    }

    @Test func stateStaysWithTheViewsPlaceAndNotWithItsValue() {
        let screen = Screen(Two())
        screen.press("More")
        screen.press("Rename")
        #expect(screen.texts.first == "B 1")
    }

    @Test func theOtherBranchIsAnotherView() {
        let screen = Screen(Two())
        screen.press("More")
        screen.press("Switch")
        #expect(screen.texts.first == "A 0")
    }

    @Observable final class Model {
        var name = "x"
        var other = 0
    }

    struct Reader: View {
        @Environment(Model.self) var model
        let counted: () -> Void
        var body: some View {
            counted()
            return Text(model.name)
        }
    }

    @Test func onlyWhatWasReadCausesAnEvaluation() {
        let model = Model()
        var evaluations = 0
        let screen = Screen(Reader { evaluations += 1 }.environment(model))
        model.other = 1
        screen.update()
        #expect(evaluations == 1)
        model.name = "y"
        model.name = "z"
        screen.update()
        #expect(screen.texts == ["z"])
        #expect(evaluations == 2)
    }

    @Test func aChangeOnAnotherThreadArrives() async {
        let model = Model()
        let screen = Screen(Reader {}.environment(model))
        await withCheckedContinuation { continuation in
            screen.graph.onNeedsFlush = { continuation.resume() }
            nonisolated(unsafe) let model = model
            DispatchQueue.global().async { model.name = "elsewhere" }
        }
        screen.graph.onNeedsFlush = nil
        screen.update()
        #expect(screen.texts == ["elsewhere"])
    }

    struct Depth: EnvironmentKey { static let defaultValue: Int? = nil }

    struct DepthReader: View {
        @Environment(\.depth) var depth
        var body: some View { Text(depth.map { "depth \($0)" } ?? "none") }
    }

    @Test func environmentReachesTheViewsBelowTheModifierOnly() {
        let screen = Screen(
            VStack {
                DepthReader()
                HStack { DepthReader() }.environment(\.depth, 7)
            })
        #expect(screen.texts == ["none", "depth 7"])
    }

    struct Field: View {
        @State private var text = "start"
        var shorten = false

        var body: some View {
            let limited = Binding {
                text
            } set: {
                text = shorten ? String($0.prefix(3)) : $0
            }
            TextField("Name", text: limited)
            Text("is \(text)")
            Button("Clear") { text = "" }
        }
    }

    private func field(_ screen: Screen) -> (Screen.Item?, String?) {
        let item = screen.find { if case .control(.textField) = $0.content { true } else { false } }
        guard case .control(.textField(let content))? = item?.content else { return (item, nil) }
        return (item, content.text)
    }

    @Test func whatAPersonTypesIsNotSentBackToThem() {
        let screen = Screen(VStack { Field() })
        screen.graph.send(InputEvent(text: "typed"), to: field(screen).0?.id ?? -1)
        // The host shows it already: only the text that follows from it changes.
        let mutations = screen.graph.flush()
        #expect(mutations.count == 1)
        guard case .updateText(let element)? = mutations.first, case .text(let text) = element.content else {
            Issue.record("expected one update of a text, got \(mutations)")
            return
        }
        #expect(text.runs == [.string("is typed")])
    }

    @Test func whatTheAppMakesOfItIsSentBack() {
        let screen = Screen(VStack { Field(shorten: true) })
        screen.graph.send(InputEvent(text: "abcd"), to: field(screen).0?.id ?? -1)
        screen.update()
        #expect(field(screen).1 == "abc")
        // The value is the same as before: the host shows something else all the same.
        screen.graph.send(InputEvent(text: "abcde"), to: field(screen).0?.id ?? -1)
        screen.update()
        #expect(field(screen).1 == "abc")
        #expect(screen.lastMutations == ["update"])
        screen.press("Clear")
        #expect(field(screen).1 == "")
    }

    @Test func aSwitchedOffButtonDoesNothing() {
        var presses = 0
        let screen = Screen(
            VStack {
                Button("On") { presses += 1 }; Button("Off") { presses += 10 }.disabled(true)
            })
        screen.press("Off")
        screen.press("On")
        #expect(presses == 1)
    }

    @Test func `a flush asks for another one only if its actions have changed state`() {
        let screen = Screen(Counter())
        var requests = 0
        screen.graph.onNeedsFlush = { requests += 1 }
        let button = screen.find { if case .control(.button) = $0.content { true } else { false } }
        screen.graph.send(PressEvent(), to: button?.id ?? -1)
        #expect(requests == 1)
        screen.update()
        #expect(screen.texts == ["Count 1", "More"])
        #expect(requests == 1)
        screen.graph.send(PressEvent(), to: button?.id ?? -1)
        #expect(requests == 2)
    }

    private struct Following: View {
        @State private var count = 0
        @State private var copy = 0
        var body: some View {
            Button("More") { count += 1 }.onChange(of: count) { copy = count }
            Text("\(copy)")
        }
    }

    @Test func `a flush whose actions have changed state asks for another one`() {
        let screen = Screen(Following())
        var requests = 0
        screen.graph.onNeedsFlush = { requests += 1 }
        let button = screen.find { if case .control(.button) = $0.content { true } else { false } }
        screen.graph.send(PressEvent(), to: button?.id ?? -1)
        _ = screen.graph.flush()
        #expect(requests == 2)
        _ = screen.graph.flush()
        #expect(requests == 2)
    }

    private struct Owner: View {
        @State private var model = Model()
        init(name: String) { model.name = name }
        var body: some View { Text(model.name) }
    }

    @Test func `an object that is read before its view is shown is the one that the view shows`() {
        #expect(Screen(Owner(name: "set")).texts == ["set"])
    }

    @Test func `views made from one value have objects of their own`() {
        let owner = ObjectOwner()
        let screen = Screen(
            VStack {
                owner
                owner
            })
        screen.press("x")
        #expect(screen.texts == ["xx", "x"])
    }

    private struct ObjectOwner: View {
        @State private var model = Model()
        var body: some View { Button(model.name) { model.name += "x" } }
    }

    @MainActor private final class Count { var value = 0 }

    private struct Draft {
        var title = "draft"
        var pages = [1, 2]
    }

    private struct Editor: View {
        @State private var text = "text"
        @State private var draft = Draft()
        @State private var other = 0
        let evaluations: Count

        var body: some View {
            VStack {
                Reading(text: $text, title: $draft.title, evaluations: evaluations)
                Button("Other") { other += 1 }
                Button("Text") { text = "new text" }
                Button("Title") { draft.title = "new title" }
                Text("\(other)")
            }
        }
    }

    private struct Reading: View {
        @Binding var text: String
        @Binding var title: String
        let evaluations: Count
        var body: some View {
            evaluations.value += 1
            return Text("\(text) \(title)")
        }
    }

    @Test func `a view with bindings to the same state is not evaluated again with its parent`() {
        let evaluations = Count()
        let screen = Screen(Editor(evaluations: evaluations))
        #expect(evaluations.value == 1)
        screen.press("Other")
        #expect(screen.texts.last == "1")
        #expect(evaluations.value == 1)
        screen.press("Text")
        #expect(screen.texts.first == "new text draft")
        #expect(evaluations.value == 2)
        screen.press("Title")
        #expect(screen.texts.first == "new text new title")
        #expect(evaluations.value == 3)
    }

    /// An object that calls a closure when it is released.
    private final class Ending {
        let end: () -> Void

        init(_ end: @escaping () -> Void) { self.end = end }

        deinit { end() }
    }

    @Test func `an object that a state releases may read the state`() {
        let (box, isEnded) = (StateBox<[Ending]>([]), StateBox(false))
        var counts: [Int] = []
        box.value = [
            Ending { [unowned box] in
                counts.append(box.value.count)
                isEnded.value = true
            }
        ]
        #expect(!isEnded.value)
        box.value = []
        #expect(counts == [0])
        #expect(isEnded.value)
    }

    /// A value with properties by key, which a key path may name with an object.
    private struct Table {
        struct Key: Hashable {
            let number: Int
            let ending: Ending

            static func == (a: Self, b: Self) -> Bool { a.number == b.number }

            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        var title = "a"
        var values: [Int: Int] = [:]

        subscript(key: Key) -> Int {
            get { values[key.number] ?? 0 }
            set { values[key.number] = newValue }
        }
    }

    @Test func `an object in the key path of a binding may make a binding when it is released`() {
        let box = StateBox(Table())
        var titles: [String] = []
        // A location forgets those that are not in use when it makes one more than 32.
        for number in 0...32 {
            let ending = Ending { [weak box] in titles.append(box?.location(at: \.title).read() ?? "") }
            let key = Table.Key(number: number, ending: ending)
            #expect(box.location(at: \.[key]).read() == 0)
        }
        #expect(titles == Array(repeating: "a", count: 32))
        withExtendedLifetime(box) {}
    }
}

extension EnvironmentValues {
    var depth: Int? {
        get { self[StateTests.Depth.self] }
        set { self[StateTests.Depth.self] = newValue }
    }
}
