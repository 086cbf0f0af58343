/// An entry of the View menu that shows and hides the sidebar of the window's split view.
public struct SidebarCommands: Commands {
    /// Creates the commands.
    public init() {}

    /// The entry.
    public var body: some Commands { CommandGroup(replacing: .sidebar) { SidebarEntry() } }
}

/// The entry, with an action for the window that shows it.
private struct SidebarEntry: BuiltInView {
    func _update(_ node: ViewNode) {
        let splits = node.graph.splits
        let button = Button("Toggle Sidebar") { splits.toggleSidebar() }
        node.updateChild(0, button.keyboardShortcut("s", modifiers: [.control, .command]))
    }
}
