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
                case .argument(let index, _): "%\(index)"
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

    @Test func `marks that end together are closed from the inside`() {
        #expect(outline("**Important: *read this***") == "<b|Important: ><bi|read this>")
        #expect(outline("*a **b***") == "<i|a ><bi|b>")
        #expect(outline("__a _b___") == "<b|a ><bi|b>")
        #expect(outline("***Note** the change*") == "<bi|Note><i| the change>")
        #expect(outline("***a* b**") == "<bi|a><b| b>")
        #expect(outline("**a *b** c*") == "<b|a *b> c*")
        #expect(outline("**a***") == "**a***")
    }

    @Test func `attributes are not shown`() {
        #expect(outline("a ^[**b** c](rainbow: 'extreme') d") == "a <b|b> c d")
        #expect(outline("2^[1](note)") == "2^<|1→[StrataViewGraph.FormatString.Token.text(\"note\")]>")
        #expect(outline("2^[1") == "2^[1")
    }

    nonisolated static let counts: [(count: Int, text: String)] = [
        (0, "You have 0 items."), (1, "You have 1 item."), (2, "You have 2 items."), (1_000, "You have 1,000 items."),
    ]

    @Test(arguments: counts) func `an English noun agrees with its number`(count: Int, text: String) {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        #expect(Text("You have ^[\(count) item](inflect: true).").string(in: environment) == text)
    }

    @Test func `other words do not agree with a number`() {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        #expect(Text("^[\(2) item is new](inflect: true)").string(in: environment) == "2 item is new")
        environment.locale = Locale(identifier: "fr_FR")
        #expect(Text("^[\(2) photo](inflect: true)").string(in: environment) == "2 photo")
    }

    nonisolated static let plurals = [
        "item": "items", "Person": "People", "box": "boxes", "city": "cities", "day": "days", "match": "matches",
        "photo": "photos",
        "analysis": "analyses", "status": "statuses", "woman": "women", "human": "humans", "series": "series",
        "child": "children",
    ]

    @Test(arguments: plurals) func `nouns have plurals`(noun: String, plural: String) {
        #expect(EnglishNouns.plural(of: " " + noun) == " " + plural)
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
