import Foundation
import Testing

@testable import StrataViewGraph

/// A host that keeps its own copy of the tree and changes it by mutations alone, as a browser does.
@MainActor
final class Screen {
    final class Item {
        let id: Int
        var content: ElementContent
        var traits: ElementTraits
        var growth: Axis.Set
        var children: [Item]

        @MainActor init(_ element: Element) {
            id = element.id
            content = element.content
            traits = element.traits
            growth = element.growth
            children = element.children.map(Item.init)
        }
    }

    let graph: WindowGraph
    let root: Item
    private(set) var lastMutations: [String] = []

    convenience init(_ view: some View, isShown: Bool = true) {
        self.init(WindowGraph(title: "Test", content: view), isShown: isShown)
    }

    init(_ graph: WindowGraph, isShown: Bool = true) {
        self.graph = graph
        graph.mount()
        root = Item(graph.root)
        if isShown {
            graph.appear()
            update()
        }
    }

    /// Applies what changed and checks that the copy is then what the graph holds.
    func update(_ location: SourceLocation = #_sourceLocation) {
        lastMutations = []
        // Appearances and changes may change state again.
        while case let mutations = graph.flush(), !mutations.isEmpty { mutations.forEach(apply) }
        graph.checkInvariants()
        let expected = Item(graph.root)
        if areEqual(root, expected) { return }
        Issue.record(
            "The host shows\n\(outline(root))\nand the graph has\n\(outline(expected))", sourceLocation: location)
    }

    private func areEqual(_ a: Item, _ b: Item) -> Bool {
        a.id == b.id && a.content == b.content && a.traits == b.traits && a.growth == b.growth
            && a.children.count == b.children.count && zip(a.children, b.children).allSatisfy(areEqual)
    }

    private func apply(_ mutation: Mutation) {
        switch mutation {
        case .remove(let element):
            lastMutations.append("remove")
            let parent = parent(of: element.id, in: root)
            parent?.children.removeAll { $0.id == element.id }
            #expect(parent != nil, "a mutation removes what is not there")
        case .insert(let element, let parent, let after):
            lastMutations.append("insert")
            place(Item(element), in: parent.id, after: after?.id)
        case .move(let element, let parent, let after):
            lastMutations.append("move")
            guard let item = item(parent.id)?.children.first(where: { $0.id == element.id }) else {
                Issue.record("a mutation moves what is not there")
                return
            }
            self.item(parent.id)?.children.removeAll { $0.id == element.id }
            place(item, in: parent.id, after: after?.id)
        case .update(let element):
            lastMutations.append("update")
            let item = item(element.id)
            item?.content = element.content
            item?.traits = element.traits
            item?.growth = element.growth
            #expect(item != nil, "a mutation updates what is not there")
        case .updateText(let element):
            lastMutations.append("update")
            guard let item = item(element.id), case .text(let new) = element.content, case .text(var text) = item.content else {
                Issue.record("a mutation updates a text that is not there")
                return
            }
            // Nothing else, so that the comparison with the graph finds a style that is not sent.
            text.runs = new.runs
            item.content = .text(text)
        }
    }

    private func place(_ child: Item, in parent: Int, after: Int?) {
        guard let parent = item(parent) else {
            Issue.record("a mutation places into what is not there")
            return
        }
        guard let after else { return parent.children.insert(child, at: 0) }
        guard let position = parent.children.firstIndex(where: { $0.id == after }) else {
            Issue.record("a mutation places behind what is not there")
            return
        }
        parent.children.insert(child, at: position + 1)
    }

    func item(_ id: Int) -> Item? { find { $0.id == id } }

    /// The first item, top down, that fulfils a condition.
    func find(_ condition: (Item) -> Bool) -> Item? {
        func search(_ item: Item) -> Item? {
            if condition(item) { return item }
            for child in item.children { if let found = search(child) { return found } }
            return nil
        }
        return search(root)
    }

    private func parent(of id: Int, in item: Item) -> Item? {
        if item.children.contains(where: { $0.id == id }) { return item }
        for child in item.children { if let found = parent(of: id, in: child) { return found } }
        return nil
    }

    // MARK: Reading

    /// All texts, in order.
    var texts: [String] { texts(of: root) }

    func texts(of item: Item) -> [String] {
        if case .text(let text) = item.content { return [text.runs.words] }
        return item.children.flatMap(texts)
    }

    private func outline(_ item: Item) -> String {
        // Printing a value by reflection takes long, and most traits are empty.
        let traits = item.traits == ElementTraits() ? "" : "\(item.traits)"
        return "\(item.id) \(item.content) \(traits) \(item.growth.rawValue)\n" + item.children.map { outline($0) }.joined()
    }

    func all(_ condition: (ElementContent) -> Bool) -> [Item] {
        func search(_ item: Item) -> [Item] { (condition(item.content) ? [item] : []) + item.children.flatMap(search) }
        return search(root)
    }

    /// The names of all symbols, in order.
    var symbols: [String] {
        all { if case .media(.image) = $0 { true } else { false } }.compactMap { item in
            if case .media(.image(let image)) = item.content, case .symbol(let symbol) = image.source { symbol.name } else { nil }
        }
    }

    var rows: [Item] { all { if case .collection(.row) = $0 { true } else { false } } }
    var gaps: [ListGap] {
        all { if case .collection(.gap) = $0 { true } else { false } }.compactMap {
            if case .collection(.gap(let gap)) = $0.content { gap } else { nil }
        }
    }

    // MARK: Acting

    func press(_ title: String, _ location: SourceLocation = #_sourceLocation) {
        let button = find { item in
            if case .control(.button) = item.content { texts(of: item) == [title] } else { false }
        }
        send(PressEvent(), to: button, location)
    }

    /// Presses the first button with an accessibility label.
    func press(labeled label: String, _ location: SourceLocation = #_sourceLocation) {
        let button = find { item in
            if case .control(.button) = item.content { item.traits.accessibility.label == label } else { false }
        }
        send(PressEvent(), to: button, location)
    }

    /// Types a text into a field.
    func type(_ text: String, into item: Item, _ location: SourceLocation = #_sourceLocation) {
        if case .control(.textField(let field)) = item.content, field.hasLines {
            send(EditEvent(text: text), to: item, location)
        } else {
            send(InputEvent(text: text), to: item, location)
        }
    }

    func send(_ event: some ElementEvent, to item: Item?, _ location: SourceLocation = #_sourceLocation) {
        guard let item else {
            Issue.record("nothing takes \(event)", sourceLocation: location)
            return
        }
        // As in a browser, a field shows what is typed before the app receives it.
        if let typed = (event as? InputEvent)?.typed ?? (event as? EditEvent)?.typed,
            case .control(.textField(var field)) = item.content
        {
            _ = field.type(typed)
            item.content = .control(.textField(field))
        }
        graph.send(event, to: item.id)
        update(location)
    }
}
