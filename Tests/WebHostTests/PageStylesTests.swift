import Foundation
import HTTPTypes
import StrataViewGraph
import Testing

@testable import StrataWebHost

@MainActor
struct PageStylesTests {
    private struct Rows: View {
        let count: Int
        var body: some View {
            VStack(spacing: 4) {
                ForEach(0..<count, id: \.self) { number in Text("\(number)").padding(3) }
                Circle().stroke(.red, style: StrokeStyle(lineWidth: 2, dash: [3, 1])).frame(width: 20, height: 20)
                Text("Two \(Text("colors").foregroundStyle(.green))")
            }
        }
    }

    private func page(_ view: some View) -> String {
        let graph = WindowGraph(title: "Test", content: view)
        graph.mount()
        return Page.html(of: graph, token: "abc", nonce: "def")
    }

    private func rules(_ declarations: String...) -> String {
        var styles = PageStyles()
        for each in declarations { _ = styles.rule(for: each) }
        return String(decoding: styles.css, as: UTF8.self)
    }

    @Test func `equal declarations of a page share a rule`() {
        let one = page(Rows(count: 1))
        let many = page(Rows(count: 40))
        #expect(one.contains(".s0{gap:4px}"))
        #expect(many.components(separatedBy: "{padding:3px 3px 3px 3px}").count == 2)
        #expect(one.matches(of: /\.s\d+{/).count == many.matches(of: /\.s\d+{/).count)
    }

    @Test func `a page has its rules in a style element with the nonce, and no inline style`() {
        let page = page(Rows(count: 3))
        #expect(page.contains(#"<style nonce="def">.s0{"#))
        #expect(!page.contains("style="))
        #expect(page.contains(#"<div class="vstack s0""#))
    }

    @Test func `an element without a class gets that of its rule`() {
        var writer = HTMLWriter(.page)
        var tag = HTMLTag("span")
        tag["style"] = "color:red"
        tag["lang"] = "en"
        writer.open(tag)
        #expect(writer.html == #"<span lang="en" class="s0">"#)
    }

    @Test func `a patch has declarations in an attribute that the script applies`() {
        let graph = WindowGraph(title: "Test", content: Rows(count: 1))
        graph.mount()
        let html = HTMLRenderer.html(of: graph.root, in: nil, .compact)
        #expect(html.contains("css=gap:4px"))
        #expect(!html.contains("style="))
    }

    @Test(arguments: [
        "color:red}body{display:none", "color:red</style><script>", "--a:\"", "--a:(", "--a:)", "--a:'\"", "--a:/*", "--a:\\22",
        "--a:\"\n\"", "--a:url(x\"y)",
    ])
    func `declarations that could end their rule get none`(_ declarations: String) {
        #expect(rules("color:blue", declarations, "color:green") == ".s0{color:blue}.s1{color:green}")
    }

    @Test(arguments: [
        "font-family:\"O'Hara\",var(--sans)", "width:calc((1px + 2px) * 3)", "grid-template-columns:[a] 1fr [b]",
        "--picture:url(\"strata/images/a.png\")",
    ])
    func `complete declarations are kept as they are`(_ declarations: String) {
        #expect(rules(declarations) == ".s0{\(declarations)}")
    }

    @Test func `an address in a declaration cannot end it`() {
        #expect("https://a.example/x.png".cssURL == #"url("https://a.example/x.png")"#)
        #expect("a\"b')\\{}<\n é".cssURL == #"url("a%22b%27%29%5C%7B%7D%3C%0A%20é")"#)
    }

    @Test func `the rules of a page take precedence over the style sheet`() throws {
        let sheet = try String(decoding: #require(Assets.files["strata.css"]).bytes, as: UTF8.self)
        #expect(sheet.hasPrefix("@layer strata{"))
        #expect(sheet.hasSuffix("}"))
    }

    @Test func `the policy of a page allows its style element and nothing else inline`() {
        for headers in [
            HTTPFields.strata(type: "text/html", cache: .never, nonce: "def"), .strata(type: "text/css", cache: .forever),
        ] {
            let policy = headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("script-src 'self';"))
            #expect(!policy.contains("unsafe-inline"))
            #expect(!policy.contains("unsafe-eval"))
        }
        #expect(
            HTTPFields.strata(type: "text/html", cache: .never, nonce: "def")[.contentSecurityPolicy]?.contains(
                "style-src 'self' 'nonce-def';") == true)
        #expect(
            HTTPFields.strata(type: "text/css", cache: .forever)[.contentSecurityPolicy]?.contains("style-src 'self';") == true)
    }
}
