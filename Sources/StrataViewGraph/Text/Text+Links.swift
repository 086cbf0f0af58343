internal import Foundation

/// An activation of a link in a text whose address the app opens.
package struct OpenLinkEvent: ElementEvent {
    package static let name = "openLink"

    /// The number of the link's run. The address is not sent, so that a page cannot forge one.
    package var run: Int

    package init(run: Int) { self.run = run }
}

extension TextContent {
    /// Marks the links for which a closure returns true, and returns their addresses by the numbers
    /// of their runs.
    mutating func markLinks(where isHandled: (URL) -> Bool) -> [Int: URL] {
        guard string == nil else { return [:] }
        var addresses: [Int: URL] = [:]
        for (index, run) in runs.enumerated() {
            if case .styled(_, let style) = run, let link = style.link, isHandled(link) { addresses[index] = link }
        }
        guard !addresses.isEmpty else { return [:] }
        runs = runs.enumerated().map { index, run in
            guard addresses[index] != nil, case .styled(let inner, var style) = run else { return run }
            style.isLinkHandled = true
            return .styled(inner, style)
        }
        return addresses
    }
}

extension TextContent {
    /// Gives a color to the links that have none of their own.
    fileprivate mutating func colorLinks(_ color: Color) {
        runs = runs.map { run in
            guard case .styled(let inner, var style) = run, let link = style.link, style.color == nil, style.paint == nil,
                style.isLinkHandled || link.isOpenedByHost
            else { return run }
            style.color = color
            return .styled(inner, style)
        }
    }
}

extension Text {
    /// Shows a content, with its links in the environment's tint. The environment's `openURL` opens the
    /// links, unless the browser does.
    @MainActor
    func show(_ content: TextContent, in node: ViewNode) {
        guard content.string == nil else { return node.show(.text(content)) }
        let action = node.environment.openURL
        var content = content
        let addresses = content.markLinks { action.isHandled($0) }
        if let tint = node.environment.tintColor, content.hasLinks { content.colorLinks(tint) }
        let open = EventHandler(OpenLinkEvent.self) { event in
            if let url = addresses[event.run] { action(url) }
        }
        node.show(.text(content), on: addresses.isEmpty ? [] : [open])
    }
}
