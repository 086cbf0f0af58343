/// A part of a picker's content.
@MainActor
enum PickerItem {
    /// A tagged view, which is an option.
    case view(TaggedView)
    /// The element of a line between options.
    case line(Element)
    /// A section, with the node of its header and its parts.
    case section(PickerSection, header: ViewNode, [PickerItem])

    /// The tagged views of the part, in order.
    var views: [TaggedView] {
        switch self {
        case .view(let view): [view]
        case .line: []
        case .section(_, _, let items): items.flatMap(\.views)
        }
    }
}

extension ViewNode {
    /// The tagged views below the node, in order.
    var taggedViews: [TaggedView] { pickerItems.flatMap(\.views) }

    /// The parts of a picker's content below the node, in order. An element of a `ForEach` without a
    /// tag inside is tagged with its ID.
    ///
    /// The outermost tag counts: tags inside a tagged view are ignored.
    var pickerItems: [PickerItem] {
        var items: [PickerItem] = []
        collectPickerItemsBelow(into: &items)
        return items
    }

    private func collectPickerItems(into items: inout [PickerItem], implicit: AnyHashable?) {
        if let tag = storage as? Tag { return items.append(.view(TaggedView(tag: tag.value, node: self))) }
        let before = items.count
        if let section = storage as? PickerSection, children.count == 2 {
            var inner: [PickerItem] = []
            children[1].collectPickerItems(into: &inner, implicit: nil)
            items.append(.section(section, header: children[0], inner))
        } else if case .layout(.divider)? = element?.content, let element {
            items.append(.line(element))
        } else {
            collectPickerItemsBelow(into: &items)
            // What is inside an element, such as that of a stack, is its child, and not the picker's.
            if element != nil || wrapsElements {
                let views = items[before...].flatMap(\.views)
                items.replaceSubrange(before..., with: views.map(PickerItem.view))
            }
        }
        if let implicit, items[before...].allSatisfy(\.views.isEmpty) {
            // Lines inside the view are a part of it.
            items.removeSubrange(before...)
            items.append(.view(TaggedView(tag: implicit, node: self)))
        }
    }

    private func collectPickerItemsBelow(into items: inout [PickerItem]) {
        let keys = keysOfChildren
        for child in children { child.collectPickerItems(into: &items, implicit: keys[ObjectIdentifier(child)]) }
    }
}

/// The storage of a section's node in a picker.
@MainActor
final class PickerSection {
    /// The element around the options of a section with a header.
    private var group: Element?
    /// The line before the options of a section without a header.
    private var line: Element?

    /// Returns the element around the options.
    func group(_ content: ElementContent, in graph: WindowGraph) -> Element {
        let element = group ?? graph.makeElement(content)
        group = element
        graph.set(element, content: content, traits: ElementTraits())
        return element
    }

    /// Returns the line before the options.
    func line(in graph: WindowGraph) -> Element {
        let element = line ?? graph.makeElement(.layout(.divider))
        line = element
        return element
    }
}

/// A section in the content of a picker. Its footer is not shown.
struct PickerSectionView<Header: View, Content: View>: BuiltInView {
    let header: Header
    let content: Content

    func _update(_ node: ViewNode) {
        node.storage = node.storage as? PickerSection ?? PickerSection()
        node.updateChild(0, header.font(.footnote).foregroundStyle(.secondary))
        node.updateChild(1, content)
    }
}

/// The way in which a picker shows sections and lines.
enum PickerSectionStyle {
    /// Not at all: the options are in one row.
    case none
    /// The views of a header before its options.
    case views
    /// An element around the options, with a title.
    case groups((_ title: String) -> ElementContent)
}

extension PickerSectionStyle {
    /// Returns the elements of the parts of a picker's content.
    ///
    /// - Parameters:
    ///   - group: The element around the parts; nil for the picker's own.
    ///   - option: Returns the element of a tagged view in a group; nil if the view is no option.
    @MainActor
    func elements(
        of items: [PickerItem], in group: Element? = nil, graph: WindowGraph,
        option: (_ view: TaggedView, _ group: Element?) -> Element?
    ) -> [Element] {
        var elements: [Element] = []
        for item in items {
            switch (item, self) {
            case (.view(let view), _): if let element = option(view, group) { elements.append(element) }
            case (.line, .none): break
            case (.line(let element), _): elements.append(element)
            case (.section(_, _, let items), .none):
                elements += self.elements(of: items, in: group, graph: graph, option: option)
            case (.section(_, let header, let items), .views):
                header.collectElements(into: &elements)
                elements += self.elements(of: items, in: group, graph: graph, option: option)
            case (.section(let section, let header, let items), .groups(let content)):
                let title = header.ownWords
                if title.isEmpty {
                    let options = self.elements(of: items, in: group, graph: graph, option: option)
                    if !elements.isEmpty, !options.isEmpty { elements.append(section.line(in: graph)) }
                    elements += options
                } else {
                    let element = section.group(content(title), in: graph)
                    graph.setChildren(of: element, to: self.elements(of: items, in: element, graph: graph, option: option))
                    elements.append(element)
                }
            }
        }
        return elements
    }
}

private struct IsPickerContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is in the content of a picker, of which it makes options.
    var isPickerContent: Bool {
        get { self[IsPickerContentKey.self] }
        set { self[IsPickerContentKey.self] = newValue }
    }
}
