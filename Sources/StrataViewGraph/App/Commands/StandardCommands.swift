/// Entries that show, hide and customize the toolbar of a window on a Mac. As on iOS, where toolbars
/// are always shown, they add no entry.
public struct ToolbarCommands: Commands {
    /// Creates the commands.
    public init() {}

    /// No commands.
    public var body: some Commands { EmptyCommands() }
}
