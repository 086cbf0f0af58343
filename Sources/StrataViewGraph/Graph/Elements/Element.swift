/// A node of the tree that a host draws: a text, a stack, a row.
///
/// Most elements belong to one view node and live as long as it does. Some are made by a container
/// for the elements below it: the row around a list's content, a gap of a list, the box that a
/// modifier puts around each of several views (``ElementWrapper``). Content and children change in
/// place; the graph records each change, and a flush returns it as a ``Mutation``.
@MainActor
package final class Element {
    /// The ID by which a host names the element, never used twice in a window.
    package nonisolated var id: Int { Int(storedID) }
    private let storedID: UInt32
    /// The axes along which the element takes all the space that its parent has left.
    package internal(set) var growth: Axis.Set
    /// The limit of the element's width, if it grows horizontally.
    package internal(set) var widthLimit: WidthLimit
    /// Whether the host has drawn the element.
    package internal(set) var isMounted = false
    package internal(set) var content: ElementContent
    private nonisolated(unsafe) var storedChildren = Children.none
    /// The element that has this one among its children.
    ///
    /// Not weak: a weak reference allocates a side table for the object that it refers to. The
    /// parent resets the reference before it is released.
    package internal(set) nonisolated(unsafe) unowned(unsafe) var parent: Element?
    private var rare: RareProperties?

    /// The properties that few elements have, on the heap, which keeps elements small.
    @MainActor
    private final class RareProperties {
        var traits = ElementTraits()
        var handlers: [EventHandler] = []
        var focus: ElementFocus?
    }

    /// The children. Most elements have one or none, which needs no array.
    private enum Children {
        case none
        case one(Element)
        case several([Element])
    }

    package nonisolated internal(set) var children: [Element] {
        get {
            switch storedChildren {
            case .none: []
            case .one(let child): [child]
            case .several(let children): children
            }
        }
        set {
            switch newValue.count {
            case 0: storedChildren = .none
            case 1: storedChildren = .one(newValue[0])
            default: storedChildren = .several(newValue)
            }
        }
    }

    /// Sets a rare property. An element whose rare properties are all empty needs no memory for them.
    private func setRare(_ change: (RareProperties) -> Void) {
        let properties = rare ?? RareProperties()
        change(properties)
        rare = properties.traits.isEmpty && properties.handlers.isEmpty && properties.focus == nil ? nil : properties
    }

    package internal(set) var traits: ElementTraits {
        get { rare?.traits ?? ElementTraits() }
        set { if rare != nil || !newValue.isEmpty { setRare { $0.traits = newValue } } }
    }

    /// Whether assistive technology ignores what is inside the element.
    package var ignoresChildren: Bool { rare?.traits.accessibility.children == .ignore }

    /// The events of the user that the element handles.
    var handlers: [EventHandler] {
        get { rare?.handlers ?? [] }
        set { if rare != nil || !newValue.isEmpty { setRare { $0.handlers = newValue } } }
    }

    /// The connection of the element with the keyboard focus; nil without one.
    var focus: ElementFocus? {
        get { rare?.focus }
        set { if rare?.focus != nil || newValue != nil { setRare { $0.focus = newValue } } }
    }

    /// Returns whether the element handles events of a type.
    package func handles<Event: ElementEvent>(_ type: Event.Type) -> Bool { handlers.contains { $0.name == type.name } }

    /// Whether the element puts views over or behind each other, or is one of its layers.
    package var arrangesLayers: Bool {
        if case .layout(.layers) = content { true } else { content.isLayer }
    }

    init(id: Int, content: ElementContent) {
        storedID = UInt32(id)
        self.content = content
        growth = content.growth(around: [])
        widthLimit = content.widthLimit(around: [])
    }

    deinit { for child in children where child.parent === self { child.parent = nil } }
}

/// One change of the element tree, for a host that keeps a copy of it.
///
/// # From a change of the graph to a list of operations
///
/// The graph never compares two trees. During an update, elements change in place, and the graph
/// records which ones changed: `changed` holds the mounted elements whose content or traits
/// changed, and `formerChildren` holds, for each element whose children changed, the children that
/// the host still shows. Five changes of one element between two flushes are recorded once; only
/// the state at the flush counts.
/// ``WindowGraph/flush()`` then makes mutations in three passes:
///
/// 1. **Removals.** A mounted child that its parent no longer has is removed, with everything
///    inside it, and is unmounted. After this pass the host has only elements that stay in their
///    parent, so every sibling that a later mutation names exists.
/// 2. **Updates.** Mounted elements get their new content. An element that the first pass unmounted
///    gets no update: if it is inserted again elsewhere, the insertion carries its content.
/// 3. **Moves and insertions.** For each changed parent, the longest common subsequence of the old
///    and the new children stays. The others are moved or inserted after their new preceding
///    sibling, from first to last. An insertion carries the whole subtree.
///
/// For example, the host shows the rows `a b c d`, and the list now has `b x d a`, with a new text
/// in `d`:
///
///     remove c                    a b d
///     update the text in d        a b d
///     insert x after b            a b x d
///     move a after d              b x d a
///
/// `StrataWebHost` turns each mutation into one or two operations of a patch: `remove`, `insert`
/// with the HTML of the subtree, `move`, for an update all attributes and, for some elements, the
/// inner HTML, for an update of a text the inner HTML alone, and `gap` with the numbers of a gap.
/// While a patch is being sent the host does not flush. Changes then accumulate in the graph, which
/// merges them, so a slow browser does not make a queue of patches grow.
///
/// The invariant: applying the mutations in order gives exactly the graph's tree. A mutation that
/// names an element which the host does not have would leave a wrong page in the browser until it
/// reconnects. The tests' `Screen` applies nothing but mutations, and compares its tree with the
/// graph's after thousands of random edits.
package enum Mutation {
    /// Removes an element with everything inside it.
    case remove(Element)
    /// Adds an element that the host does not have, with everything inside it, after a sibling. If
    /// the sibling is nil, the element becomes the first child.
    case insert(Element, into: Element, after: Element?)
    /// Moves an element that the host has to another position in the same parent: after a sibling,
    /// or to the front if the sibling is nil.
    case move(Element, in: Element, after: Element?)
    /// Replaces an element's content and traits.
    case update(Element)
    /// Replaces the runs of a text, whose style and traits have not changed.
    case updateText(Element)
}
