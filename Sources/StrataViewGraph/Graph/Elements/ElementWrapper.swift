/// The elements that a modifier puts around each element of its content.
///
/// A modifier on several views, such as the padding of a ``Group``, applies to each of them. A view
/// whose type says that it is one row has one element, so the modifier's node shows the element
/// itself. Other content can have any number, known only after it was evaluated: the node has no
/// element of its own then, and makes one for each of the content's when a container collects them.
@MainActor
final class ElementWrapper {
    var content: ElementContent
    var traits: ElementTraits
    var handlers: [EventHandler] = []
    /// The elements of the last collection, by the ID of the wrapped one.
    private var elements: [Int: Element] = [:]

    init(content: ElementContent, traits: ElementTraits) {
        self.content = content
        self.traits = traits
    }

    /// Returns an element around each one.
    func wrap(_ inner: [Element], in graph: WindowGraph) -> [Element] {
        var former = elements
        elements = [:]
        return inner.map { child in
            let element = former.removeValue(forKey: child.id) ?? graph.makeElement(content)
            elements[child.id] = element
            element.handlers = handlers
            graph.set(element, content: content, traits: traits)
            graph.setChildren(of: element, to: [child])
            return element
        }
    }
}
