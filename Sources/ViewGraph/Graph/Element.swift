/// Something on the screen: a node of the tree that a host draws.
///
/// An element is made by one view node and lives as long as it. Its content and children change in place; the graph notes each
/// change and hands it on as a ``Mutation``.
@MainActor
package final class Element {
    /// What names the element to a host; never used twice in a window.
    package let id: Int
    package internal(set) var content: ElementContent
    package internal(set) var traits = ElementTraits()
    package internal(set) var children: [Element] = []
    /// Whether the host has been given it.
    package internal(set) var isMounted = false
    /// What to do when the person does something with it.
    var respond: ((ElementEvent) -> Void)?

    init(id: Int, content: ElementContent) {
        self.id = id
        self.content = content
    }
}

/// Something a person did with an element.
package enum ElementEvent: Hashable, Sendable {
    case press
    case input(String)
    case submit
    case dismiss
    case delete
    /// The rows of a list that are on the screen, among all its rows.
    case show(Range<Int>)
}

/// One change of the element tree, in the order in which a host applies them.
package enum Mutation {
    case remove(Element)
    /// Adds a new element, with all below it, behind a sibling; nil for the first place.
    case insert(Element, into: Element, after: Element?)
    /// Puts an element that the host has already into another place of the same parent.
    case move(Element, in: Element, after: Element?)
    /// Content or traits are other than before.
    case update(Element)
}
