public import Foundation

/// A control that opens a URL: by the environment's `openURL` or, if the app has set none, in a new
/// tab of the browser.
public struct Link<Label: View>: BuiltInView {
    private let destination: URL
    private let label: Label

    /// Creates a link with a label made of views.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the link, and its label inside it.
    public func _update(_ node: ViewNode) {
        let environment = node.environment
        let action = environment.openURL
        var content = LinkContent(
            destination: destination, isMenuItem: environment.isMenuContent, isEnabled: environment.isEnabled,
            size: environment.controlSize, tint: environment.tintColor)
        content.isHandled = action.isHandled(destination)
        let press = EventHandler(PressEvent.self) { [destination] _ in
            if content.isEnabled { action(destination) }
        }
        node.show(.control(.link(content)), on: content.isHandled ? [press] : [])
        node.updateChild(0, label)
    }
}

extension Link where Label == Text {
    /// Creates a link with a localized title.
    public init(_ titleKey: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(titleKey) } }

    /// Creates a link with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// A link as hosts draw it, around its label.
package struct LinkContent: Hashable, Sendable {
    package var destination: URL
    package var isMenuItem: Bool
    package var isEnabled: Bool
    package var size: ControlSize
    package var tint: Color?
    /// Whether the app opens the URL, and not the browser.
    package var isHandled = false

    /// The address to open; nil for one that the host does not open. An address without a scheme is
    /// one of the server.
    package var address: String? {
        destination.scheme == nil || destination.isOpenedByHost ? destination.absoluteString : nil
    }
}
