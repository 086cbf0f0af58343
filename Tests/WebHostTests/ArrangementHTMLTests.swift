import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

/// Layouts whose frames the server computes.
@MainActor
struct ArrangementHTMLTests {
    /// A column of views that are 30 points wide.
    private struct Column: Layout {
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
            CGSize(width: 30, height: 20 * CGFloat(subviews.count))
        }

        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
            for (index, subview) in subviews.enumerated() {
                subview.place(at: CGPoint(x: 0, y: 20 * CGFloat(index)), proposal: ProposedViewSize(width: 30, height: nil))
            }
        }
    }

    /// A layout that takes all space.
    private struct All: Layout {
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
            proposal.replacingUnspecifiedDimensions(by: CGSize(width: 40, height: 50))
        }

        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {}
    }

    private func html(_ graph: WindowGraph) -> String {
        graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    private func graph(_ view: some View) -> WindowGraph {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph
    }

    @Test func `the views of a layout are measured before they are shown`() throws {
        let graph = graph(Column()() { Text("a") })
        #expect(
            html(graph)
                == #"<div class="arranged" style="grid-template:20px / 30px;min-width:30px;min-height:20px" data-space="" data-id="1">"#
                + #"<div class="zstack slot unplaced" data-measures="30 -" data-id="3">"#
                + #"<span class="text" dir="auto" data-id="2">a</span></div></div>"#)
        graph.send(
            MeasureEvent(width: 30, height: 20, views: [.init(slot: 3, proposal: "30 -", width: 12.5, height: 20)]), to: 1)
        _ = graph.flush()
        #expect(
            html(graph).contains(
                #"<div class="zstack slot" style="inset-inline-start:0px;top:0px;width:12.5px;height:20px" data-measures="30 -""#
            ))
    }

    @Test func `a layout that takes all space grows`() {
        #expect(
            html(graph(All()() { Text("a") })).hasPrefix(
                #"<div class="arranged grows-x grows-y" style="grid-template:minmax(0, 50px) / minmax(0, 40px)" data-space="width height""#
            ))
    }

    @Test func `a stack with a guide is a stack until its views are measured`() {
        let stack = VStack(alignment: .leading, spacing: 3) {
            Text("a").alignmentGuide(.leading) { _ in 5 }
        }
        let html = html(graph(stack))
        #expect(html.hasPrefix(#"<div class="arranged interim vstack" style="gap:3px;align-items:flex-start""#))
        #expect(html.contains(#"<div class="box guided""#))
    }

    @Test func `an alignment of the app is the middle where hosts align`() {
        let alignment = HorizontalAlignment(Third.self)
        #expect(html(graph(LazyVStack(alignment: alignment) { Text("a") })).contains("align-items:center"))
    }

    private enum Third: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 3 }
    }
}
