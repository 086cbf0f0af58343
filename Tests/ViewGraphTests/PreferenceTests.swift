import OpenCombine
import Testing

@testable import StrataViewGraph

@MainActor
struct PreferenceTests {
    private struct Names: PreferenceKey {
        static var defaultValue: [String] { [] }
        static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
    }

    private struct Page: View {
        @State private var names: [String] = ["none"]
        @State private var count = 1
        var body: some View {
            VStack {
                ForEach(0..<count) { number in Text("row").preference(key: Names.self, value: ["\(number)"]) }
            }
            .onPreferenceChange(Names.self) { names = $0 }
            Text(names.joined(separator: " "))
            Button("Add") { count += 1 }
        }
    }

    @Test func `an observer gets the reduced value of the views inside, in order`() {
        let screen = Screen(Page())
        #expect(screen.texts.contains("0"))
        screen.press("Add")
        screen.press("Add")
        #expect(screen.texts.contains("0 1 2"))
    }

    @Test func `a preference replaces that of the views inside, and a transformation changes it`() {
        var values: [[String]] = []
        let inner = Text("a").preference(key: Names.self, value: ["inner"])
        _ = Screen(
            VStack {
                inner.preference(key: Names.self, value: ["outer"])
                inner.transformPreference(Names.self) { $0.append("more") }
            }
            .onPreferenceChange(Names.self) { values.append($0) })
        #expect(values == [["outer", "inner", "more"]])
    }

    @Test func `an observer of views without the preference gets the default value`() {
        var values: [[String]] = []
        _ = Screen(Text("a").onPreferenceChange(Names.self) { values.append($0) })
        #expect(values == [[]])
    }

    private struct Restless: View {
        @State private var count = 0
        var body: some View {
            Text("\(count)").preference(key: Names.self, value: ["\(count)"])
                .onPreferenceChange(Names.self) { _ in count += 1 }
        }
    }

    @Test func `a preference that changes itself does not keep an update from ending`() {
        let graph = WindowGraph(title: "Test", content: Restless())
        graph.update()
        #expect(graph.root.children.count == 1)
    }

    private struct Listener: View {
        let publisher: PassthroughSubject<Int, Never>
        @State private var sum = 0
        @State private var factor = 1
        var body: some View {
            Text("\(sum)").onReceive(publisher) { sum += $0 * factor }
            Button("Double") { factor *= 2 }
        }
    }

    @Test func `a view receives a publisher's values with its latest action, until it is removed`() {
        let publisher = PassthroughSubject<Int, Never>()
        let screen = Screen(Listener(publisher: publisher))
        publisher.send(3)
        screen.update()
        #expect(screen.texts == ["3", "Double"])
        screen.press("Double")
        publisher.send(1)
        screen.update()
        #expect(screen.texts == ["5", "Double"])
        screen.graph.close()
        publisher.send(1)
    }

    private struct Replaying: View {
        let publisher: CurrentValueSubject<Int, Never>
        @State private var values: [Int] = []
        var body: some View {
            Text(values.map(String.init).joined(separator: " ")).onReceive(publisher) { values.append($0) }
        }
    }

    @Test func `an evaluation does not subscribe to the same publisher again`() {
        let screen = Screen(Replaying(publisher: CurrentValueSubject(1)))
        #expect(screen.texts == ["1"])
    }

    private struct Following: View {
        @State private var count = 0
        @State private var log: [Int] = []
        var body: some View {
            Button("Add") { count += 1 }.onChange(of: count, perform: { log.append($0) })
            Text(log.map(String.init).joined(separator: " "))
        }
    }

    @Test func `the oldest form of onChange gets the new value`() {
        let screen = Screen(Following())
        screen.press("Add")
        screen.press("Add")
        #expect(screen.texts == ["Add", "1 2"])
    }

    private struct Climbing: View {
        @State private var count = 0
        var body: some View {
            Text("\(count)").preference(key: Names.self, value: ["\(count)"])
                .onPreferenceChange(Names.self) { _ in if count < 400 { count += 1 } }
        }
    }

    @Test func `preferences that an update leaves ask for another flush`() {
        let graph = WindowGraph(title: "Test", content: Climbing())
        var needsFlush = false
        graph.onNeedsFlush = { needsFlush = true }
        graph.mount()
        graph.appear()
        while needsFlush {
            needsFlush = false
            _ = graph.flush()
        }
        guard case .text(let text)? = graph.root.children.first?.content else {
            Issue.record("the window has no text")
            return
        }
        #expect(text.runs.words == "400")
    }

    /// A preference is that of the views inside. A sheet, a popover and a toolbar are not.
    @Test func `the preferences of a sheet, a popover and a toolbar do not reach the views around the presenter`() {
        var (outer, inner): ([[String]], [[String]]) = ([], [])
        _ = Screen(
            NavigationStack {
                Text("page").preference(key: Names.self, value: ["page"])
                    .sheet(isPresented: .constant(true)) {
                        Text("sheet").preference(key: Names.self, value: ["sheet"])
                            .onPreferenceChange(Names.self) { inner.append($0) }
                    }
                    .popover(isPresented: .constant(true)) { Text("popover").preference(key: Names.self, value: ["popover"]) }
                    .toolbar { Button("Edit") {}.preference(key: Names.self, value: ["toolbar"]) }
            }
            .onPreferenceChange(Names.self) { outer.append($0) })
        #expect(outer == [["page"]])
        #expect(inner == [["sheet"]])
    }

    @Test func `a sheet requests the appearance of its window`() {
        let screen = Screen(
            Text("page").sheet(isPresented: .constant(true)) { Text("sheet").preferredColorScheme(.dark) })
        #expect(screen.graph.root.traits.colorScheme == .dark)
    }
}
