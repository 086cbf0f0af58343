/// A menu that an app adds to its commands.
public struct CommandMenu<Content: View>: BuiltInCommands {
    private let title: String
    private let content: Content

    /// Creates a menu with a localized title.
    public init(_ nameKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        title = nameKey.string
        self.content = content()
    }

    /// Creates a menu with a text as its title.
    public init(_ name: Text, @ViewBuilder content: () -> Content) {
        title = name.string
        self.content = content()
    }

    /// Creates a menu with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ name: S, @ViewBuilder content: () -> Content) {
        title = String(name)
        self.content = content()
    }

    /// Appends the menu.
    public func _collect(into list: inout CommandList) {
        list.append(CommandList.Entry(menu: title, content: content))
    }
}
