import Foundation
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct DrawingHTMLTests {
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
            .replacing(#/ data-path="[0-9a-z]+"/#, with: "")
    }

    @Test func `a filled shape is a box`() {
        #expect(
            html(RoundedRectangle(cornerRadius: 8).fill(.red))
                == #"<div class="shape filled grows-x grows-y" style="background:var(--red);border-radius:8px" data-id="1"></div>"#
        )
        #expect(
            html(Circle().fill(Color(red: 1, green: 0, blue: 0)))
                == #"<div class="shape filled grows-x grows-y" style="background:rgb(255 0 0);clip-path:circle(closest-side)" data-id="1"></div>"#
        )
    }

    @Test func `a line is drawn in SVG`() {
        #expect(
            html(Circle().strokeBorder(.blue, style: StrokeStyle(lineWidth: 4, lineCap: .round, dash: [6, 3])))
                == #"<div class="shape grows-x grows-y" data-id="1"><svg aria-hidden="true">"#
                + #"<circle style="cx:50%;cy:50%;r:max(0px, min(50cqw, 50cqh) - 2px);fill:none;stroke:var(--blue);stroke-width:4px;"#
                + #"stroke-linecap:round;stroke-miterlimit:10;stroke-dasharray:6px 3px"></circle></svg></div>"#)
    }

    @Test func `a path is written in SVG's language`() {
        let path = Path { path in
            path.move(to: CGPoint(x: 0, y: 1.5))
            path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 2, y: 0))
            path.addCurve(to: .zero, control1: CGPoint(x: 1, y: 2), control2: CGPoint(x: 3, y: 4))
            path.closeSubpath()
        }
        #expect(html(path.fill(.red)).contains(#"<path d="M0 1.5Q2 0 4 4C1 2 3 4 0 0Z" style="fill:var(--red)"></path>"#))
        #expect(html(Text("a").clipShape(path)).contains(#"style="clip-path:path(&quot;M0 1.5Q2 0 4 4C1 2 3 4 0 0Z&quot;)""#))
    }

    @Test func `a row of views with maximum widths ends at them`() {
        let view = Text("a").frame(maxWidth: 90)
        #expect(html(HStack { view }.padding()).contains(#"class="hstack grows-x hugs""#))
        #expect(html(HStack { view }.padding()).contains(#"class="box grows-x hugs""#))
        #expect(!html(view.padding()).contains("hugs"))
    }

    @Test func `numbers that no browser knows are limited`() {
        let path = Path { $0.move(to: CGPoint(x: CGFloat.nan, y: .infinity)) }
        #expect(html(path.fill(.red)).contains(#"d="M0 1000000""#))
        #expect(html(Text("a").opacity(.nan)).contains(#"style="opacity:0""#))
    }

    @Test func `a trimmed circle is a dash`() {
        #expect(
            html(Circle().trim(from: 0.25, to: 0.5).stroke(.red, lineWidth: 2))
                .contains(#"stroke-dasharray:0.25 2;stroke-dashoffset:-0.25"></circle>"#))
    }

    @Test func `gradients are images of CSS`() {
        #expect(
            html(LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing))
                .contains("background:linear-gradient(90deg, var(--red) 0%, var(--blue) 100%)"))
        #expect(
            html(LinearGradient(colors: [.red, .blue], startPoint: .topLeading, endPoint: .bottomTrailing))
                .contains("background:linear-gradient(to bottom right, var(--red) 0%, var(--blue) 100%)"))
        #expect(
            html(LinearGradient(colors: [.red, .blue], startPoint: .center, endPoint: .bottom))
                .contains("background:linear-gradient(180deg, var(--red) 50%, var(--blue) 100%)"))
        #expect(
            html(RadialGradient(colors: [.red, .blue], center: .top, startRadius: 5, endRadius: 40))
                .contains("background:radial-gradient(circle at 50% 0%, var(--red) 5px, var(--blue) 40px)"))
        #expect(
            html(AngularGradient(colors: [.red, .blue], center: .center, angle: .degrees(10)))
                .contains("background:conic-gradient(from 100deg at 50% 50%, var(--red) 0deg, var(--blue) 360deg)"))
    }

    @Test func `a gradient names the color space in which its colors are mixed`() {
        let gradient = Gradient(colors: [.red, .blue]).colorSpace(.perceptual)
        #expect(
            html(Rectangle().fill(gradient))
                .contains("background:linear-gradient(180deg in oklab, var(--red) 0%, var(--blue) 100%)"))
        #expect(
            html(Rectangle().fill(.linearGradient(gradient, startPoint: .leading, endPoint: .trailing)))
                .contains("background:linear-gradient(90deg in oklab, var(--red) 0%, var(--blue) 100%)"))
        #expect(
            html(Rectangle().fill(.radialGradient(gradient, center: .top, startRadius: 5, endRadius: 40)))
                .contains("background:radial-gradient(circle at 50% 0% in oklab, var(--red) 5px, var(--blue) 40px)"))
        #expect(
            html(Rectangle().fill(.conicGradient(gradient, angle: .degrees(10))))
                .contains("background:conic-gradient(from 100deg at 50% 50% in oklab, var(--red) 0deg, var(--blue) 360deg)"))
        #expect(
            html(Rectangle().fill(gradient.colorSpace(.device)))
                .contains("background:linear-gradient(180deg, var(--red) 0%, var(--blue) 100%)"))
        #expect(
            html(Rectangle().fill(Color.red.gradient.colorSpace(.perceptual)))
                .contains("background:linear-gradient(in oklab, color-mix(in srgb, var(--red) 82%, white), var(--red))"))
        #expect(
            html(Rectangle().fill(.linearGradient(Color.red.gradient, startPoint: .leading, endPoint: .trailing)))
                .contains(
                    "linear-gradient(90deg in srgb, color-mix(in srgb, var(--red), var(--white) 18%) 0%, var(--red) 100%)"))
    }

    @Test func `a gradient of translucent or mixed colors is in sRGB, where browsers would mix them in Oklab`() {
        #expect(
            html(Rectangle().fill(Color.red.gradient))
                .contains("background:linear-gradient(in srgb, color-mix(in srgb, var(--red) 82%, white), var(--red))"))
        #expect(
            html(Rectangle().fill(Gradient(colors: [.red.opacity(0.5), .blue])))
                .contains("linear-gradient(180deg in srgb, color-mix(in srgb, var(--red) 50%, transparent) 0%, var(--blue) 100%)")
        )
    }

    @Test func `a line in a gradient is a mask`() {
        let line = html(
            Circle().stroke(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom), lineWidth: 4))
        #expect(line.contains(##"<mask id="shape-1-0" maskUnits="userSpaceOnUse""##))
        #expect(line.contains(##"<g mask="url(#shape-1-0)"><foreignObject style="x:-2px;y:-2px;"##))
    }

    @Test func `effects become declarations`() {
        #expect(html(Text("a").shadow(color: .black, radius: 3, y: 2)).contains("filter:drop-shadow(0px 2px 3px var(--black))"))
        #expect(html(Text("a").scaleEffect(2, anchor: .top)).contains("transform:scale(2, 2);transform-origin:50% 0%"))
        #expect(html(Text("a").rotationEffect(.degrees(45))).contains(#"style="transform:rotate(45deg)""#))
        #expect(html(Text("a").brightness(0.5)).contains("filter:invert(0.25) brightness(2)"))
        #expect(html(Text("a").blendMode(.colorBurn)).contains("mix-blend-mode:color-burn"))
        #expect(html(Text("a").blendMode(.colorBurn)).contains(#"class="box blended"#))
    }

    @Test func `materials blur what is behind`() {
        #expect(
            html(Text("a").background(.thinMaterial))
                .contains(
                    "background:color-mix(in srgb, var(--material-thin) 100%, transparent);backdrop-filter:var(--material-blur)"))
    }

    @Test func `a view with a priority has a class, and one below the others shrinks before them`() {
        #expect(html(Text("a").layoutPriority(1)).contains(#"class="text has-priority""#))
        #expect(html(Text("a").layoutPriority(-1)).contains("flex-shrink:1000000"))
        #expect(!html(Text("a").layoutPriority(0)).contains("has-priority"))
    }

    @Test func `traits of the layout are declarations of the element`() {
        #expect(
            html(Text("a").zIndex(2))
                == #"<span class="text" dir="auto" data-id="1" style="position:relative;z-index:2">a</span>"#)
        #expect(html(Text("a").hidden()) == #"<span class="text" dir="auto" data-id="1" style="visibility:hidden">a</span>"#)
        #expect(html(Text("a").allowsHitTesting(false)) == #"<span class="text untouchable" dir="auto" data-id="1">a</span>"#)
    }

    @Test func `a shape with a label is an image`() {
        #expect(html(Circle().fill(.red).accessibilityLabel("Alarm")).contains(#"aria-label="Alarm" role="img""#))
    }

    @Test func `layers surround their content`() {
        #expect(
            html(Text("a").overlay(alignment: .topTrailing) { Text("b") })
                == #"<div class="layers" data-id="1"><span class="text" dir="auto" data-id="2">a</span>"#
                + #"<div class="layer" style="place-items:flex-start flex-end" data-id="3"><span class="text" dir="auto" data-id="4">b</span></div></div>"#
        )
    }

    @Test func `columns of a lazy grid are tracks`() {
        let columns = [
            GridItem(.fixed(40), spacing: 6), GridItem(.flexible(minimum: 20, maximum: 90)), GridItem(.adaptive(minimum: 30)),
        ]
        #expect(
            html(LazyVGrid(columns: columns, alignment: .leading, spacing: 2) {})
                == #"<div class="lazy-grid grows-x" style="grid-template-columns:40px minmax(min(20px, 100%), 90px) "#
                + #"repeat(auto-fill, minmax(min(30px, 100%), 1fr));gap:2px 6px;place-items:center center;justify-content:flex-start" data-lazy="y" data-id="1"></div>"#
        )
    }

    @Test func `a section of a lazy stack or grid has the same layout`() {
        #expect(
            html(LazyHStack { Section { Text("a") } })
                == #"<div class="hstack lazy grows-y" data-lazy="x" data-id="1"><div class="section hstack lazy" data-first-row="0" data-id="2">"#
                + #"<span class="text" dir="auto" data-id="3">a</span></div></div>"#)
        #expect(
            html(LazyVGrid(columns: []) { Section { Text("a") } }).contains(
                #"<div class="section lazy-grid" data-first-row="0" data-id="2">"#))
    }

    @Test func `a scroll view can have the focus`() {
        #expect(
            html(ScrollView(.horizontal, showsIndicators: false) { Text("a") })
                == #"<div class="scroll along-x bare grows-x" tabindex="0" data-id="1"><span class="text" dir="auto" data-id="2">a</span></div>"#
        )
    }
}
