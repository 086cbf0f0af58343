import Foundation
import StrataViewGraph

/// The HTML document that opens a window in a browser tab.
@MainActor
enum Page {
    /// Returns the document.
    ///
    /// - Parameter token: The token that the page's script sends when it connects to the window.
    static func html(of window: WindowGraph, token: String) -> String {
        var writer = HTMLWriter(capacity: 1 << 14)
        var document = HTMLTag("html")
        document["lang"] = window.locale.identifier(.bcp47)
        document["dir"] = window.layoutDirection == .rightToLeft ? "rtl" : "ltr"
        document["data-window"] = token
        document["data-live"] = "connecting"
        writer.markup("<!doctype html>\n")
        writer.open(document)
        writer.markup(
            """
            <head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1">\
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
        var script = HTMLTag("script")
        script["type"] = "module"
        script["src"] = Assets.path(of: "strata.js")
        writer.open(script)
        writer.close(script)
        writer.markup("</head><body>")
        HTMLRenderer.write(window.root, in: nil, to: &writer)
        writer.markup(
            "<noscript><p class=\"notice\">This page stays current by itself once JavaScript is allowed.</p></noscript>")
        writer.markup("</body></html>\n")
        return writer.html
    }
}
