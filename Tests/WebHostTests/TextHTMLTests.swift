import Foundation
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

@MainActor
struct TextHTMLTests {
    private func html<V: View>(_ view: V) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        return graph.root.children.map { HTMLRenderer.html(of: $0, in: graph.root) }.joined()
    }

    @Test func `the style of a part is a span`() {
        #expect(
            html(Text("a **b**")) == """
                <span class="text" dir="auto" data-id="1">a <span style="font-weight:700">b</span></span>
                """)
    }

    @Test func `a link opens a tab of its own`() {
        #expect(
            html(Text("[a](https://b.c?d=\"e\")")).contains(
                #"<a href="https://b.c?d=%22e%22" target="_blank" rel="noopener noreferrer">a</a>"#))
    }

    @Test func `a link that the app opens is an action, and has an address only for the web`() {
        let action = OpenURLAction { _ in .handled }
        let web = html(Text("a [b](https://c.d)").environment(\.openURL, action))
        #expect(
            web.contains(
                ##"<a data-action="openLink" data-run="1" href="https://c.d" target="_blank" rel="noopener noreferrer">b</a>"##))
        for address in ["app:7", "javascript:attack()"] {
            let own = html(Text("a [b](\(address))").environment(\.openURL, action))
            #expect(own.contains(##"<a data-action="openLink" data-run="1" role="link" tabindex="0">b</a>"##))
            #expect(!own.contains("href"))
        }
    }

    @Test func `a link leads to a program of the user`() {
        #expect(html(Text("[a](maps:?q=Rome)")).contains(##"<a href="maps:?q=Rome" target="_blank""##))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//x.y",
    ])
    func `a link to code is text`(_ address: String) {
        #expect(!html(Text("[a](\(address))")).contains("href"))
    }

    @Test func `lines under and through text are drawn`() {
        #expect(
            html(Text("a").underline(pattern: .dot, color: .red).strikethrough()).contains(
                "text-decoration:underline line-through dotted var(--red)"))
    }

    @Test func `a text that can be selected is so in Safari, too`() {
        #expect(html(Text("a").textSelection(.enabled)).contains("-webkit-user-select:text;user-select:text"))
        #expect(html(Text("a").textSelection(.disabled)).contains("-webkit-user-select:none;user-select:none"))
    }

    @Test func `the name of a font cannot end its declaration`() {
        #expect(html(Text("a").font(.custom("x\";} body{", size: 12))).contains("font-family:&quot;x body&quot;,var(--sans)"))
    }

    @Test func `a timer is written with its interval`() {
        let start = Date(timeIntervalSince1970: 0)
        #expect(
            html(Text(timerInterval: start...(start + 90), countsDown: false)).contains(
                #"<time role="timer" data-style="up" data-start="0" data-end="90000" data-hours="">1:30</time>"#))
    }

    @Test func `a text larger than usual has larger fonts`() {
        #expect(html(Text("a").dynamicTypeSize(.xxLarge)).contains("font-size:calc(var(--size-body) * 1.24)"))
    }

    @Test func `a part with a font of its own has a larger font in a larger text`() {
        let text = Text(verbatim: "a").font(.title) + Text(verbatim: "b").font(.custom("Serif", size: 10))
        let html = html(text.dynamicTypeSize(.xxLarge))
        #expect(html.contains("font-size:calc(var(--size-title) * 1.24)"))
        #expect(html.contains("font-size:12.4px"))
    }

    @Test func `a part with a font of its own is as bold as the text`() {
        let text = Text(verbatim: "a").font(.body) + Text(verbatim: "b")
        #expect(
            html(VStack { text }.fontWeight(.heavy)).contains(#"<span style="font:var(--font-body);font-weight:800">a</span>"#))
    }

    @Test func `a part has the kerning of its text`() {
        #expect(
            html(Text(verbatim: "a").kerning(3) + Text(verbatim: "b")).contains(#"<span style="letter-spacing:3px">a</span>"#))
    }
}
