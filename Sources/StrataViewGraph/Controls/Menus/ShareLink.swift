public import Foundation

/// A control that shares URLs or strings, with the share sheet of the browser. Where the browser
/// has none, the control copies the items to the clipboard.
public struct ShareLink<Label: View>: BuiltInView {
    private let content: ShareContent
    private let label: Label

    init(_ content: ShareContent, label: Label) {
        self.content = content
        self.label = label
    }

    /// Creates a control that shares a URL, with a label made of views.
    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(ShareContent(url: item.absoluteString, subject: subject?.string, text: message?.string), label: label())
    }

    /// Creates a control that shares a string, with a label made of views.
    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        let text = [item, message?.string].compactMap(\.self).joined(separator: "\n")
        self.init(ShareContent(url: nil, subject: subject?.string, text: text), label: label())
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the control, and its label inside it.
    public func _update(_ node: ViewNode) {
        node.showHostButton(node.environment.isMenuContent ? .menuItem : .button, label: label) { button in
            var content = content
            content.button = button
            return .control(.share(content))
        }
    }
}

extension ShareLink where Label == DefaultShareLinkLabel {
    /// Creates a control that shares a URL.
    public init(item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel() }
    }

    /// Creates a control that shares a string.
    public init(item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel() }
    }

    /// Creates a control with a localized title that shares a URL.
    public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }

    /// Creates a control with a localized title that shares a string.
    public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }

    /// Creates a control with a string as its title that shares a URL.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a string as its title that shares a string.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a `Text` as its title that shares a URL.
    public init(_ title: Text, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: title) }
    }

    /// Creates a control with a `Text` as its title that shares a string.
    public init(_ title: Text, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: title) }
    }
}

/// The label of a ``ShareLink`` without one made of views: the icon of sharing, and a title, which
/// is "Share…" unless there is another. In a toolbar, the icon is drawn alone.
public struct DefaultShareLinkLabel: View {
    var title = Text("Share…")

    /// The title with its icon.
    public var body: some View {
        Label {
            title
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }
}

/// A button that shares an item, as hosts draw it, around its label.
package struct ShareContent: Hashable, Sendable {
    package var url: String?
    package var subject: String?
    package var text: String?
    package var button = ButtonContent(appearance: .automatic, isEnabled: true)

    init(url: String?, subject: String?, text: String?) {
        self.url = url
        self.subject = subject
        self.text = text
    }
}
