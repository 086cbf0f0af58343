/// The elements that a modifier puts around each element of its content.
///
/// A modifier of several views, such as the padding of a ``Group``, applies to each of them. If the
/// type of the content says that it is one row, the content has one element, and the modifier's
/// node shows one element around it. Other content can have any number of elements, known only
/// after its evaluation. The modifier's node then has no element of its own, and wraps each element
/// of the content when a container collects them.
@MainActor
final class ElementWrapper {
    var content: ElementContent
    var traits: ElementTraits
    var handlers: [EventHandler] = []
    /// The focus targets to which the elements report the focus.
    var focus: [FocusPlacement] = []
    /// The wrapping elements of the last collection, by the ID of the element inside.
    private var elements: [Int: Element] = [:]

    init(content: ElementContent, traits: ElementTraits) {
        self.content = content
        self.traits = traits
    }

    /// Returns an element around each of the given ones, reusing those of the last collection.
    func wrap(_ inner: [Element], of node: ViewNode) -> [Element] {
        let graph = node.graph
        var former = elements
        elements = [:]
        return inner.map { child in
            let element = former.removeValue(forKey: child.id) ?? graph.makeElement(content)
            elements[child.id] = element
            var traits = traits
            element.handlers = node.connectFocus(of: element, focus, content, &traits, handlers)
            graph.set(element, content: content, traits: traits)
            graph.setChildren(of: element, to: [child])
            return element
        }
    }
}
