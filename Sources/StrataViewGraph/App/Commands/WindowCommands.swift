/// The storage of the dynamic properties of an app's commands, in one window.
///
/// The app's scenes are evaluated once for all windows, and so are commands without dynamic
/// properties. Those with `@FocusedValue`, `@Environment` or other dynamic properties depend on the
/// window whose menus they are in. The node of the window's ``CommandBar`` evaluates them, and
/// observes what they read.
@MainActor
final class WindowCommands {
    /// The position of commands among those around them, and their type. Other commands at the same
    /// position have other properties.
    private struct Position: Hashable {
        let index: Int
        let type: ObjectIdentifier
    }

    private var slots: [[Position]: PropertySlots] = [:]

    /// Returns the entries of a list for the window of a node, which observes the values that
    /// commands read.
    func entries(of list: CommandList, _ node: ViewNode) -> [CommandList.Entry] {
        node.reading { entries(of: list, node, around: []) }
    }

    private func entries(of list: CommandList, _ node: ViewNode, around path: [Position]) -> [CommandList.Entry] {
        list.items.enumerated().flatMap { index, item in
            switch item {
            case .entry(let entry): [entry]
            case .dynamic(let commands): evaluate(commands, node, at: index, path)
            }
        }
    }

    private func evaluate<C: Commands>(_ commands: C, _ node: ViewNode, at index: Int, _ path: [Position])
        -> [CommandList.Entry]
    {
        let path = path + [Position(index: index, type: ObjectIdentifier(C.self))]
        let slots = slots[path] ?? PropertySlots(environment: node.environment)
        self.slots[path] = slots
        slots.rewind(environment: node.environment, observer: node.currentObserver)
        var commands = commands
        PropertyPlan.of(C.self).install(in: &commands, slots)
        var list = CommandList()
        commands.body._collect(into: &list)
        return entries(of: list, node, around: path)
    }
}
