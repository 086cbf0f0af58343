import Foundation
import Testing

@testable import StrataViewGraph

/// Short forms of modifiers of the layout.
@MainActor
struct LayoutFormTests {
    private let text = Text(verbatim: "x")

    /// The boxes around a text, from outside to inside.
    private func boxes(_ view: some View) -> [BoxStyle] {
        Screen(view).all { _ in true }.compactMap { item in
            if case .layout(.box(let style)) = item.content { style } else { nil }
        }
    }

    /// The contents of all elements.
    private func contents(_ view: some View) -> [ElementContent] { Screen(view).all { _ in true }.map(\.content) }

    @Test func `a size stands for its width and height`() {
        #expect(boxes(text.offset(CGSize(width: 3, height: 4))) == [.effect(.offset(x: 3, y: 4))])
        #expect(boxes(text.position(CGPoint(x: 3, y: 4))) == [.position(x: 3, y: 4)])
        #expect(boxes(text.aspectRatio(CGSize(width: 4, height: 2), contentMode: .fill)) == [.ratio(2, .fill)])
    }

    @Test func `a safe area adds space as padding does`() {
        let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(boxes(text.safeAreaPadding(8)) == boxes(text.padding(8)))
        #expect(boxes(text.safeAreaPadding(insets)) == boxes(text.padding(insets)))
        #expect(boxes(text.safeAreaPadding(.top, 8)) == boxes(text.padding(.top, 8)))
        #expect(boxes(text.safeAreaPadding()) == boxes(text.padding()))
    }

    @Test func `modifiers for screens with safe areas leave a view as it is`() {
        #expect(contents(text.edgesIgnoringSafeArea(.all)) == contents(text))
        #expect(contents(text.contentShape(.interaction, Rectangle(), eoFill: true)) == contents(text))
        #expect(contents(text.statusBar(hidden: true)) == contents(text))
        let impact = SensoryFeedback.impact(flexibility: .soft, intensity: 0.5)
        #expect(contents(text.sensoryFeedback(impact, trigger: 1)) == contents(text))
    }

    @Test func `views can be put at each edge of another`() {
        func texts(_ edge: HorizontalEdge) -> [String] {
            Screen(text.safeAreaInset(edge: edge) { Text(verbatim: "side") }).texts
        }
        #expect(texts(.leading) == ["side", "x"])
        #expect(texts(.trailing) == ["x", "side"])
        func bars(_ edge: VerticalEdge) -> [String] {
            Screen(text.safeAreaBar(edge: edge) { Text(verbatim: "bar") }).texts
        }
        #expect(bars(.top) == ["bar", "x"])
        #expect(bars(.bottom) == ["x", "bar"])
        #expect(Screen(text.safeAreaBar(edge: HorizontalEdge.trailing) { Text(verbatim: "bar") }).texts == ["x", "bar"])
        let stack = contents(text.safeAreaInset(edge: HorizontalEdge.leading, alignment: .top, spacing: 5) { text })
        #expect(stack.contains(.layout(.stack(StackLayout(direction: .horizontal(.top), spacing: 5)))))
    }

    @Test func `a background without a style is that of the environment`() {
        func background(_ view: some View) -> [ShapePaint] {
            boxes(view).compactMap { if case .background(let paint, _) = $0 { paint } else { nil } }
        }
        #expect(background(text.background().backgroundStyle(.red)) == [ShapePaint(.red)])
        #expect(background(text.background(ignoresSafeAreaEdges: .top)) == [ShapePaint(Color(.background))])
    }

    @Test func `a lazy grid of rows is filled column by column`() {
        let rows = [GridItem(.fixed(20)), GridItem(.flexible())]
        let grid = contents(
            LazyHGrid(rows: rows, alignment: .top, spacing: 4) { ForEach(0..<3) { Text(verbatim: "\($0)") } }
        ).compactMap { if case .layout(.lazyGrid(let grid)) = $0 { grid } else { nil } }
        #expect(grid.map(\.axis) == [.horizontal])
        #expect(grid.map(\.tracks.count) == [2])
        #expect(grid.map(\.spacing) == [4])
        #expect(grid.map(\.alignment.vertical) == [.top])
    }

    private struct ScrollState: View {
        @Environment(\.isScrollEnabled) private var isScrollEnabled
        var body: some View { Text(isScrollEnabled ? "scrolls" : "stands") }
    }

    @Test func `views know whether they can be scrolled`() {
        #expect(Screen(ScrollView { ScrollState() }).texts == ["scrolls"])
        #expect(Screen(ScrollView { ScrollState() }.scrollDisabled(true)).texts == ["stands"])
        #expect(Screen(ScrollView { ScrollState() }.scrollDisabled(false).scrollDisabled(true)).texts == ["stands"])
    }

    private func scrolling(_ view: some View) -> Scrolling? {
        contents(view).lazy.compactMap { if case .layout(.scroll(let scroll)) = $0 { scroll.scrolling } else { nil } }.first
    }

    @Test func `margins of the content are set by edge`() {
        let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        let scroll = ScrollView { text }
        #expect(
            scrolling(scroll.contentMargins(.all, insets))
                == scrolling(
                    scroll.contentMargins(.top, 1).contentMargins(.leading, 2).contentMargins(.bottom, 3).contentMargins(
                        .trailing, 4)))
        #expect(scrolling(scroll.contentMargins(.top, insets)) == scrolling(scroll.contentMargins(.top, 1)))
        #expect(scrolling(scroll.contentMargins(.top, insets)) != scrolling(scroll))
    }

    @Test func `the name of a scroll view's space says its axis`() {
        let spaces: [NamedCoordinateSpace] = [.scrollView, .scrollView(axis: .vertical), .scrollView(axis: .horizontal)]
        #expect(spaces[1] == .scrollView(axis: .vertical))
        #expect(spaces[1] != spaces[2])
        #expect(spaces[0] != spaces[1])
    }

    private struct Offset: View {
        let axis: Axis
        var body: some View {
            GeometryReader {
                Text(verbatim: "\(Int($0.frame(in: .scrollView(axis: axis)).minY)) \($0.safeAreaInsets == EdgeInsets())")
            }
        }
    }

    @Test func `the space of a scroll view along its axis stays, and has no insets of safe areas`() throws {
        let screen = Screen(ScrollView { Offset(axis: .vertical) })
        let scroll = try #require(screen.all { if case .layout(.scroll) = $0 { true } else { false } }.first)
        let reader = try #require(screen.all { if case .layout(.geometry) = $0 { true } else { false } }.first)
        screen.send(ResizeEvent(width: 50, height: 40), to: reader)
        #expect(screen.texts == ["0 true"])
        screen.send(ResizeEvent(width: 100, height: 100, x: 0, y: 5), to: scroll)
        screen.send(ResizeEvent(width: 50, height: 40, x: 0, y: -15), to: reader)
        #expect(screen.texts == ["-20 true"])
    }

    @Test func `a set of horizontal edges has those that were put in`() {
        #expect(HorizontalEdge.Set(.leading) == .leading)
        #expect(HorizontalEdge.Set(rawValue: HorizontalEdge.Set.trailing.rawValue) == .trailing)
        #expect(HorizontalEdge.Set.all.contains(.trailing))
        #expect(!HorizontalEdge.Set(.leading).contains(.trailing))
    }

    @Test func `purposes of a shape are a set`() {
        let kinds: ContentShapeKinds = [.interaction, .dragPreview]
        #expect(kinds.contains(.interaction))
        #expect(!kinds.contains(.accessibility))
        #expect(ContentShapeKinds(rawValue: kinds.rawValue) == kinds)
    }

    @Test func `a tooltip has a localized string, a string or a text`() {
        func help(_ view: some View) -> String? { Screen(view).find { $0.traits.help != nil }?.traits.help }
        let string = "Save the file"
        #expect(help(text.help("Save the file")) == string)
        #expect(help(text.help(string)) == string)
        #expect(help(text.help(Text(string))) == string)
    }

    private struct Points: PreferenceKey {
        static var defaultValue: [Anchor<CGPoint>] { [] }
        static func reduce(value: inout [Anchor<CGPoint>], nextValue: () -> [Anchor<CGPoint>]) { value += nextValue() }
    }

    @Test func `points of a view are named by its corners and edges`() throws {
        let sources: [Anchor<CGPoint>.Source] = [
            .topLeading, .top, .topTrailing, .leading, .center, .trailing, .bottomLeading, .bottom, .bottomTrailing,
        ]
        let screen = Screen(
            text
                .overlay {
                    ZStack {
                        ForEach(sources.indices, id: \.self) { index in
                            Color.clear.anchorPreference(key: Points.self, value: sources[index]) { [$0] }
                        }
                    }
                }
                .overlayPreferenceValue(Points.self) { anchors in
                    GeometryReader { geometry in
                        Text(verbatim: anchors.map { "\(Int(geometry[$0].x)),\(Int(geometry[$0].y))" }.joined(separator: " "))
                        Text(verbatim: "\(Set(anchors).count)")
                    }
                })
        let boxes = screen.all { if case .layout(.box(.measured)) = $0 { true } else { false } }
        for box in boxes { screen.send(ResizeEvent(width: 20, height: 10, x: 0, y: 0), to: screen.item(box.id)) }
        let reader = try #require(screen.all { if case .layout(.geometry) = $0 { true } else { false } }.first)
        for _ in 0..<2 { screen.send(ResizeEvent(width: 20, height: 10, x: 0, y: 0), to: screen.item(reader.id)) }
        #expect(screen.texts == ["x", "0,0 10,0 20,0 0,5 10,5 20,5 0,10 10,10 20,10", "9"])
    }
}
