import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct InlineMarkdownTests {
    /// The spans as text, with their styles as letters: `b` bold, `i` italic, `c` code, `s` struck.
    private func outline(_ text: String) -> String {
        InlineMarkdown.spans(of: FormatString.tokens(of: text)).map { span in
            var marks = ""
            if span.style.weight == .bold { marks += "b" }
            if span.style.isItalic == true { marks += "i" }
            if span.style.design == .monospaced { marks += "c" }
            if span.style.strikethrough != nil { marks += "s" }
            let text =
                switch span.token {
                case .text(let text): text
                case .argument(let index): "%\(index)"
                }
            let link = span.link.map { "→\($0)" } ?? ""
            return marks.isEmpty && link.isEmpty ? text : "<\(marks)|\(text)\(link)>"
        }.joined()
    }

    @Test func `marks are styles`() {
        #expect(outline("a **b** *c* _d_ __e__ ~~f~~ `g`") == "a <b|b> <i|c> <i|d> <b|e> <s|f> <c|g>")
        #expect(outline("***x***") == "<bi|x>")
        #expect(outline("**a *b* c**") == "<b|a ><bi|b><b| c>")
    }

    @Test func `marks without a partner are text`() {
        #expect(outline("2 * 3 * 4") == "2 * 3 * 4")
        #expect(outline("**open") == "**open")
        #expect(outline("snake_case_name") == "snake_case_name")
        #expect(outline("[no link] (x)") == "[no link] (x)")
        #expect(outline("a < b > c") == "a < b > c")
        #expect(outline(#"\*plain\*"#) == "*plain*")
        #expect(outline("`*`") == "<c|*>")
    }

    @Test func `links have an address`() {
        #expect(
            outline("[**a**](https://b.c/(d) \"t\")") == #"<b|a→[StrataViewGraph.FormatString.Token.text("https://b.c/(d)")]>"#)
        #expect(outline("<https://a.b>") == #"<|https://a.b→[StrataViewGraph.FormatString.Token.text("https://a.b")]>"#)
    }

    @Test func `values are no Markdown`() {
        #expect(Text("*\("**x**")*").runs == Text(verbatim: "**x**").italic().runs)
    }

    @Test func `a value can be the address of a link`() {
        #expect(Text("[Site](\("https://a.b"))").runs.words == "Site")
        guard case .styled(_, let style)? = Text("[Site](\("https://a.b"))").runs.first else {
            Issue.record("There is no link.")
            return
        }
        #expect(style.link == URL(string: "https://a.b"))
    }

    @Test func `a million marks are read in time`() {
        #expect(outline(String(repeating: "*", count: 20_000)).count == 20_000)
        #expect(outline(String(repeating: "*a ", count: 2_000)).count == 6_000)
    }
}
