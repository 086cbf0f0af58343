import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct EffectHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `colors are multiplied by a filter inside the element`() {
        let html = html(Text("a").colorMultiply(.yellow))
        #expect(html.contains("filter:url(#multiply-1)"))
        #expect(html.contains(#"id="multiply-1""#))
        #expect(html.contains(#"<feFlood style="flood-color:var(--yellow)" result="color">"#))
        #expect(html.contains(#"operator="arithmetic" k1="1""#))
    }

    @Test func `a view without the effect of the focus says so`() {
        #expect(html(Button("a") {}.focusEffectDisabled()).contains("data-hides-focus"))
        #expect(!html(Button("a") {}.focusEffectDisabled(false)).contains("data-hides-focus"))
    }

    @Test func `a view is focusable for an interaction`() {
        #expect(html(Text("a").focusable(interactions: .activate)).contains(#"tabindex="0""#))
        #expect(html(Text("a").focusable(false, interactions: .edit)).contains(#"tabindex="-1""#))
    }

    @Test func `the padding of a scene has the usual distance`() {
        #expect(html(Text("a").scenePadding(.minimum, edges: .top)).contains("padding-block-start:var(--padding)"))
    }

    @Test func `shadows of a style are behind texts, symbols and shapes`() {
        let style = Color.red.shadow(.drop(color: .black, radius: 2, x: 1))
        let filter = "filter:drop-shadow(1px 0px 2px var(--black))"
        #expect(html(Text("a").foregroundStyle(style)).contains(filter))
        #expect(html(Image(systemName: "star").foregroundStyle(style)).contains(filter))
        #expect(html(Circle().fill(style)).contains(filter))
        #expect(html(Text("a").background(style, in: .capsule)).contains("box-shadow:1px 0px 2px var(--black)"))
        #expect(!html(Text("a").background(style, in: .capsule)).contains("filter:"))
    }

    @Test func `a shape of several layers has the shadow of each`() {
        let shape = Circle().fill(Color.red.shadow(.drop(color: .black, radius: 2))).stroke(.blue, lineWidth: 2)
        #expect(html(shape).contains("fill:var(--red);filter:drop-shadow(0px 0px 2px var(--black))"))
    }

    @Test func `colors are mixed by the browser`() {
        #expect(
            html(Text("a").foregroundStyle(Color.red.mix(with: .blue, by: 0.25)))
                .contains("color:color-mix(in oklab, var(--red), var(--blue) 25%)"))
        #expect(
            html(Text("a").foregroundStyle(Color.red.mix(with: .blue, by: 0.25, in: .device)))
                .contains("color-mix(in srgb, var(--red), var(--blue) 25%)"))
    }

    @Test func `a color field shows a mixture in hexadecimal digits`() {
        let gray = Color.white.mix(with: .black, by: 0.5, in: .device)
        #expect(html(ColorPicker("Color", selection: .constant(gray))).contains(##"value="#808080""##))
        // The color that a browser computes for color-mix(in oklab, #f00, #00f).
        let purple = Color(red: 1, green: 0, blue: 0).mix(with: Color(red: 0, green: 0, blue: 1), by: 0.5)
        #expect(html(ColorPicker("Color", selection: .constant(purple))).contains(##"value="#8c53a2""##))
    }

    @Test func `a gesture lists its modifier keys after its group`() {
        let gesture = TapGesture().modifiers([.shift, .command])
        #expect(html(Text("a").gesture(gesture)).contains(#"data-gestures="tap:normal:1::0:18""#))
    }

    @Test func `a gesture with a name has the precedence of its modifier`() {
        #expect(html(Text("a").gesture(TapGesture(), name: "tap")).contains(#"data-gestures="tap:normal:1"#))
        #expect(html(Text("a").highPriorityGesture(TapGesture(), name: "tap")).contains(#"data-gestures="tap:high:1"#))
        #expect(html(Text("a").simultaneousGesture(TapGesture(), name: "tap")).contains(#"data-gestures="tap:simultaneous:1"#))
    }

    @Test func `a transition lists the anchor of its scale`() {
        #expect(html(Text("a").transition(.scale(scale: 0.5, anchor: .top))).contains("scale:0.5:50%:0%/"))
        #expect(html(Text("a").transition(.scale(scale: 0.5))).contains("scale:0.5/"))
    }
}
