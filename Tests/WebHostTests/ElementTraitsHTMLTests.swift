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

    @Test func `combined children name their element`() {
        let stack = HStack {
            Text("a"); Text("b")
        }
        #expect(attributes(stack.accessibilityElement(children: .combine)) == #"role="group" id="e1" aria-labelledby="e1""#)
        #expect(
            attributes(stack.accessibilityElement().accessibilityLabel("Both")) == #"aria-label="Both" role="img""#)
    }

    @Test func `actions for assistive technology are buttons in a group`() {
        let html = html(Text("Noto").accessibilityAction(named: "Delete") {})
        #expect(html.contains(#"class="accessibility-elements""#))
        #expect(html.contains(#"role="group" aria-label="Actions""#))
        #expect(html.contains("Delete</"))
    }

    @Test func `a text with a tap gesture can be pressed by the keyboard`() {
        #expect(attributes(Text("a").onTapGesture {}) == #"data-gestures="tap:normal:1" role="button" tabindex="0""#)
        #expect(
            attributes(VStack { Button("b") {} }.onTapGesture(count: 2) {}) == #"data-gestures="tap:normal:2""#)
        #expect(
            attributes(Text("a").simultaneousGesture(DragGesture(minimumDistance: 3)))
                == #"data-gestures="drag:simultaneous:3.0""#)
    }

    @Test func `keys are listed by their code points`() {
        #expect(attributes(Text("a").onKeyPress(.upArrow) { .handled }) == #"data-keys="f700" data-key-phases="3""#)
        #expect(attributes(Text("a").onKeyPress { _ in .handled }) == #"data-keys="*" data-key-phases="3""#)
    }

    @Test func `a transition lists its effects`() {
        #expect(
            attributes(Text("a").transition(.move(edge: .top).combined(with: .opacity)))
                == #"data-transition="move:top opacity/move:top opacity""#)
        #expect(attributes(Text("a").transition(.identity)) == #"data-transition="/""#)
    }

    @Test func `an animation that repeats has no end`() throws {
        let timing = Patch.Timing(.linear(duration: 1).repeatForever(autoreverses: false))
        #expect(timing.repetitions == 0)
        #expect(timing.alternates == false)
        #expect(Patch.Timing(.linear(duration: 1)).repetitions == nil)
    }
}
