/// A view in a picker's content, with its tag.
@MainActor
struct TaggedView {
    let tag: AnyHashable
    let node: ViewNode

    /// The text of the view; that of its images if it has no other.
    var title: String {
        let words = node.ownWords
        return words.isEmpty ? node.wordsOfImages : words
    }
}

extension ViewNode {
    /// The texts of the images at or below the node, in order, separated by spaces.
    fileprivate var wordsOfImages: String {
        if case .media(.image(let image))? = element?.content { return image.words }
        return children.map(\.wordsOfImages).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ImageContent {
    /// The text in place of the image: its label, or the name of the symbol or of the missing image;
    /// empty if it has neither.
    fileprivate var words: String {
        switch (label, source) {
        case (.text(let text), _): text
        case (_, .symbol(let symbol)): symbol.name.replacing(".", with: " ")
        case (_, .missing(let name)): name
        default: ""
        }
    }
}

/// The numbers that identify the tags of a picker in messages to and from the host.
///
/// A tag is any hashable value of the app, so the host gets a number instead. A number is never
/// used for another tag while the picker exists. So an event that the user sent before the options
/// changed cannot select a different option.
@MainActor
final class PickerNumbers {
    private var numbers: [AnyHashable: Int] = [:]
    private var tags: [Int: AnyHashable] = [:]
    private var next = 0
    /// The elements of the options, by number.
    private(set) var elements: [Int: Element] = [:]
    /// The IDs of the elements around options, by number; nil for those that are the picker's own
    /// children.
    private var groups: [Int: Int] = [:]
    /// The elements and groups of the last arrangement, during an arrangement.
    private var former: (elements: [Int: Element], groups: [Int: Int]) = ([:], [:])

    /// Begins an arrangement, in which `element(_:in:_:graph:)` returns the elements of the last one
    /// again.
    func beginArrangement() {
        former = (elements, groups)
        (elements, groups) = ([:], [:])
    }

    /// Returns the element of an option: a new one, if the option was in another group before.
    func element(_ number: Int, in group: Element?, _ content: ElementContent, graph: WindowGraph) -> Element {
        let known = former.groups[number] == group?.id ? former.elements[number] : nil
        let element = known ?? graph.makeElement(content)
        graph.set(element, content: content, traits: ElementTraits())
        elements[number] = element
        groups[number] = group?.id
        return element
    }

    /// Returns the number of a tag; a new one for a new tag.
    func number(of tag: AnyHashable) -> Int {
        if let number = numbers[tag] { return number }
        defer { next += 1 }
        numbers[tag] = next
        tags[next] = tag
        return next
    }

    /// Returns the tag of the option with a number; nil if the picker shows no such option.
    func tag(_ number: Int) -> AnyHashable? { elements[number] == nil ? nil : tags[number] }

    /// Ends an arrangement: removes the numbers of tags that no option has any more.
    func endArrangement(except selected: Int? = nil) {
        former = ([:], [:])
        for (number, tag) in tags where elements[number] == nil && number != selected {
            tags[number] = nil
            numbers[tag] = nil
        }
    }
}
