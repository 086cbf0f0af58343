/// The content of an element that groups others.
package enum GroupContent: Hashable, Sendable {
    /// The bar of a gauge and the labels around it.
    case gaugeParts
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
    /// A section of a menu.
    case menuSection(label: String?)
}
