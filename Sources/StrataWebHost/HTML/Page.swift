import Foundation
import StrataViewGraph

/// The HTML document that opens a window in a browser tab.
@MainActor
enum Page {
    /// Returns the document.
    ///
    /// - Parameters:
    ///   - token: The token that the page's script sends when it connects to the window.
    ///   - nonce: The value by which the response's content security policy recognizes the style
    ///     sheet in the document.
    ///   - owner: A digest of the person whose window it is; nil if the app does not know the person.
    ///   - isHandoff: Whether the window will continue an activity of another one. Its tab then does
    ///     not restore the scene that it has shown before.
    ///   - opensURL: Whether the window will open a URL.
    static func html(
        of window: WindowGraph, token: String, nonce: String, owner: String? = nil, isHandoff: Bool = false,
        opensURL: Bool = false
    ) -> String {
        // The body comes first, because the head has the rules for its declarations.
        var body = HTMLWriter(.page, capacity: 1 << 14)
        window.localizing { HTMLRenderer.write(window.root, in: nil, to: &body) }
        var writer = HTMLWriter(.page, capacity: body.bytes.count + body.styles.css.count + 1 << 10)
        var document = HTMLTag("html")
        document["lang"] = window.locale.identifier(.bcp47)
        document["dir"] = window.layoutDirection == .rightToLeft ? "rtl" : "ltr"
        document["data-window"] = token
        document["data-live"] = "connecting"
        // What the tab keeps of one person must not be typed into the window of another.
        if let owner { document["data-person"] = Digest.hex("person of a tab \(owner)") }
        if isHandoff { document["data-handoff"] = "" }
        if let words = window.localizing({ ScriptWords.translations }) { document["data-words"] = words }
        if opensURL { document["data-opens"] = "" }
        writer.markup("<!doctype html>\n")
        writer.open(document)
        writer.markup(
            """
            <head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">\
            <meta name="color-scheme" content="light dark">\
            <title>
            """)
        if case .window(let properties) = window.root.content { writer.text(properties.title) }
        writer.markup(
            """
            </title><link rel="icon" href="data:,">
            """)
        var style = HTMLTag("link")
        style["rel"] = "stylesheet"
        style["href"] = Assets.path(of: "strata.css")
        writer.open(style)
        var early = HTMLTag("script")
        early["src"] = Assets.path(of: "early.js")
        writer.open(early)
        writer.close(early)
        var script = HTMLTag("script")
        script["type"] = "module"
        script["src"] = Assets.path(of: "strata.js")
        writer.open(script)
        writer.close(script)
        writer.style(body.styles, nonce: nonce)
        writer.markup("</head><body>")
        writer.append(body)
        let note = window.localizing { Localization.word("This page stays current by itself once JavaScript is allowed.") }
        writer.markup("<noscript><p class=\"notice\">")
        writer.text(note)
        writer.markup("</p></noscript>")
        writer.markup("</body></html>\n")
        return writer.html
    }
}
