import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of share links: the label, the items and the subject of each.
@MainActor
struct ShareLinkFormTests {
    private let url = URL(string: "https://example.org/a")!
    /// A title that is not a literal, so that it is not a key.
    private let title = "Send"

    /// Checks what a link shows, and what it shares with a subject and a message.
    private func check(
        _ link: some View, title: String, url: String? = nil, text: String, subject: String = "About",
        _ location: SourceLocation = #_sourceLocation
    ) {
        let screen = Screen(link)
        let contents: [ShareContent] = screen.controls { if case .share(let share) = $0 { share } else { nil } }.map(\.content)
        #expect(screen.texts == [title], sourceLocation: location)
        #expect(contents.map(\.url) == [url], sourceLocation: location)
        #expect(contents.map(\.text) == [text], sourceLocation: location)
        #expect(contents.map(\.subject) == [subject], sourceLocation: location)
    }

    private let about = Text("About")
    private let see = Text("See")
    private let preview = SharePreview("Preview")

    @Test func `a link that shares a URL has its title and its URL`() {
        let address = url.absoluteString
        check(ShareLink(item: url, subject: about, message: see), title: "Share…", url: address, text: "See")
        check(ShareLink("Send", item: url, subject: about, message: see), title: "Send", url: address, text: "See")
        check(ShareLink(title, item: url, subject: about, message: see), title: "Send", url: address, text: "See")
        check(ShareLink(Text("Send"), item: url, subject: about, message: see), title: "Send", url: address, text: "See")
    }

    @Test func `a link that shares a string has its title, and the string before the message`() {
        check(ShareLink(item: "a", subject: about, message: see), title: "Share…", text: "a\nSee")
        check(ShareLink("Send", item: "a", subject: about, message: see), title: "Send", text: "a\nSee")
        check(ShareLink(title, item: "a", subject: about, message: see), title: "Send", text: "a\nSee")
        check(ShareLink(Text("Send"), item: "a", subject: about, message: see), title: "Send", text: "a\nSee")
    }

    @Test func `the title of a preview is the subject of a URL`() {
        let address = url.absoluteString
        check(
            ShareLink(item: url, message: see, preview: preview), title: "Share…", url: address, text: "See", subject: "Preview")
        check(
            ShareLink("Send", item: url, message: see, preview: preview), title: "Send", url: address, text: "See",
            subject: "Preview")
        check(
            ShareLink(title, item: url, message: see, preview: preview), title: "Send", url: address, text: "See",
            subject: "Preview")
        check(
            ShareLink(Text("Send"), item: url, message: see, preview: preview), title: "Send", url: address, text: "See",
            subject: "Preview")
    }

    @Test func `the title of a preview is the subject of a string`() {
        check(ShareLink(item: "a", message: see, preview: preview), title: "Share…", text: "a\nSee", subject: "Preview")
        check(ShareLink("Send", item: "a", message: see, preview: preview), title: "Send", text: "a\nSee", subject: "Preview")
        check(ShareLink(title, item: "a", message: see, preview: preview), title: "Send", text: "a\nSee", subject: "Preview")
        check(
            ShareLink(Text("Send"), item: "a", message: see, preview: preview), title: "Send", text: "a\nSee",
            subject: "Preview")
    }

    @Test func `a link that shares several strings has one a line`() {
        let items = ["a", "b"]
        check(ShareLink("Send", items: items, subject: about, message: see), title: "Send", text: "a\nb\nSee")
        check(ShareLink(title, items: items, subject: about, message: see), title: "Send", text: "a\nb\nSee")
        check(ShareLink(Text("Send"), items: items, subject: about, message: see), title: "Send", text: "a\nb\nSee")
    }

    @Test func `a link that shares several URLs has one a line`() {
        let items = [url, url]
        let text = "https://example.org/a\nhttps://example.org/a\nSee"
        check(ShareLink(items: items, subject: about, message: see), title: "Share…", text: text)
        check(ShareLink("Send", items: items, subject: about, message: see), title: "Send", text: text)
        check(ShareLink(title, items: items, subject: about, message: see), title: "Send", text: text)
        check(ShareLink(Text("Send"), items: items, subject: about, message: see), title: "Send", text: text)
    }

    @Test func `the title of the first item's preview is the subject of several`() {
        let urls = [url, url]
        let text = "https://example.org/a\nhttps://example.org/a"
        check(
            ShareLink(items: urls, preview: { _ in SharePreview("Preview") }), title: "Share…", text: text, subject: "Preview")
        check(
            ShareLink("Send", items: urls, preview: { _ in SharePreview("Preview") }), title: "Send", text: text,
            subject: "Preview")
        check(
            ShareLink(title, items: urls, preview: { _ in SharePreview("Preview") }), title: "Send", text: text,
            subject: "Preview")
        check(
            ShareLink(Text("Send"), items: urls, preview: { _ in SharePreview("Preview") }), title: "Send", text: text,
            subject: "Preview")
        check(ShareLink("Send", items: ["a", "b"], preview: { SharePreview($0) }), title: "Send", text: "a\nb", subject: "a")
        check(ShareLink(title, items: ["a", "b"], preview: { SharePreview($0) }), title: "Send", text: "a\nb", subject: "a")
    }
}
