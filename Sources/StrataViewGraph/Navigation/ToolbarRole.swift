/// The purpose of the content of a page's bar, for `toolbarRole(_:)`.
public struct ToolbarRole: Sendable {
    enum Role: Hashable, Sendable {
        case navigationStack, browser, editor

        /// Whether a wide bar has its title at the leading end, and less important items in the
        /// center.
        var leadsTitle: Bool { self != .navigationStack }
    }

    let role: Role

    /// The host's choice: `navigationStack`.
    public static var automatic: ToolbarRole { ToolbarRole(role: .navigationStack) }
    /// Pages that are pushed and popped: the title is in the center of the bar.
    public static var navigationStack: ToolbarRole { ToolbarRole(role: .navigationStack) }
    /// Content that the user moves through in both directions. In a regular width, the title is at
    /// the leading end of the bar, and items at `secondaryAction` are in its center.
    public static var browser: ToolbarRole { ToolbarRole(role: .browser) }
    /// The controls of an editor for documents: as `browser`, and the Back button is an arrow
    /// without a title.
    public static var editor: ToolbarRole { ToolbarRole(role: .editor) }
}

extension View {
    /// Sets the purpose of the content of the page's bar, which places its title and its items.
    public func toolbarRole(_ role: ToolbarRole) -> some View { barPreferences { $0.role = role.role } }
}
