/// A menu that an app adds to its commands.
public struct CommandMenu<Content: View>: BuiltInCommands {
    private let title: Text
    private let content: Content

    /// Creates a menu with a localized title.
    public init(_ nameKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        title = Text(nameKey)
        self.content = content()
    }

    /// Creates a menu with a text as its title.
    public init(_ name: Text, @ViewBuilder content: () -> Content) {
        title = name
        self.content = content()
    }

    /// Creates a menu with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ name: S, @ViewBuilder content: () -> Content) {
        title = Text(verbatim: String(name))
        self.content = content()
    }

    /// Appends the menu.
    public func _collect(into list: inout CommandList) {
        list.append(CommandList.Entry(menu: title, content: content))
    }
}
