internal import Foundation

/// A menu that opens from the title of the page in its bar.
///
///     .navigationTitle(document.name)
///     .toolbar {
///         ToolbarTitleMenu {
///             Button("Duplicate") { duplicate() }
///             Button("Move…") { isMoving = true }
///         }
///     }
///
/// The title is small, and a button. A title that the user can edit stays a field, and the button
/// is beside it.
public struct ToolbarTitleMenu<Content: View>: CustomizableToolbarContent {
    private let content: Content

    /// Creates a menu of views, which are its entries.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Shows the menu in place of the title.
    public func _updateToolbar(_ node: ViewNode) {
        let page = node.page
        var preferences = BarPreferences()
        preferences.hasTitleMenu = true
        page.report(preferences, from: node)
        let id = ObjectIdentifier(node)
        node.onRemoval = { [weak page] in page?.remove(id) }
        let menu = Menu {
            content
        } label: {
            TitleMenuLabel()
        }
        node.updateToolbar(.titleMenu, menu)
    }

    public var body: Never { neverBody() }
}

/// The label of a title's menu: the title of the page, and a sign of the menu.
private struct TitleMenuLabel: BuiltInView {
    func _update(_ node: ViewNode) {
        let page = node.page
        page.titleLabel = node
        let title = node.reading { page.title }
        let isShown = !title.isEmpty && page.preferences.titleBinding == nil && page.preferences.removesTitle != true
        node.updateChild(0, TitleAndSign(title: isShown ? title : nil))
    }
}

private struct TitleAndSign: View {
    /// The title; nil if it is a field beside the menu, or not shown.
    let title: String?

    var body: some View {
        HStack(spacing: 4) {
            if let title {
                Text(verbatim: title).font(.headline).lineLimit(1)
                Image(systemName: "chevron.down").imageScale(.small).accessibilityHidden(true)
            } else {
                Image(systemName: "chevron.down").imageScale(.small).accessibilityLabel("Title menu")
            }
        }
        .foregroundStyle(.primary)
    }
}

extension View {
    /// Adds a menu that opens from the title of the page in its bar.
    public func toolbarTitleMenu<C: View>(@ViewBuilder content: () -> C) -> some View {
        let menu = ToolbarTitleMenu(content: content)
        return toolbar { menu }
    }
}
