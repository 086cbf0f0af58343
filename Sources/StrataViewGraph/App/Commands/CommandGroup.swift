/// Entries of a menu that are placed before, after or instead of a standard group of entries.
///
/// A page in a browser has no standard entries but those of undo and redo. A menu appears only if
/// the app has an entry for it.
public struct CommandGroup<Content: View>: BuiltInCommands {
    private let placement: CommandGroupPlacement
    private let position: CommandList.Entry.Position
    private let content: Content

    /// Creates entries that replace a group.
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        (placement, position, content) = (group, .replacing, addition())
    }

    /// Creates entries before a group.
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        (placement, position, content) = (group, .before, addition())
    }

    /// Creates entries after a group.
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        (placement, position, content) = (group, .after, addition())
    }

    /// Appends the entries.
    public func _collect(into list: inout CommandList) {
        var entry = CommandList.Entry(menu: placement.menu.title, group: (placement, position), content: content)
        if Content.self == EmptyView.self {
            // An empty group removes the standard entries.
            guard position == .replacing else { return }
            entry.isEmpty = true
        }
        list.append(entry)
    }
}

/// A standard group of entries of a menu.
public struct CommandGroupPlacement: Hashable, Sendable {
    /// The standard menus, in their order. The app's own menus are between View and Window.
    enum Menu: String, CaseIterable {
        case app = "App"
        case file = "File"
        case edit = "Edit"
        case format = "Format"
        case view = "View"
        case window = "Window"
        case help = "Help"

        /// The title, which the app may translate.
        var title: Text { Text(LocalizedStringKey(rawValue)) }
    }

    let menu: Menu
    /// The order of the groups in their menu.
    let order: Int

    /// Entries that show information about the app.
    public static let appInfo = CommandGroupPlacement(menu: .app, order: 0)
    /// The app's settings.
    public static let appSettings = CommandGroupPlacement(menu: .app, order: 1)
    /// The services of the system.
    public static let systemServices = CommandGroupPlacement(menu: .app, order: 2)
    /// Hiding and showing the app.
    public static let appVisibility = CommandGroupPlacement(menu: .app, order: 3)
    /// Quitting the app.
    public static let appTermination = CommandGroupPlacement(menu: .app, order: 4)
    /// Creating and opening documents.
    public static let newItem = CommandGroupPlacement(menu: .file, order: 0)
    /// Saving documents.
    public static let saveItem = CommandGroupPlacement(menu: .file, order: 1)
    /// Importing and exporting.
    public static let importExport = CommandGroupPlacement(menu: .file, order: 2)
    /// Printing.
    public static let printItem = CommandGroupPlacement(menu: .file, order: 3)
    /// Undo and redo.
    public static let undoRedo = CommandGroupPlacement(menu: .edit, order: 0)
    /// Copying and pasting.
    public static let pasteboard = CommandGroupPlacement(menu: .edit, order: 1)
    /// Finding and changing text.
    public static let textEditing = CommandGroupPlacement(menu: .edit, order: 2)
    /// The format of text.
    public static let textFormatting = CommandGroupPlacement(menu: .format, order: 0)
    /// The toolbar.
    public static let toolbar = CommandGroupPlacement(menu: .view, order: 0)
    /// The sidebar.
    public static let sidebar = CommandGroupPlacement(menu: .view, order: 1)
    /// The size of the window.
    public static let windowSize = CommandGroupPlacement(menu: .window, order: 0)
    /// The windows of the app.
    public static let windowList = CommandGroupPlacement(menu: .window, order: 1)
    /// The app's single windows.
    public static let singleWindowList = CommandGroupPlacement(menu: .window, order: 2)
    /// The order of the windows.
    public static let windowArrangement = CommandGroupPlacement(menu: .window, order: 3)
    /// Help.
    public static let help = CommandGroupPlacement(menu: .help, order: 0)
}
