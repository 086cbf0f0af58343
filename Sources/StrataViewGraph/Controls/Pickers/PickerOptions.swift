/// One of the views of a picker's content, with its tag.
@MainActor
struct TaggedView {
    let tag: AnyHashable
    let node: ViewNode

    /// The text of the view.
    var title: String { node.ownWords }
}

extension ViewNode {
    /// The views below with tags. An element of a `ForEach` whose view has none is tagged with its
    /// ID.
    var taggedViews: [TaggedView] {
        var views: [TaggedView] = []
        collectTagged(into: &views, implicit: nil)
        return views
    }

    private func collectTagged(into views: inout [TaggedView], implicit: AnyHashable?) {
        if let tag = storage as? Tag {
            views.append(TaggedView(tag: tag.value, node: self))
            return
        }
        let keys = keysOfChildren
        let before = views.count
        for child in children { child.collectTagged(into: &views, implicit: keys[ObjectIdentifier(child)]) }
        if let implicit, views.count == before { views.append(TaggedView(tag: implicit, node: self)) }
    }
}

/// The numbers that stand for tags in the host's messages, which stay the same while the picker
/// exists: an event for an option that has gone chooses nothing else.
@MainActor
final class PickerNumbers {
    private var numbers: [AnyHashable: Int] = [:]
    private var tags: [AnyHashable] = []
    /// The elements of the options, by number.
    var elements: [Int: Element] = [:]

    /// Returns the number of a tag.
    func number(of tag: AnyHashable) -> Int {
        if let number = numbers[tag] { return number }
        numbers[tag] = tags.count
        tags.append(tag)
        return tags.count - 1
    }

    /// Returns the tag with a number.
    func tag(_ number: Int) -> AnyHashable? { tags.indices.contains(number) ? tags[number] : nil }
}
