import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

@MainActor
struct ScrollingHTMLTests {
    /// Returns the HTML of a view without the names of places, which depend on every modifier.
    private func html(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        let html = graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
        return html.replacing(/\ data-path="\w+"/, with: "")
    }

    @Test func `margins are padding of the outermost scroll view`() {
        let inner = ScrollView(.horizontal) { Text("a") }
        #expect(
            html(ScrollView { inner }.contentMargins(.leading, 12).contentMargins(.top, 4, for: .scrollContent))
                == #"<div class="scroll along-y grows-x grows-y" style="padding-block-start:4px;padding-inline-start:12px" tabindex="0" data-id="1">"#
                + #"<div class="scroll along-x grows-x" tabindex="0" data-id="2"><span class="text" dir="auto" data-id="3">a</span></div></div>"#
        )
    }

    @Test func `a scroll view whose position is bound has the anchor of the position`() {
        #expect(html(ScrollView { Text("a") }.scrollPosition(id: .constant(1))).contains(#"data-position="0 0""#))
        let centered = ScrollView { Text("a") }.scrollPosition(id: .constant("a"), anchor: .center)
        #expect(html(centered).contains(#"data-position="0.5 0.5""#))
        #expect(!html(ScrollView { ScrollView { Text("a") } }).contains("data-position"))
    }

    @Test func `the inner margin of an edge wins`() {
        #expect(html(List { Text("a") }.contentMargins(20).contentMargins(8)).contains("padding-block-start:20px"))
        #expect(html(Form { Text("a") }.contentMargins(.bottom, nil).contentMargins(8)).contains("padding-block-end") == false)
    }

    @Test func `a scroll view that cannot be scrolled is no tab stop`() {
        let still = html(ScrollView { Text("a") }.scrollDisabled(false).scrollDisabled(true))
        #expect(still.contains(#"class="scroll along-y still"#))
        #expect(still.contains("tabindex") == false)
        #expect(html(List { Text("a") }.scrollDisabled(true)).contains(#"class="list still"#))
    }

    @Test func `scrolling ends at pages or at views`() {
        #expect(html(ScrollView { Text("a") }.scrollTargetBehavior(.paging)).contains("data-paging"))
        let views = ScrollView(.horizontal) { HStack { Text("a") }.scrollTargetLayout() }
            .scrollTargetBehavior(.viewAligned(limitBehavior: .always)).contentMargins(.leading, 12)
        #expect(html(views).contains(#"class="scroll along-x snaps limited"#))
        #expect(html(views).contains("padding-inline-start:12px;scroll-padding-inline-start:12px"))
        #expect(html(views).contains("hstack targets"))
    }

    @Test func `an anchor is an attribute of the scroll view`() {
        #expect(html(ScrollView { Text("a") }.defaultScrollAnchor(.bottom)).contains(#"data-scroll-anchor="0.5 1""#))
        #expect(html(ScrollView { Text("a") }.defaultScrollAnchor(.top)).contains("data-scroll-anchor") == false)
    }

    @Test func `a frame has a fraction of its container`() {
        let whole = html(ScrollView(.horizontal) { Text("a").containerRelativeFrame(.horizontal) })
        #expect(whole.contains(#"class="scroll along-x container-x"#))
        #expect(whole.contains("width:100cqw;flex-shrink:0"))
        let part = html(Text("a").containerRelativeFrame([.horizontal, .vertical], count: 4, span: 2, spacing: 8))
        #expect(part.contains("frame contained"))
        #expect(part.contains("width:calc(50cqw + -4px);height:calc(50cqh + -4px)"))
    }

    @Test func `leading and trailing lengths follow the direction of the text`() {
        #expect(html(Text("a").padding(.leading)).contains(#"style="padding-inline-start:var(--padding)""#))
        #expect(html(Text("a").padding(.leading, 8)).contains(#"style="padding-block:0px 0px;padding-inline:8px 0px""#))
        #expect(
            html(List { Text("a").listRowInsets(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)) })
                .contains("padding-block:1px 3px;padding-inline:2px 4px"))
    }

    @Test func `a direction that a view sets applies to the elements inside`() {
        let row = HStack { Image(systemName: "star") }.environment(\.layoutDirection, .rightToLeft)
        #expect(html(VStack { row }).contains(#"<div class="hstack" data-id="2" dir="rtl">"#))
        #expect(html(VStack { row }).hasPrefix(#"<div class="vstack" data-id="1">"#))
    }

    @Test func `no text case in a header replaces the case of the list's style`() {
        let header = Section {
            Text("row")
        } header: {
            Text("head").textCase(nil)
        }
        #expect(html(List { header }).contains(#"style="text-transform:none""#))
        #expect(html(Text("plain")).contains("text-transform") == false)
    }

    @Test func `a prominent header has a larger font and the case of its text`() {
        let list = List { Section("head") { Text("row") } }
        let prominent = html(list.headerProminence(.increased))
        #expect(prominent.contains("text-transform:none"))
        #expect(prominent != html(list.headerProminence(.standard)))
        #expect(html(list.headerProminence(.standard)) == html(list))
    }

    @Test func `a hover effect is an attribute, unless it is disabled`() {
        #expect(html(Text("a").hoverEffect()).contains(#"data-hover-effect="highlight""#))
        #expect(html(Text("a").hoverEffect(.lift)).contains(#"data-hover-effect="lift""#))
        #expect(html(Text("a").hoverEffect(.lift, isEnabled: false)).contains("data-hover-effect") == false)
    }
}
