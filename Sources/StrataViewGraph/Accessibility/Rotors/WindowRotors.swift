// # Rotors
//
// A screen reader of Apple's has a rotor: a list of the parts of one kind, between which the user
// jumps. A browser has none, and so the page itself has a menu of rotors, also for users of the
// keyboard.
//
// 1. A view with an `accessibilityRotor` modifier registers its node here, and one with
//    `accessibilityRotorEntry(id:in:)` its node by the key of the entry. No entry is evaluated.
// 2. The user opens the menu. The host sends a `RotorsEvent`, and only now the closures of all
//    rotors make their entries. The host receives the labels (`HostRequest.rotors`), and adds the
//    lists that it reads from the page itself.
// 3. The user chooses an entry. The host sends its position (`RotorEntryEvent`). The entry's
//    `prepare` runs, and the next flush searches its view, after the scrolling that `prepare` has
//    requested. A row that does not exist is created as it is for a `ScrollViewReader`.
// 4. The same patch that has the row asks the host to move the focus there (`HostRequest.reveal`).
//
// A choice names the revision of the list in which the user made it, so that it never meets an entry
// of another list.

/// A host's request for the rotors of the app, when the user opens the menu.
package struct RotorsEvent: ElementEvent {
    package static let name = "rotors"
    package init() {}
}

/// The choice of an entry of a rotor.
package struct RotorEntryEvent: ElementEvent {
    package static let name = "rotorEntry"

    /// The revision of the list that the user saw.
    package var revision: Int
    /// The position of the rotor in the list.
    package var rotor: Int
    /// The position of the entry in the rotor.
    package var entry: Int

    package init(revision: Int, rotor: Int, entry: Int) {
        self.revision = revision
        self.rotor = rotor
        self.entry = entry
    }

    /// Returns whether the entry was in a list that the host has received.
    package func identifiersExist(in graph: WindowGraph) -> Bool { graph.rotors.mayChoose(self) }
}

/// A rotor as a host shows it.
package struct RotorContent: Hashable, Sendable {
    /// The title.
    package var title: String
    /// The name of the page's own list that the rotor replaces; nil for none.
    package var replaced: String?
    /// The ID of the element of the view that has the rotor.
    package var element: Int
    /// The labels of the entries.
    package var entries: [String]

    package init(title: String, replaced: String?, element: Int, entries: [String]) {
        self.title = title
        self.replaced = replaced
        self.element = element
        self.entries = entries
    }
}

/// The rotors of the views in a window, and the views of their entries.
@MainActor
final class WindowRotors {
    /// A rotor that a view has.
    struct Rotor {
        let title: Text
        let replaced: String?
        let entries: (EnvironmentValues) -> [RotorEntry]
    }

    /// A rotor in a list that the host has received.
    private struct Listed {
        /// The node that has the rotor; nil after its removal.
        private(set) var node: ViewNode?
        private(set) var entries: [RotorEntry]
        /// The number of entries that the host has received.
        let count: Int

        init(node: ViewNode, entries: [RotorEntry]) {
            self.node = node
            self.entries = entries
            count = entries.count
        }

        /// Releases the node and the entries, of which the host may still send a choice.
        mutating func release() { (node, entries) = (nil, []) }
    }

    private weak var graph: WindowGraph?
    private var rotors: [ObjectIdentifier: (node: ViewNode, rotor: Rotor)] = [:]
    private var targets: [NamespaceKey: ViewNode] = [:]
    /// The rotors in the last list that the host has received.
    private var listed: [Listed] = []
    private var revision = 0
    /// The chosen entry, until the next flush.
    private var chosen: (node: ViewNode, entry: RotorEntry)?

    /// Connects the rotors to their window.
    func connect(to graph: WindowGraph) {
        self.graph = graph
        graph.root.handlers.append(EventHandler(RotorsEvent.self) { [weak self] _ in self?.list() })
        graph.root.handlers.append(EventHandler(RotorEntryEvent.self) { [weak self] in self?.choose($0) })
    }

    /// Removes all rotors and entries.
    func close() {
        rotors = [:]
        targets = [:]
        listed = []
        chosen = nil
    }

    /// Sets the rotor that a node has; nil for none.
    func set(_ rotor: Rotor?, of node: ViewNode) {
        rotors[ObjectIdentifier(node)] = rotor.map { (node, $0) }
        guard rotor == nil, let index = listed.firstIndex(where: { $0.node === node }) else { return }
        listed[index].release()
    }

    /// Makes a node the view of the entries with a key.
    func register(_ key: NamespaceKey, of node: ViewNode) { targets[key] = node }

    /// Ends the registration of a key by a node.
    func unregister(_ key: NamespaceKey, of node: ViewNode) {
        if targets[key] === node { targets[key] = nil }
    }

    /// Evaluates the entries of all rotors, and sends them to the host.
    private func list() {
        guard let graph else { return }
        graph.update()
        // Of several rotors of a view, the first one is inside the others.
        let present = rotors.values
            .compactMap { node, rotor in node.firstElement.map { (element: $0.id, node: node, rotor: rotor) } }
            .sorted { ($0.element, $1.node.depth) < ($1.element, $0.node.depth) }
        revision += 1
        listed = []
        var contents: [RotorContent] = []
        for (element, node, rotor) in present {
            let entries = rotor.entries(node.environment)
            listed.append(Listed(node: node, entries: entries))
            let text = node.firstElement?.firstText?.text ?? ""
            contents.append(
                RotorContent(
                    title: rotor.title.string, replaced: rotor.replaced, element: element,
                    entries: entries.map { $0.title(in: text) }))
        }
        // A host that has not received the last list needs only this one.
        graph.requests.removeAll { if case .rotors = $0 { true } else { false } }
        graph.request(.rotors(revision: revision, contents))
    }

    /// Returns whether a host may send a choice.
    func mayChoose(_ event: RotorEntryEvent) -> Bool {
        guard event.revision == revision else { return (1..<max(revision, 1)).contains(event.revision) }
        return listed.indices.contains(event.rotor) && (0..<listed[event.rotor].count).contains(event.entry)
    }

    /// Prepares the chosen entry. The next flush moves to it.
    private func choose(_ event: RotorEntryEvent) {
        guard event.revision == revision, mayChoose(event) else { return }
        guard let node = listed[event.rotor].node, node.isInGraph else { return }
        let entry = listed[event.rotor].entries[event.entry]
        chosen = (node, entry)
        entry.prepare()
        graph?.scheduleFlush()
    }

    /// Finds the view of the chosen entry, which may create rows, and asks the host to move there.
    func resolveChoice() {
        guard let graph, let (node, entry) = chosen else { return }
        chosen = nil
        guard node.isInGraph, let element = element(of: entry, in: node) else { return }
        graph.update()
        guard let range = entry.range, let text = element.firstText, let offsets = text.text.offsets(of: range) else {
            return graph.request(.reveal(element: element.id, range: nil))
        }
        graph.request(.reveal(element: text.element.id, range: offsets))
    }

    private func element(of entry: RotorEntry, in node: ViewNode) -> Element? {
        switch entry.target {
        case .owner: return node.firstElement
        case .view(let id): return node.scrollTarget(id)
        case .entry(let key):
            if let target = targets[key] { return target.revealedElement() }
            // The view is in a row that does not exist, which often has the same ID.
            let row = node.scrollTarget(key.id)
            graph?.update()
            return targets[key]?.revealedElement() ?? row
        }
    }
}

extension RotorEntry {
    /// Returns the label; without one, the part of a text in the range.
    @MainActor
    fileprivate func title(in text: String) -> String {
        if let label { return label.string }
        guard let range, range.upperBound <= text.endIndex else { return "" }
        return String(text[range])
    }
}

extension String {
    /// Returns the positions of a range in UTF-16 code units, as a browser counts; nil if the string
    /// is shorter.
    fileprivate func offsets(of range: Range<Index>) -> Range<Int>? {
        guard range.upperBound <= endIndex else { return nil }
        return range.lowerBound.utf16Offset(in: self)..<range.upperBound.utf16Offset(in: self)
    }
}

extension Element {
    /// The first text at or inside the element, or the first text field with its text.
    fileprivate var firstText: (element: Element, text: String)? {
        switch content {
        case .text(let content): return (self, content.runs.words)
        case .control(.textField(let field)): return (self, field.text)
        default:
            for child in children { if let found = child.firstText { return found } }
            return nil
        }
    }
}
