import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ScrollPositionTests {
    private struct Lines<Content: View>: View {
        @State var line: Int?
        var anchor: UnitPoint?
        @ViewBuilder let content: () -> Content
        var body: some View {
            ScrollView { content() }.scrollPosition(id: $line, anchor: anchor)
            Text(line.map { "at \($0)" } ?? "none")
            Button("Go") { line = 3 }
            Button("Forget") { line = nil }
            Button("Glide") { withAnimation { withTransaction(\.scrollTargetAnchor, .bottom) { line = 2 } } }
        }
    }

    private final class Lifetime { var line: Int? }

    private struct Bound: View {
        let lifetime: Lifetime
        var body: some View {
            ScrollView { Text("a") }.scrollPosition(id: Binding(get: { lifetime.line }, set: { lifetime.line = $0 }))
        }
    }

    private func scroll(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .layout(.scroll) = $0.content { true } else { false } }
    }

    private func element(_ screen: Screen, _ text: String) -> Int {
        screen.find { screen.texts(of: $0) == [text] && $0.children.isEmpty }?.id ?? -1
    }

    /// Returns the texts of the elements to which the host is asked to scroll.
    private func targets(_ screen: Screen) -> [String] {
        screen.all { _ in true }.filter { $0.traits.layout.scrollRequest != nil }.map { screen.texts(of: $0)[0] }
    }

    /// Returns the last request to scroll.
    private func request(_ screen: Screen) -> ScrollRequest? {
        screen.all { _ in true }.compactMap(\.traits.layout.scrollRequest).max { $0.revision < $1.revision }
    }

    private func report(_ text: String, _ screen: Screen) {
        screen.send(ScrollPositionEvent(target: element(screen, text)), to: scroll(screen))
    }

    @Test func `a report sets the binding and does not scroll`() {
        let screen = Screen(
            Lines { VStack { ForEach(0..<5, id: \.self) { Text("line \($0)") } }.scrollTargetLayout() })
        report("line 2", screen)
        #expect(screen.texts.contains("at 2"))
        #expect(targets(screen) == [])
        report("line 3", screen)
        #expect(screen.texts.contains("at 3"))
        // The value is the one that the scroll view has.
        screen.press("Go")
        #expect(screen.graph.scrollRevision == 0)
    }

    @Test func `a new value scrolls, and nil does not`() {
        let screen = Screen(
            Lines { LazyVStack { ForEach(0..<5, id: \.self) { Text("line \($0)") } }.scrollTargetLayout() })
        screen.press("Go")
        #expect(targets(screen) == ["line 3"])
        screen.press("Forget")
        #expect(screen.graph.scrollRevision == 1)
        #expect(screen.texts.contains("none"))
        report("line 1", screen)
        #expect(screen.texts.contains("at 1"))
    }

    private struct Reader: View {
        var body: some View {
            ScrollViewReader { proxy in
                ScrollView { ForEach(0..<5, id: \.self) { Text("line \($0)") } }
                Button("Plain") { proxy.scrollTo(1) }
                Button("Bottom") { withTransaction(\.scrollTargetAnchor, .bottom) { proxy.scrollTo(2) } }
                Button("Top") { withTransaction(\.scrollTargetAnchor, .bottom) { proxy.scrollTo(3, anchor: .top) } }
            }
        }
    }

    @Test func `a new value scrolls to the anchor`() {
        func lines(_ anchor: UnitPoint?) -> Screen {
            Screen(Lines(anchor: anchor) { VStack { ForEach(0..<5, id: \.self) { Text("line \($0)") } }.scrollTargetLayout() })
        }
        let (plain, anchored) = (lines(nil), lines(.center))
        plain.press("Go")
        #expect(request(plain)?.anchor == nil)
        #expect(request(plain)?.isAnimated == false)
        anchored.press("Go")
        #expect(request(anchored)?.anchor == .center)
        anchored.press("Glide")
        #expect(request(anchored)?.anchor == .bottom)
        #expect(request(anchored)?.isAnimated == true)
    }

    @Test func `a proxy without an anchor scrolls to that of the transaction`() {
        let screen = Screen(Reader())
        screen.press("Plain")
        #expect(request(screen)?.anchor == nil)
        screen.press("Bottom")
        #expect(request(screen)?.anchor == .bottom)
        screen.press("Top")
        #expect(request(screen)?.anchor == .top)
        #expect(request(screen)?.revision == 3)
    }

    @Test func `a first value scrolls when the view appears`() {
        let screen = Screen(
            Lines(line: 4) { VStack { ForEach(0..<5, id: \.self) { Text("line \($0)") } }.scrollTargetLayout() })
        #expect(targets(screen) == ["line 4"])
    }

    @Test func `an identity of its own counts if it has the type of the binding`() {
        let screen = Screen(
            Lines {
                VStack {
                    Text("seven").id(7)
                    ForEach(0..<2, id: \.self) { Text("line \($0)").id("name \($0)") }
                }
                .scrollTargetLayout()
            })
        report("seven", screen)
        #expect(screen.texts.contains("at 7"))
        report("line 1", screen)
        #expect(screen.texts.contains("at 1"))
    }

    @Test func `the host reports the view at the anchor`() {
        func anchor(_ screen: Screen) -> UnitPoint? {
            guard case .layout(.scroll(let content))? = scroll(screen)?.content else { return nil }
            return content.positionAnchor
        }
        #expect(anchor(Screen(Lines { Text("a") })) == .topLeading)
        #expect(anchor(Screen(Lines(anchor: .center) { Text("a") })) == .center)
        #expect(anchor(Screen(ScrollView { Text("a") })) == nil)
    }

    @Test func `the scroll view of a sheet has a position of its own`() {
        struct Presenter: View {
            @State private var line: Int?
            var body: some View {
                Text("none").sheet(isPresented: .constant(true)) { ScrollView { Text("a") } }.scrollPosition(id: $line)
            }
        }
        guard case .layout(.scroll(let content))? = scroll(Screen(Presenter()))?.content else {
            Issue.record("The sheet has no scroll view.")
            return
        }
        #expect(content.positionAnchor == nil)
    }

    @Test func `a report about an element outside the scroll view changes nothing`() {
        let screen = Screen(
            Lines { VStack { ForEach(0..<5, id: \.self) { Text("line \($0)") } }.scrollTargetLayout() })
        report("none", screen)
        #expect(screen.texts.contains("none"))
    }

    @Test func `what is closed is freed`() {
        weak var model: Lifetime?
        do {
            let lifetime = Lifetime()
            model = lifetime
            let screen = Screen(Bound(lifetime: lifetime))
            screen.graph.close()
        }
        #expect(model == nil)
    }

    @Test func `a report with the ID of no element is forged`() {
        let screen = Screen(Text("a"))
        #expect(ScrollPositionEvent(target: screen.root.id).identifiersExist(in: screen.graph))
        #expect(!ScrollPositionEvent(target: 1_000_000).identifiersExist(in: screen.graph))
        #expect(!ScrollPositionEvent(target: -1).identifiersExist(in: screen.graph))
    }
}
