/// The content of an element that groups others.
package enum GroupContent: Hashable, Sendable {
    /// The bar of a gauge and the labels around it.
    case gaugeParts
    /// The labels of the ends of an open ring.
    case gaugeEnds
    /// A box around its content.
    case box
    /// The label of a box.
    case boxLabel
    /// Related controls, drawn as one. The label is the accessibility label of the group.
    case controls(label: String?)
    /// A label at the leading end of the width, and its content at the trailing end.
    case labeledContent
    /// The content of labeled content.
    case labeledValue
    /// The rows of a form with a column of labels and a column of values.
    case formColumns
    /// A title with an icon.
    case label(LabelAppearance)
    /// The icon of a label.
    case labelIcon
    /// The title of a label.
    case labelTitle
    /// A message in place of content that is not available.
    case unavailable
    /// The content of an expanded disclosure group.
    case disclosed
    /// A section of a menu. The entries of a palette are side by side.
    case menuSection(label: String?, isPalette: Bool = false)
    /// Views for assistive technology, which are visible only while they have the focus: the actions
    /// of the view below them, with the name of their category, or its representation.
    case accessibilityElements(category: String?)
}

/// An element that groups the views of its content.
struct GroupView<Content: View>: BuiltInView {
    let group: GroupContent
    let content: Content

    init(_ group: GroupContent, @ViewBuilder content: () -> Content) {
        self.group = group
        self.content = content()
    }

    func _update(_ node: ViewNode) {
        node.show(.control(.group(group)))
        node.updateChild(0, content)
    }
}
