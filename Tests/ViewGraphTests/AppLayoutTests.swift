import Foundation
import Testing

@testable import StrataViewGraph

/// An app's own layouts, with the sizes that a host measures.
@MainActor
struct AppLayoutTests {
    @Observable final class Model {
        var words = ["aaa", "bbbb", "cc"]
        var layout = AnyLayout(Tags())
    }

    private struct Words: View {
        let model: Model
        var body: some View {
            model.layout { ForEach(model.words, id: \.self) { Counter(name: $0) } }
        }
    }

    private struct Counter: View {
        let name: String
        @State private var count = 0
        var body: some View { Text(count == 0 ? name : "\(name)\(count)").onTapGesture { count += 1 } }
    }

    @Test func `no view is shown until the host has measured all of them`() {
        let host = MeasuringHost(Words(model: Model()))
        #expect(host.frames.isEmpty)
        host.reportOnce()
        #expect(host.frames.count == 3)
    }

    @Test func `views are placed by the layout with the measured sizes`() {
        let host = MeasuringHost(Words(model: Model()), width: 100)
        host.answer()
        // 30 + 10 + 40 fit in 100, and 20 more do not.
        #expect(host.frames == ["aaa": [0, 0, 30, 20], "bbbb": [40, 0, 40, 20], "cc": [0, 30, 20, 20]])
        #expect(host.space == LayoutSpace(width: .upTo(110), height: .fixed(50)))
        #expect(host.reports == 1)
        #expect(host.measurements == 3)
    }

    @Test func `a layout runs again with the known sizes when its space changes`() {
        let host = MeasuringHost(Words(model: Model()), width: 100)
        host.answer()
        host.available.width = 200
        host.answer()
        #expect(host.frames["cc"] == [90, 0, 20, 20])
        #expect(host.space?.height == .fixed(20))
        #expect(host.measurements == 3)
    }

    @Test func `a layout that ignores proposals has a fixed size`() {
        let host = MeasuringHost(EqualWidths()() { ForEach(["a", "bbb"], id: \.self) { Text($0) } })
        host.answer()
        #expect(host.space == LayoutSpace(width: .fixed(60), height: .fixed(20)))
        #expect(host.frames == ["a": [10, 0, 10, 20], "bbb": [30, 0, 30, 20]])
    }

    @Test func `a layout that takes all proposals grows`() {
        let host = MeasuringHost(Circular()() { ForEach(["a", "bb"], id: \.self) { Text($0) } }, width: 100, height: 200)
        #expect(host.screen.root.children.first?.growth == .both)
        host.answer()
        #expect(host.space == LayoutSpace(width: .all(ideal: 10), height: .all(ideal: 10)))
        #expect(host.frames == ["a": [95, 90, 10, 20], "bb": [-10, 90, 20, 20]])
    }

    @Test func `a view is measured for the width that a layout proposes`() {
        let host = MeasuringHost(Masonry()() { ForEach(["aaaaaaaa", "b", "c"], id: \.self) { Text($0) } }, width: 100)
        host.answer()
        // 8 letters need two lines in a column of 50 points.
        #expect(host.frames == ["aaaaaaaa": [0, 0, 50, 40], "b": [50, 0, 10, 20], "c": [50, 20, 10, 20]])
        #expect(host.space == LayoutSpace(width: .all(ideal: 10), height: .fixed(40)))
    }

    @Test func `an inserted view is not shown before it is measured, and the others stay`() {
        let model = Model()
        let host = MeasuringHost(Words(model: model), width: 100)
        host.answer()
        model.words.insert("dd", at: 0)
        host.screen.update()
        #expect(host.frames == ["aaa": [0, 0, 30, 20], "bbbb": [40, 0, 40, 20], "cc": [0, 30, 20, 20]])
        host.answer()
        #expect(host.frames["dd"] == [0, 0, 20, 20])
        #expect(host.frames["aaa"] == [30, 0, 30, 20])
        #expect(host.measurements == 4)
    }

    @Test func `the other views move at once when one is removed`() {
        let model = Model()
        let host = MeasuringHost(Words(model: model), width: 100)
        host.answer()
        model.words.removeFirst()
        host.screen.update()
        #expect(host.frames == ["bbbb": [0, 0, 40, 20], "cc": [50, 0, 20, 20]])
    }

    @Test func `another layout with known sizes places the views in the same update`() throws {
        let model = Model()
        let host = MeasuringHost(Words(model: model), width: 100)
        host.answer()
        let text = try #require(host.screen.find { if case .text = $0.content { true } else { false } })
        let reports = host.reports
        model.layout = AnyLayout(Tags(gap: 0))
        host.screen.update()
        #expect(host.frames["bbbb"] == [30, 0, 40, 20])
        #expect(host.reports == reports)
        #expect(host.screen.find { $0.id == text.id } === text)
    }

    @Test func `frames that follow a measurement have the animation of the change`() {
        let model = Model()
        let host = MeasuringHost(Words(model: model), width: 100)
        host.answer()
        withAnimation(.linear(duration: 3)) { model.words.insert("dd", at: 0) }
        host.screen.update()
        let graph = host.screen.graph
        let layout = host.screen.all { if case .layout(.arranged) = $0 { true } else { false } }[0]
        let slot = layout.children[0]
        graph.send(
            MeasureEvent(width: 100, height: 50, views: [.init(slot: slot.id, proposal: "- -", width: 20, height: 20)]),
            to: layout.id)
        #expect(graph.flushAnimated().animation == .linear(duration: 3))
    }

    @Test func `a layout that never stops asking gets estimates`() {
        let host = MeasuringHost(Restless()() { Text("aaa") })
        host.answer()
        #expect(host.frames["aaa"] != nil)
        #expect(host.reports == LayoutEngine.mostReplies)
    }

    @Test func `a new measurement of a view runs the layout again`() {
        let host = MeasuringHost(Words(model: Model()), width: 100)
        host.answer()
        let layout = host.screen.all { if case .layout(.arranged) = $0 { true } else { false } }[0]
        host.screen.send(
            MeasureEvent(
                width: 100, height: 50,
                views: [.init(slot: layout.children[0].id, proposal: "- -", width: 60, height: 20)]), to: layout)
        #expect(host.frames["bbbb"] == [0, 30, 40, 20])
    }

    @Test func `a report for a proposal that is not asked for is ignored`() {
        let host = MeasuringHost(Words(model: Model()), width: 100)
        host.answer()
        let layout = host.screen.all { if case .layout(.arranged) = $0 { true } else { false } }[0]
        let before = host.frames
        host.screen.send(
            MeasureEvent(
                width: 100, height: 50,
                views: [
                    .init(slot: layout.children[0].id, proposal: "17 -", width: 60, height: 20),
                    .init(slot: layout.id, proposal: "- -", width: 60, height: 20),
                ]), to: layout)
        #expect(host.frames == before)
    }

    private struct Level: LayoutValueKey {
        static let defaultValue = 5
    }

    /// Writes what it knows about its views into their places.
    private struct Reading: Layout {
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize { .zero }
        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
            for subview in subviews {
                subview.place(at: CGPoint(x: CGFloat(subview[Level.self]), y: subview.priority), proposal: .zero)
            }
        }
    }

    @Test func `a layout reads the values and priorities of its views`() {
        let host = MeasuringHost(
            Reading()() {
                Text("a")
                Text("b").layoutValue(key: Level.self, value: 7).layoutPriority(2)
                Text("c").layoutValue(key: Level.self, value: 8).padding()
            })
        host.answer()
        #expect(host.frames["a"]?.prefix(2) == [5, 0])
        #expect(host.frames["b"]?.prefix(2) == [7, 2])
        #expect(host.frames["c"]?.prefix(2) == [8, 0])
    }

    /// Counts the calls that make and update its cache, in the cache.
    private struct Caching: Layout {
        func makeCache(subviews: Subviews) -> [Int] { [subviews.count] }
        func updateCache(_ cache: inout [Int], subviews: Subviews) { cache.append(subviews.count) }
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout [Int]) -> CGSize { .zero }
        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout [Int]) {
            for subview in subviews {
                subview.place(at: CGPoint(x: cache[0], y: cache.last ?? 0), proposal: .unspecified)
            }
        }
    }

    @Test func `the cache is updated when the views change`() {
        let model = Model()
        model.layout = AnyLayout(Caching())
        let host = MeasuringHost(Words(model: model))
        host.answer()
        #expect(host.frames["cc"]?.prefix(2) == [3, 3])
        model.words.removeFirst()
        host.screen.update()
        #expect(host.frames["cc"]?.prefix(2) == [3, 2])
    }

    @Test func `a layout in a layout is asked for its size without the host`() {
        let host = MeasuringHost(
            EqualWidths()() {
                Text("aaaaa")
                Tags()() { ForEach(["bb", "ccc"], id: \.self) { Text($0) } }
            }, width: 500)
        host.answer()
        // The tags are 20 + 10 + 30 points wide, which is more than the text.
        #expect(host.space == LayoutSpace(width: .fixed(120), height: .fixed(20)))
        #expect(host.frames["bb ccc"] == [60, 0, 60, 20])
        #expect(host.frames["ccc"] == [30, 0, 30, 20])
    }

    @Test func `a stack stands in for a layout until the views have frames`() throws {
        let model = Model()
        model.layout = AnyLayout(HStackLayout(spacing: 3))
        let host = MeasuringHost(Words(model: model), width: 100)
        #expect(host.space == nil)
        model.layout = AnyLayout(Tags())
        host.screen.update()
        #expect(host.space?.interim == StackLayout(direction: .horizontal(.center), spacing: 3))
        host.answer()
        #expect(host.space?.interim == nil)
        #expect(host.frames.count == 3)
        model.layout = AnyLayout(VStackLayout())
        host.screen.update()
        #expect(host.space == nil)
        #expect(host.screen.texts == ["aaa", "bbbb", "cc"])
    }

    @Test func `a transition of a view is one of its slot`() throws {
        let host = MeasuringHost(Tags()() { Text("a").transition(.scale) })
        let slot = try #require(host.screen.find { if case .layout(.slot) = $0.content { true } else { false } })
        #expect(slot.traits.interaction.transition != nil)
    }

    @Test func `a proposal replaces its ideal lengths`() {
        #expect(ProposedViewSize.unspecified.replacingUnspecifiedDimensions() == CGSize(width: 10, height: 10))
        #expect(
            ProposedViewSize(width: 3, height: nil).replacingUnspecifiedDimensions(by: CGSize(width: 1, height: 2))
                == CGSize(width: 3, height: 2))
        #expect(ProposedViewSize(CGSize(width: 1, height: 2)) == ProposedViewSize(width: 1, height: 2))
        #expect(ProposedViewSize(width: .infinity, height: nil).name == "* -")
        #expect(ProposedViewSize(width: 101.34, height: -3).measurable.name == "101.328125 0")
    }

    @Test(arguments: [
        #"{"width": -1, "height": 1, "views": []}"#,
        #"{"width": 1, "height": 1e9, "views": []}"#,
        #"{"width": 1, "height": 1, "views": [{"slot": 1, "proposal": "- -", "width": -2, "height": 1}]}"#,
        #"{"width": 1, "height": 1, "views": [{"slot": 1, "proposal": "- -", "width": 2, "height": 1, "baselines": [1]}]}"#,
        #"{"width": 1, "height": 1, "views": [{"slot": 1, "proposal": "- -", "width": 2, "height": 1, "#
            + #""guides": [{"element": 1, "x": 0, "y": 0, "width": -1, "height": 1}]}]}"#,
    ])
    func `a report that no host sends is not decoded`(_ report: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MeasureEvent.self, from: Data(report.utf8)) }
    }

    @Test func `the distance of two views is the larger of those that they prefer`() {
        #expect(ViewSpacing().distance(to: ViewSpacing(), along: .horizontal) == 8)
        #expect(ViewSpacing.zero.distance(to: ViewSpacing(), along: .vertical) == 8)
        #expect(ViewSpacing.zero.distance(to: .zero, along: .vertical) == 0)
        let bottom = ViewSpacing.zero.union(ViewSpacing(), edges: .bottom)
        #expect(bottom.distance(to: .zero, along: .vertical) == 8)
        #expect(bottom.distance(to: .zero, along: .horizontal) == 0)
    }
}
