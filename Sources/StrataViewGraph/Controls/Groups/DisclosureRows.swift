/// The label and the content of a group: rows in a list, and otherwise one below the other.
struct DisclosureRows<Label: View, Content: View>: BuiltInView {
    let isExpanded: Binding<Bool>
    let label: Label
    let content: Content?

    static var _listShape: ListShape { .several }

    func _update(_ node: ViewNode) {
        let header = DisclosureHeader(isExpanded: isExpanded, label: label)
        if node.environment.isListContent {
            node.updateChild(0, TupleView((header, content)), branch: 0, environment: node.environment)
        } else {
            // Traits and handlers that modifiers set on the group go to its header, which the user
            // presses.
            let (traits, handlers) = (node.environment.pendingTraits, node.environment.pendingHandlers)
            let group = VStack(alignment: .leading) {
                header.changingEnvironment {
                    $0.pendingTraits = traits
                    if !handlers.isEmpty { $0.pendingHandlers = handlers }
                }
                if let content { GroupView(.disclosed) { content } }
            }
            var environment = node.environment
            environment.endPendingTraits()
            node.updateChild(0, group, branch: 1, environment: environment)
        }
    }
}

/// The row that shows and hides a group.
struct DisclosureHeader<Label: View>: BuiltInView {
    let isExpanded: Binding<Bool>
    let label: Label

    func _update(_ node: ViewNode) {
        let isOpen = node.reading { isExpanded.wrappedValue }
        let content = ButtonContent(.plain, kind: .disclosure(isExpanded: isOpen), in: node.environment)
        let press = EventHandler(PressEvent.self) { [isExpanded] _ in
            if content.isEnabled { isExpanded.wrappedValue.toggle() }
        }
        node.show(.control(.button(content)), on: [press])
        var environment = node.environment
        environment.endPendingTraits()
        environment.rowContainer = .none
        node.updateChild(0, label, environment: environment)
    }
}
