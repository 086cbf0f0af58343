import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct RotorTests {
    /// A window with rotors, as a host uses it.
    @MainActor
    private struct Reader {
        let screen: Screen

        init(_ view: some View) { screen = Screen(view) }

        /// Opens the menu, and returns the rotors of the app.
        func open() -> (revision: Int, rotors: [RotorContent]) {
            _ = screen.graph.drainRequests()
            screen.send(RotorsEvent(), to: screen.item(0))
            for case .rotors(let revision, let rotors) in screen.graph.drainRequests() { return (revision, rotors) }
            return (0, [])
        }

        /// Chooses an entry of the first rotor with a title, and returns the texts of the element to
        /// which the host is asked to move, and the selected range.
        func choose(_ title: String, _ entry: Int) -> (texts: [String], range: Range<Int>?)? {
            let (revision, rotors) = open()
            guard let rotor = rotors.firstIndex(where: { $0.title == title }) else { return nil }
            screen.send(RotorEntryEvent(revision: revision, rotor: rotor, entry: entry), to: screen.item(0))
            for case .reveal(let element, let range) in screen.graph.drainRequests() {
                return screen.item(element).map { (screen.texts(of: $0), range) }
            }
            return nil
        }

        func titles() -> [String] { open().rotors.map(\.title) }
    }

    private struct Trend: Identifiable {
        let id: Int
        var message: String { "Trend \(id)" }
        var isPositive: Bool { id % 3 != 0 }
        var count: Int { id * 10 }
    }

    private static let trends = (0..<5_000).map(Trend.init)

    /// The form in which a view has two entries, in two namespaces, and the entries scroll.
    private struct TrendsView: View {
        let trends = RotorTests.trends
        @Namespace private var customRotorNamespace
        @Namespace private var countSpace

        var body: some View {
            VStack {
                ScrollViewReader { scrollView in
                    List {
                        ForEach(trends, id: \.id) { trend in
                            Text(trend.message)
                                .accessibilityRotorEntry(id: trend.id, in: customRotorNamespace)
                                .accessibilityRotorEntry(id: trend.id, in: countSpace)
                                .id(trend.id)
                        }
                    }
                    .accessibilityRotor("Negative trends") {
                        ForEach(trends, id: \.id) { trend in
                            if !trend.isPositive {
                                AccessibilityRotorEntry(trend.message, trend.id, in: customRotorNamespace) {
                                    scrollView.scrollTo(trend.id)
                                }
                            }
                        }
                    }
                    .accessibilityRotor("Count") {
                        ForEach(trends, id: \.id) { trend in
                            if trend.count % 20 == 0 {
                                AccessibilityRotorEntry("\(trend.count)", id: trend.id, in: countSpace) {
                                    scrollView.scrollTo(trend.id)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func `the entries of a rotor are sent when the user opens the menu`() {
        let reader = Reader(TrendsView())
        #expect(reader.screen.graph.drainRequests().isEmpty)
        let rotors = reader.open().rotors
        #expect(rotors.map(\.title) == ["Negative trends", "Count"])
        #expect(rotors.first?.entries.prefix(3) == ["Trend 0", "Trend 3", "Trend 6"])
        #expect(rotors.last?.entries.prefix(3) == ["0", "20", "40"])
    }

    @Test func `a rotor has a thousand entries at most`() {
        let rotors = Reader(TrendsView()).open().rotors
        #expect(rotors.map(\.entries.count) == [1_000, 1_000])
    }

    @Test func `a host that has not received the last list gets only the new one`() {
        let reader = Reader(TrendsView())
        _ = reader.screen.graph.drainRequests()
        for _ in 1...3 { reader.screen.send(RotorsEvent(), to: reader.screen.item(0)) }
        let requests = reader.screen.graph.drainRequests()
        #expect(requests.count == 1)
        guard case .rotors(let revision, _) = requests.first else {
            Issue.record("The host gets no list.")
            return
        }
        #expect(revision == 3)
    }

    @Test func `an entry moves to a row that did not exist`() {
        let reader = Reader(TrendsView())
        #expect(reader.choose("Negative trends", 900)?.texts == ["Trend 2700"])
        #expect(reader.choose("Count", 900)?.texts == ["Trend 1800"])
        #expect(reader.choose("Negative trends", 0)?.texts == ["Trend 0"])
    }

    private struct Unprepared: View {
        @Namespace private var space
        var body: some View {
            List {
                ForEach(RotorTests.trends) { trend in
                    HStack { Text(trend.message).accessibilityRotorEntry(id: trend.id, in: space) }
                }
            }
            .accessibilityRotor("Trends") {
                AccessibilityRotorEntry("Far", id: 4_321, in: space)
                AccessibilityRotorEntry("Unknown", id: 9_999, in: space)
            }
        }
    }

    @Test func `an entry that prepares nothing moves to the row with its ID, too`() {
        let reader = Reader(Unprepared())
        #expect(reader.choose("Trends", 0)?.texts == ["Trend 4321"])
        #expect(reader.choose("Trends", 1) == nil)
    }

    @Test func `an entry without a namespace moves to the view with its ID`() {
        let list = LazyVStack { ForEach(Self.trends) { Text($0.message) } }
            .accessibilityRotor("Some", entries: Self.trends.filter { $0.id % 1_000 == 0 }, entryLabel: \.message)
        let reader = Reader(list)
        #expect(reader.open().rotors.first?.entries == ["Trend 0", "Trend 1000", "Trend 2000", "Trend 3000", "Trend 4000"])
        #expect(reader.choose("Some", 3)?.texts == ["Trend 3000"])
    }

    private struct Words: View {
        let text: String
        var body: some View {
            Text(verbatim: text).accessibilityRotor("Numbers", textRanges: text.ranges(of: /[0-9]+/))
        }
    }

    @Test func `the ranges of a text are entries with the words in them`() {
        let reader = Reader(Words(text: "🌋 of 1912, and of 1991"))
        #expect(reader.open().rotors.first?.entries == ["1912", "1991"])
        // An emoji has two UTF-16 code units.
        #expect(reader.choose("Numbers", 0)?.range == 6..<10)
        #expect(reader.choose("Numbers", 1)?.range == 19..<23)
    }

    @Test func `a range beyond the end of the text selects nothing`() {
        let long = "a long text"
        let reader = Reader(
            Text("short").accessibilityRotor("Ends", textRanges: [long.index(long.endIndex, offsetBy: -2)..<long.endIndex]))
        #expect(reader.open().rotors.first?.entries == [""])
        #expect(reader.choose("Ends", 0)?.range == nil)
    }

    @Test func `a system rotor names the list that it replaces`() {
        let view = Text("a").accessibilityRotor(.headings) { AccessibilityRotorEntry("b", id: 1) }
            .accessibilityRotor(.headings(level: .h2)) { AccessibilityRotorEntry("c", id: 2) }
        let rotors = Reader(view).open().rotors
        #expect(rotors.map(\.replaced) == ["headings", "headings2"])
        #expect(rotors.map(\.title) == ["Headings", "Headings of level 2"])
    }

    private struct Changing: View {
        @State private var isShown = true
        var body: some View {
            Button("Hide") { isShown = false }
            if isShown { Text("a").accessibilityRotor("Gone") { AccessibilityRotorEntry("a", id: 1) } }
        }
    }

    @Test func `a view that is removed has no rotor`() {
        let reader = Reader(Changing())
        #expect(reader.titles() == ["Gone"])
        reader.screen.press("Hide")
        #expect(reader.titles() == [])
    }

    /// An object that the entries of a rotor hold.
    private final class Target {
        var choices = 0
    }

    private struct Holding: View {
        @State private var isShown = true

        var body: some View {
            Button("Hide") { isShown = false }
            if isShown { Held() }
        }
    }

    private struct Held: View {
        @State private var target = Target()

        var body: some View {
            Text("a").accessibilityRotor("Held") { [target] in
                RotorTests.held = target
                return AccessibilityRotorEntry("a", id: 1) { target.choices += 1 }
            }
        }
    }

    /// The object of the last view that was asked for its entries.
    private static weak var held: Target?

    @Test func `the entries of a view that is removed are released, and a choice of one does nothing`() throws {
        let reader = Reader(Holding())
        let choice = RotorEntryEvent(revision: reader.open().revision, rotor: 0, entry: 0)
        #expect(Self.held != nil)
        reader.screen.press("Hide")
        #expect(Self.held == nil)
        _ = reader.screen.graph.drainRequests()
        // The host has had the list, so the choice is not forged.
        let isHandled = try reader.screen.graph.send(RotorEntryEvent.name, to: 0) { _ in choice }
        #expect(isHandled)
        #expect(reader.screen.graph.drainRequests().isEmpty)
    }

    @Test func `a choice in an old list does nothing, and one that no list had is forged`() throws {
        let reader = Reader(TrendsView())
        let old = reader.open().revision
        _ = reader.open()
        let graph = reader.screen.graph
        reader.screen.send(RotorEntryEvent(revision: old, rotor: 0, entry: 0), to: reader.screen.item(0))
        #expect(graph.drainRequests().isEmpty)
        for (revision, rotor, entry) in [(old + 1, 2, 0), (old + 1, 0, 1_000), (old + 1, -1, 0), (old + 2, 0, 0), (0, 0, 0)] {
            let event = RotorEntryEvent(revision: revision, rotor: rotor, entry: entry)
            #expect(throws: WindowGraph.ForgedEvent.unknownIdentifier) {
                try graph.send(RotorEntryEvent.name, to: 0) { _ in event }
            }
        }
    }

    private struct Article: AccessibilityRotorContent {
        let isLong: Bool
        var body: some AccessibilityRotorContent {
            Group {
                AccessibilityRotorEntry("first", id: 1)
                if isLong { AccessibilityRotorEntry("second", id: 2) }
            }
            ForEach([3, 4], id: \.self) { AccessibilityRotorEntry(Text(verbatim: "number \($0)"), id: $0) }
        }
    }

    @Test func `content of rotors is made of other content`() {
        let view = Text("a").accessibilityRotor("Article") { Article(isLong: true) }
        #expect(Reader(view).open().rotors.first?.entries == ["first", "second", "number 3", "number 4"])
    }

    private struct Ways: AccessibilityRotorContent {
        @Environment(\.layoutDirection) private var direction
        @State private var id = 1
        var body: some AccessibilityRotorContent { AccessibilityRotorEntry(Text(verbatim: "\(direction)"), id: id) }
    }

    @Test func `content of the app's own reads the environment of the view with the rotor`() {
        let reader = Reader(
            Text("a").accessibilityRotor("Ways") { Ways() }.environment(\.layoutDirection, .rightToLeft))
        #expect(reader.open().rotors.map(\.entries) == [["rightToLeft"]])
    }
}
