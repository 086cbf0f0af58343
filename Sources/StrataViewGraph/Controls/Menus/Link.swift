public import Foundation

/// A control that opens a URL, in a new tab of the browser.
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
        node.show(
            .control(
                .link(
                    LinkContent(
                        destination: destination, isMenuItem: environment.isMenuContent, isEnabled: environment.isEnabled,
                        size: environment.controlSize, tint: environment.tintColor))))
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

    /// The address to open; nil for a scheme that could run code in the page, such as `javascript`.
    package var address: String? {
        let scheme = destination.scheme?.lowercased() ?? ""
        return ["javascript", "data", "vbscript", "blob"].contains(scheme) ? nil : destination.absoluteString
    }
}
