/// A picker that shows all of its choices.
///
/// The content is evaluated below the picker's node. Each tagged view in it becomes the label of a
/// choice: an element that the picker itself makes, around the elements of the view. A choice has
/// no node, so the picker keeps its element from one arrangement to the next, by the tag's number
/// (`PickerNumbers`).
struct ChoicesPicker<SelectionValue: Hashable, Content: View>: BuiltInView {
    let appearance: ChoicesContent.Appearance
    let selection: Binding<SelectionValue>
    let content: Content

    func _update(_ node: ViewNode) {
        let numbers = node.storage as? PickerNumbers ?? PickerNumbers()
        node.storage = numbers
        let selected = node.reading { selection.wrappedValue }
        let environment = node.environment
        let choices = ChoicesContent(
            appearance: appearance, isEnabled: environment.isEnabled, size: environment.controlSize, tint: environment.tintColor)
        node.show(.control(.choices(choices)))
        var inside = environment
        inside.rowContainer = .none
        inside.isMenuContent = false
        inside.isPickerContent = true
        inside.endPendingTraits()
        node.updateChild(0, content, environment: inside)
        let choose = choose(in: node, numbers)
        node.arrange = { [unowned node] in
            defer { numbers.endArrangement() }
            return Self.choices(node, numbers, appearance: appearance, selected: selected, choose: choose)
        }
    }

    /// Returns the action of the choices, which takes the tag of a choice.
    private func choose(in node: ViewNode, _ numbers: PickerNumbers) -> @MainActor (AnyHashable) -> Void {
        let environment = node.environment
        let afterPress = environment.keepsMenuOpen ? nil : environment.afterPress
        // The elements hold this closure, and `numbers` the elements.
        return { [selection, isEnabled = environment.isEnabled, weak node, weak numbers] tag in
            guard isEnabled, let numbers, let value = tag.selection(as: SelectionValue.self) else { return }
            selection.wrappedValue = value
            node?.evaluateAgain()
            // The browser shows the new choice already, and the binding may have rejected it.
            for element in numbers.elements.values { node?.graph.setNeedsSending(element) }
            afterPress?()
        }
    }

    /// Returns the elements of the choices. Of views with equal tags, only the first is a choice.
    private static func choices(
        _ node: ViewNode, _ numbers: PickerNumbers, appearance: ChoicesContent.Appearance, selected: SelectionValue,
        choose: @escaping @MainActor (AnyHashable) -> Void
    ) -> [Element] {
        numbers.beginArrangement()
        let items = node.pickerItems
        let selectedIndex = items.flatMap(\.views).firstIndex { $0.tag.selection(as: SelectionValue.self) == selected }
        var index = -1
        return sectionStyle(of: appearance).elements(of: items, graph: node.graph) { view, group in
            index += 1
            let number = numbers.number(of: view.tag)
            guard numbers.elements[number] == nil else { return nil }
            let content = ElementContent.control(
                .choice(
                    ChoiceContent(
                        appearance: appearance, isSelected: index == selectedIndex, isEnabled: node.environment.isEnabled,
                        isTabStop: index == selectedIndex ?? 0,
                        keepsMenuOpen: appearance == .menu && node.environment.keepsMenuOpen)))
            let element = numbers.element(number, in: group, content, graph: node.graph)
            element.handlers = [EventHandler(PressEvent.self) { [tag = view.tag] _ in choose(tag) }]
            var labels: [Element] = []
            view.node.collectElements(into: &labels)
            node.graph.setChildren(of: element, to: labels)
            return element
        }
    }

    private static func sectionStyle(of appearance: ChoicesContent.Appearance) -> PickerSectionStyle {
        switch appearance {
        case .segmented: .none
        case .inline, .radioGroup: .views
        case .menu: .groups { .control(.group(.menuSection(label: $0))) }
        }
    }
}
