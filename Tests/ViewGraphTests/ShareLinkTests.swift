import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ShareLinkTests {
    private func content(_ view: some View) throws -> ShareContent {
        let contents: [ShareContent] = Screen(view).controls { if case .share(let share) = $0 { share } else { nil } }.map(
            \.content)
        return try #require(contents.first)
    }

    private let first = URL(string: "https://example.org/a")!
    private let second = URL(string: "https://example.org/b")!

    @Test func `one URL of a collection is shared as a URL`() throws {
        let share = try content(ShareLink(items: [first], message: Text("See this")))
        #expect(share.url == "https://example.org/a")
        #expect(share.text == "See this")
    }

    @Test func `several URLs are lines of the text`() throws {
        let share = try content(ShareLink(items: [first, second], message: Text("See these")))
        #expect(share.url == nil)
        #expect(share.text == "https://example.org/a\nhttps://example.org/b\nSee these")
    }

    @Test func `several strings are lines of the text`() throws {
        let share = try content(ShareLink("Share", items: ["a", "b"]))
        #expect(share.text == "a\nb")
    }

    @Test func `the title of the preview is the subject, if there is no other`() throws {
        #expect(try content(ShareLink(item: first, preview: SharePreview("Title"))).subject == "Title")
        #expect(try content(ShareLink(item: first, subject: Text("Own"), preview: SharePreview("Title"))).subject == "Own")
        #expect(try content(ShareLink(items: ["a", "b"]) { SharePreview("Title of \($0)") }).subject == "Title of a")
    }

    /// Each form as an app writes it; compiling it is the test.
    private struct Forms: View {
        let url: URL
        let title: String

        var body: some View {
            ShareLink(items: [url]) { Label("Share", systemImage: "square.and.arrow.up") }
            ShareLink(items: ["a"], subject: Text("Subject"), message: Text("Message"))
            ShareLink(title, items: [url, url])
            ShareLink(Text("Share"), items: ["a", "b"]) { SharePreview($0) }
            ShareLink("Share", items: [url]) { SharePreview($0.absoluteString) }
            ShareLink("Share", item: url, preview: SharePreview(Text("Title")))
            ShareLink(title, item: "a", preview: SharePreview("Title"))
            ShareLink(item: url, preview: SharePreview(title)) { Image(systemName: "square.and.arrow.up") }
            ShareLink(items: [url], preview: { _ in SharePreview(title) }) { Image(systemName: "square.and.arrow.up") }
        }
    }

    @Test func `all forms compile`() {
        let screen = Screen(Forms(url: first, title: "Share"))
        let shares = screen.controls { if case .share(let share) = $0 { share } else { nil } }
        #expect(shares.count == 9)
    }
}
