/// The menus of the app's commands, above the content of a window.
struct CommandBar: BuiltInView {
    private let list: CommandList

    /// Creates a bar with commands.
    init(_ list: CommandList) { self.list = list }

    /// Returns the entries, arranged in menus with titles in the language of an environment.
    private static func menus(
        of own: [CommandList.Entry], in environment: EnvironmentValues
    ) -> [(title: String, entries: [CommandList.Entry])] {
        let entries = withUndo(own).map { (title: $0.menu.string(in: environment), entry: $0) }
        let standard = CommandGroupPlacement.Menu.allCases
        let own = entries.filter { $0.entry.group == nil }.map(\.title)
        let behind: [CommandGroupPlacement.Menu] = [.window, .help]
        func localized(_ menus: [CommandGroupPlacement.Menu]) -> [String] { menus.map { $0.title.string(in: environment) } }
        let titles = localized(standard.filter { !behind.contains($0) }) + own + localized(behind)
        var seen = Set<String>()
        return titles.filter { seen.insert($0).inserted }.compactMap { title in
            let entries = arranged(entries.filter { $0.title == title }.map(\.entry)).filter { !$0.isEmpty }
            return entries.isEmpty ? nil : (title, entries)
        }
    }

    /// Returns the entries with those of undo and redo in the Edit menu, if the app has that menu. An
    /// entry of the app that replaces them comes later, and is the one that is kept.
    private static func withUndo(_ entries: [CommandList.Entry]) -> [CommandList.Entry] {
        let placement = CommandGroupPlacement.undoRedo
        guard entries.contains(where: { $0.group?.placement.menu == placement.menu && !$0.isEmpty }) else { return entries }
        let undo = CommandList.Entry(menu: placement.menu.title, group: (placement, .replacing), content: UndoEntries())
        return [undo] + entries
    }

    /// Returns the entries of a menu in the order of their groups. If several entries replace the
    /// same group, only the last one is kept.
    private static func arranged(_ entries: [CommandList.Entry]) -> [CommandList.Entry] {
        let own = entries.filter { $0.group == nil }
        let orders = Set(entries.compactMap { $0.group?.placement.order }).sorted()
        return own
            + orders.flatMap { order in
                let group = entries.filter { $0.group?.placement.order == order }
                return group.filter { $0.group?.position == .before }
                    + group.filter { $0.group?.position == .replacing }.suffix(1)
                    + group.filter { $0.group?.position == .after }
            }
    }

    /// Shows the bar, unless there are no commands.
    func _update(_ node: ViewNode) {
        let commands = node.storage as? WindowCommands ?? WindowCommands()
        node.storage = commands
        let menus = Self.menus(of: commands.entries(of: list, node), in: node.environment)
        guard !menus.isEmpty else { return node.keepChildren(0) }
        node.updateChild(0, Bar(menus: menus))
    }

    private struct Bar: BuiltInView {
        let menus: [(title: String, entries: [CommandList.Entry])]

        func _update(_ node: ViewNode) {
            node.show(.presentation(.commandBar))
            node.updateChild(
                0, ForEach(Array(menus.indices), id: \.self) { Menu(title: menus[$0].title, entries: menus[$0].entries) })
        }
    }

    private struct Menu: BuiltInView {
        let title: String
        let entries: [CommandList.Entry]

        func _update(_ node: ViewNode) {
            node.show(.presentation(.commandMenu(title: title)))
            for (position, entry) in entries.enumerated() { node.updateChild(position, AnyView(erasing: entry.content)) }
            node.keepChildren(entries.count)
        }
    }
}
