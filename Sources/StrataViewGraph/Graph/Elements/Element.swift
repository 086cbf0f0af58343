/// A node of the tree that a host draws: a text, a stack, a row.
///
/// An element belongs to one view node and lives as long as it. Its content and children change in
/// place; the graph records each change and returns it as a ``Mutation``.
@MainActor
package final class Element {
    /// The element's name for a host, never used twice in a window.
    package let id: Int
    package internal(set) var content: ElementContent
    package internal(set) var traits = ElementTraits()
    package internal(set) var children: [Element] = []
    /// The axes along which the element takes all the space that its parent has left.
    package internal(set) var growth: Axis.Set
    /// The element that has this one among its children.
    package internal(set) weak var parent: Element?
    /// Whether the host has drawn the element.
    package internal(set) var isMounted = false
    /// The events of the user that the element handles.
    var handlers: [EventHandler] = []

    /// Returns whether the element handles events of a type.
    package func handles<Event: ElementEvent>(_ type: Event.Type) -> Bool { handlers.contains { $0.name == type.name } }

    init(id: Int, content: ElementContent) {
        self.id = id
        self.content = content
        growth = content.growth(around: [])
    }
}

/// One change of the element tree, for a host that keeps a copy of it.
///
/// # From a change of the graph to a list of operations
///
/// The graph never compares two trees. During an update, elements change in place and the graph
/// records which: `changed` has the mounted elements with other content or traits, `formerChildren`
/// the children that the host has of each element whose children changed. Five changes of one
/// element between two flushes are recorded once; only the state at the flush counts.
/// ``WindowGraph/flush()`` then makes mutations in three passes:
///
/// 1. **Removals.** A mounted child that its parent no longer has is removed, with everything
///    inside it, and is unmounted. After this pass the host has only elements that stay in their
///    parent, so every sibling that a later mutation names exists.
/// 2. **Updates.** Mounted elements get their new content. An element that was just unmounted, and
///    maybe is inserted again elsewhere, is left out: its insertion carries its content.
/// 3. **Moves and insertions.** For each changed parent, the longest common subsequence of the old
///    and the new children stays; the others are moved or inserted behind their new preceding
///    sibling, from first to last. An insertion carries the whole subtree.
///
/// For example, where the host has the rows `a b c d` and the list now has `b x d a`, with another
/// text in `d`:
///
///     remove c                    a b d
///     update the text in d        a b d
///     insert x after b            a b x d
///     move a after d              b x d a
///
/// `StrataWebHost` turns each mutation into one or two operations of a patch: `remove`, `insert`
/// with the HTML of the subtree, `move`, and for an update all attributes and, for some elements,
/// the inner HTML. While a patch is under way the host does not flush, so changes gather in the
/// graph and a slow browser costs no memory.
///
/// The invariant: applying the mutations in order gives exactly the graph's tree. A mutation that
/// names an element which the host does not have would leave a browser with a wrong page until it
/// reconnects; the tests' `Screen` lives by mutations alone and compares the trees after thousands
/// of random edits.
package enum Mutation {
    /// Removes an element with everything inside it.
    case remove(Element)
    /// Adds a new element with everything inside it, behind a sibling; nil puts it first.
    case insert(Element, into: Element, after: Element?)
    /// Moves an element that the host has to another position in the same parent.
    case move(Element, in: Element, after: Element?)
    /// Replaces an element's content and traits.
    case update(Element)
}
